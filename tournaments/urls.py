"""The addresses of tournaments, the namespace `tournaments`."""

from tournaments import urls_day, urls_scores

app_name = "tournaments"

urlpatterns = [
    *urls_scores.urlpatterns,
    *urls_day.urlpatterns,
]
