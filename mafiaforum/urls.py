"""The site's addresses."""

from django.urls import include, path

from mafiaforum.health import healthz

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("", include("common.urls")),
    path("me/", include("accounts.urls")),
    path("accounts/", include("accounts.allauth_urls")),
    path("", include("games.urls")),
]
