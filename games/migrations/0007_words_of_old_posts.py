"""Let search find what was written before there was one."""

from django.db import migrations

from forum.index import row_of
from games.tags import TAGS

AT_ONCE = 500


def index_old(apps, schema_editor):
    """Index every post that stands there."""
    Post, PostWords = apps.get_model("forum", "Post"), apps.get_model("forum", "PostWords")
    last = 0
    while posts := list(Post.objects.filter(pk__gt=last, words=None).order_by("pk")[:AT_ONCE]):
        last = posts[-1].pk
        rows = ((post, row_of(post.thread_id, post.style, post.render_version, post.source, TAGS)) for post in posts)
        PostWords.objects.bulk_create(PostWords(post_id=post.pk, stems=row) for post, row in rows if row)


class Migration(migrations.Migration):
    dependencies = [("forum", "0003_words"), ("games", "0006_graveyard")]

    operations = [migrations.RunPython(index_old, migrations.RunPython.noop)]
