"""Tags of an imaginary caller, as a game would have them, and how they look."""

from html import escape

from forum.markup import Tag

TAGS = {
    "vote": Tag("vote"),
    "голос": Tag("vote"),
    "unvote": Tag("unvote", single=True),
    "Снять": Tag("unvote", single=True),
    "done": Tag("done", single=True),
}

RENDER = {
    "vote": lambda name: f'<span class="votemark">Голос: {escape(name)}</span>',
    "unvote": lambda _nothing: '<span class="votemark">Голос снят</span>',
    "done": lambda _nothing: '<span class="votemark">Всё сказано</span>',
}
