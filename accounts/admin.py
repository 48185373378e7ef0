"""People in the admin, for the operator of the site.

Personas and who owns them are not shown here: an operator who reads the database can find out, but
nobody should by looking up an address.
"""

from typing import TYPE_CHECKING

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import User

# The admin's own log-in knows no rate limits and no codes; ours does.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]


if TYPE_CHECKING:
    _ModelAdmin = admin.ModelAdmin[User]
else:
    _ModelAdmin = admin.ModelAdmin


@admin.register(User)
class UserAdmin(_ModelAdmin):
    """Close and reopen accounts, name operators. Passwords are set by their owners."""

    list_display = ("email", "date_joined", "is_active", "is_staff")
    list_filter = ("is_active", "is_staff")
    search_fields = ("email",)
    ordering = ("-date_joined",)
    fieldsets = (
        (None, {"fields": ("email", "is_active")}),
        (_("Operators"), {"fields": ("is_staff", "is_superuser", "groups", "user_permissions")}),
        (_("How pages look"), {"fields": ("language", "time_zone", "scheme")}),
        (_("When"), {"fields": ("date_joined", "last_login")}),
    )
    readonly_fields = ("email", "date_joined", "last_login")
    filter_horizontal = ("groups", "user_permissions")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Leave adding people to the sign-up, and operators to `createsuperuser`."""
        return False
