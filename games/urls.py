"""The addresses of games. Each module of pages lists its own; together they are the namespace `games`."""

from games.views import (
    archive,
    bell,
    create,
    desk,
    help,
    jump,
    letters,
    lobby,
    marks,
    new_game,
    office,
    practice,
    presence,
    rooms,
    stream,
    table,
)

app_name = "games"

urlpatterns = [
    *lobby.urlpatterns,
    *practice.urlpatterns,
    *new_game.urlpatterns,
    *create.urlpatterns,
    *archive.urlpatterns,
    *bell.urlpatterns,
    *help.urlpatterns,
    *presence.urlpatterns,
    *desk.urlpatterns,
    *letters.urlpatterns,
    *rooms.urlpatterns,
    *stream.urlpatterns,
    *office.urlpatterns,
    *jump.urlpatterns,
    *marks.urlpatterns,
    *table.urlpatterns,
]
