"""Addresses that know no noun of the game."""

from django.urls import path

from common import views

app_name = "common"

urlpatterns = [
    path("seal/<str:code>.svg", views.seal, name="seal"),
]
