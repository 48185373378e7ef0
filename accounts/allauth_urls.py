"""Addresses of log-in and sign-up: allauth's, but for the views that are named here."""

from allauth.account import views as allauth
from django.urls import include, path

from accounts import views
from accounts.decorators import guests_first_add_an_address

urlpatterns = [
    path("confirm-email/", views.confirm_email, name="account_email_verification_sent"),
    path("password/set/", guests_first_add_an_address(allauth.password_set), name="account_set_password"),
    path("password/change/", guests_first_add_an_address(allauth.password_change), name="account_change_password"),
    path("", include("allauth.urls")),
]
