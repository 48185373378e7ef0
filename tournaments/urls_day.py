"""The addresses of the day: list, announcement, board, entry, check-in, desk."""

from tournaments.views import board, create, desk, entering, listing

urlpatterns = [
    *listing.urlpatterns,
    *create.urlpatterns,
    *entering.urlpatterns,
    *desk.urlpatterns,
    *board.urlpatterns,
]
