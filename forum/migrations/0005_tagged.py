"""Posts that were written before the column: what was said by a tag, or by a control, can be read from them."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def tag(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Find the votes: lines by their mark, texts by what the tag has left in them."""
    posts = apps.get_model("forum", "Post").objects
    posts.filter(models.Q(mark__in=("vote", "unvote")) | models.Q(html__contains='<span class="v')).update(tagged=True)


class Migration(migrations.Migration):
    dependencies = [
        ("forum", "0004_sifting"),
    ]

    operations = [
        migrations.RunPython(tag, migrations.RunPython.noop),
    ]
