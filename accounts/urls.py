"""Addresses of one's own pages."""

from django.urls import path

from accounts import views

app_name = "accounts"

urlpatterns = [
    path("", views.profile, name="profile"),
    path("name/", views.member_name, name="name"),
    path("language/", views.language, name="language"),
    path("scheme/", views.scheme, name="scheme"),
    path("page-size/", views.page_size, name="page_size"),
    path("outbox/", views.outbox_page, name="outbox"),
]
