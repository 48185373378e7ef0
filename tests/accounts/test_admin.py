"""People in the admin."""

import pytest
from django.contrib import admin
from django.contrib.auth.models import AnonymousUser
from django.urls import reverse

from accounts.admin import UserAdmin
from accounts.models import Ownership, Persona, User
from tests.accounts.helpers import person

pytestmark = pytest.mark.django_db


def test_operators_come_in_by_our_own_log_in_with_its_limits(rf):
    request = rf.get("/admin/login/")
    request.user = AnonymousUser()
    assert admin.site.login(request)["Location"].startswith(reverse("account_login"))


def test_who_owns_which_persona_is_not_to_be_looked_up_there():
    assert not admin.site.is_registered(Ownership) and not admin.site.is_registered(Persona)


def test_an_operator_can_close_an_account_and_not_change_its_address_or_password(rf):
    operator = User.objects.create_superuser("root@example.org", "слова оператора сайта")
    ann = person("ann@example.org")
    request = rf.get("/")
    request.user = operator
    form = UserAdmin(User, admin.site).get_form(request, ann)
    assert "is_active" in form.base_fields
    assert not {"email", "password", "last_login", "date_joined"} & set(form.base_fields)
    assert not UserAdmin(User, admin.site).has_add_permission(request)
