"""Search: a column of words, and over it the full-text index of the database at hand.

A later migration that makes the table `forum_postwords` anew on SQLite (any change of a column does)
loses its triggers and must call `make_index` again.
"""

import django.db.models.deletion
from django.db import migrations, models

SQLITE = (
    # Words come cut and plain: all that is not ASCII belongs to one. The text itself stays in the table alone.
    "CREATE VIRTUAL TABLE forum_search USING fts5(stems, content='forum_postwords', content_rowid='post_id',"
    " tokenize='ascii', detail='none', columnsize=0)",
    "CREATE TRIGGER forum_search_add AFTER INSERT ON forum_postwords BEGIN"
    " INSERT INTO forum_search(rowid, stems) VALUES (new.post_id, new.stems); END",
    "CREATE TRIGGER forum_search_drop AFTER DELETE ON forum_postwords BEGIN"
    " INSERT INTO forum_search(forum_search, rowid, stems) VALUES ('delete', old.post_id, old.stems); END",
    "CREATE TRIGGER forum_search_change AFTER UPDATE ON forum_postwords BEGIN"
    " INSERT INTO forum_search(forum_search, rowid, stems) VALUES ('delete', old.post_id, old.stems);"
    " INSERT INTO forum_search(rowid, stems) VALUES (new.post_id, new.stems); END",
)
POSTGRESQL = (
    "CREATE INDEX forum_search ON forum_postwords"
    " USING gin (array_to_tsvector(string_to_array(btrim(stems), ' ')))",
)


def make_index(apps, schema_editor):
    """Make the index of the database at hand."""
    for statement in POSTGRESQL if schema_editor.connection.vendor == "postgresql" else SQLITE:
        schema_editor.execute(statement)


def drop_index(apps, schema_editor):
    """Take it away again; the table, its triggers and an index on it go by themselves."""
    if schema_editor.connection.vendor != "postgresql":
        schema_editor.execute("DROP TABLE forum_search")


class Migration(migrations.Migration):
    dependencies = [("forum", "0002_post_mark_thread_language")]

    operations = [
        migrations.CreateModel(
            name="PostWords",
            fields=[
                (
                    "post",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="words",
                        serialize=False,
                        to="forum.post",
                    ),
                ),
                ("stems", models.TextField()),
            ],
        ),
        migrations.RunPython(make_index, drop_index),
    ]
