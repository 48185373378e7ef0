"""The addresses of tournaments, the namespace `tournaments`."""

from tournaments import urls_day

app_name = "tournaments"

urlpatterns = [
    *urls_day.urlpatterns,
]
