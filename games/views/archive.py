"""See games/urls.py."""

from django.urls.resolvers import URLPattern

urlpatterns: list[URLPattern] = []
