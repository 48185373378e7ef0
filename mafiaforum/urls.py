"""The site's addresses."""

from django.contrib import admin
from django.urls import include, path

from mafiaforum.health import healthz

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("", include("common.urls")),
    path("me/", include("accounts.urls")),
    path("accounts/", include("accounts.allauth_urls")),
    path("operator/", admin.site.urls),
    path("", include("tournaments.urls")),
    path("", include("games.urls")),
]
