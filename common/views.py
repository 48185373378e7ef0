"""Pages that know no noun of the game: the pictures of names."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from common import seals

FOREVER = "public, max-age=31536000, immutable"


@require_safe
def seal(request: HttpRequest, code: str) -> HttpResponse:
    """Draw a seal by its code. The code is the whole picture, so it may be kept for ever.

    Raises Http404 for a code that no name could have.
    """
    if code == seals.HOST_CODE:
        picture = seals.host_svg()
    else:
        traits = seals.decode(code)
        if traits is None:
            raise Http404
        picture = seals.svg(traits)
    return HttpResponse(picture, content_type="image/svg+xml", headers={"Cache-Control": FOREVER})
