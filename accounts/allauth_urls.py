"""Addresses of log-in and sign-up: allauth's, but for one view."""

from django.urls import include, path

from accounts import views

urlpatterns = [
    path("confirm-email/", views.confirm_email, name="account_email_verification_sent"),
    path("", include("allauth.urls")),
]
