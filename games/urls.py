"""The addresses of games. Each module of pages lists its own; together they are the namespace `games`."""

from games.views import (
    activity,
    archive,
    bell,
    create,
    desk,
    help,
    letters,
    lobby,
    new_game,
    office,
    practice,
    presence,
    replay,
    rooms,
    stream,
    table,
    votes,
)

app_name = "games"

urlpatterns = [
    *lobby.urlpatterns,
    *practice.urlpatterns,
    *new_game.urlpatterns,
    *create.urlpatterns,
    *archive.urlpatterns,
    *votes.urlpatterns,
    *activity.urlpatterns,
    *replay.urlpatterns,
    *bell.urlpatterns,
    *help.urlpatterns,
    *presence.urlpatterns,
    *desk.urlpatterns,
    *letters.urlpatterns,
    *rooms.urlpatterns,
    *stream.urlpatterns,
    *office.urlpatterns,
    *table.urlpatterns,
]
