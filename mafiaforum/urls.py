"""The site's addresses."""

from django.urls import include, path

urlpatterns = [
    path("accounts/", include("allauth.urls")),
]
