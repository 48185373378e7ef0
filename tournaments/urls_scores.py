"""The addresses of scores; `urls.py` takes them in before its own, since `season/` looks like a tournament's."""

from tournaments.views import final, points, scores, season

urlpatterns = [
    *season.urlpatterns,
    *scores.urlpatterns,
    *points.urlpatterns,
    *final.urlpatterns,
]
