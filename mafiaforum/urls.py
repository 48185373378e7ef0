"""The site's addresses."""

from django.urls import include, path

urlpatterns = [
    path("", include("common.urls")),
    path("accounts/", include("allauth.urls")),
]
