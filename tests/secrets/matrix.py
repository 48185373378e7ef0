"""Who gets which answer: every address of the site, by method and by what the game stands at.

Read a line as: address, method, state of the game, and one letter for each reader.

Readers, in the order of the columns:

    v visitor            o logged in, no name     m member, not in the game
    c citizen            f mafioso                k commissioner
    d doctor             x out of the game
    h host               H host of another game   F mafioso of another game
    n newcomer, whose seat in this game is held until the code from the letter comes

States: `signup`, `day` (the second), `night` (the second), `over`; `*` is each of them, and for a
page that has nothing to do with a game, any. Before the deal the columns c to x are clones without
a role, and nobody is out.

Answers:

    o  the page (200)                        g  done, and sent on (303; 302 by log-in pages)
    u  refused with a sentence (422)         x  nothing here: the 404 of what does not exist
    d  done, and nothing to show (204)
    m  not this method (405)                 l  to the log-in, and back afterwards (302)
    n  to the page that asks for a member name, and back afterwards (302)

A form is sent as the reader's own page would send it (`FORMS` in `stage.py`), as valid as it can
be. `name what` is one address under several circumstances, which `stage.py` explains.
"""

VIEWERS = "vomcfkdxhHFn"
STATES = ("signup", "day", "night", "over")

# What Django's admin brings is one rule for all its addresses: whoever is no operator is sent to the log-in.
ADMIN = "admin:"

# fmt: off
MATRIX = """
# address                      method  state   vom cfkdx hHFn

# ---- the site
games:front                    GET     *       ooo ooooo oooo
games:front                    POST    *       mmm mmmmm mmmm
games:list                     GET     *       ooo ooooo oooo
games:list                     POST    *       mmm mmmmm mmmm
games:archive                  GET     *       ooo ooooo oooo
games:archive                  POST    *       mmm mmmmm mmmm
games:how                      GET     *       ooo ooooo oooo
games:how                      POST    *       mmm mmmmm mmmm
games:roles                    GET     *       ooo ooooo oooo
games:roles                    POST    *       mmm mmmmm mmmm
games:glossary                 GET     *       ooo ooooo oooo
games:glossary                 POST    *       mmm mmmmm mmmm
games:writing                  GET     *       ooo ooooo oooo
games:writing                  POST    *       mmm mmmmm mmmm
games:absence                  GET     *       ooo ooooo oooo
games:absence                  POST    *       mmm mmmmm mmmm
games:create                   GET     *       lno nnnnn oonl
games:create                   POST    *       lng nnnnn ggnl
games:play                     GET     *       mmm mmmmm mmmm
games:play                     POST    *       ggg ggggg gggg
games:create_summary           GET     *       mmm mmmmm mmmm
games:create_summary           POST    *       lno nnnnn oonl
games:notices                  GET     *       loo ooooo oool
games:notices                  POST    *       mmm mmmmm mmmm
games:notices_read             GET     *       mmm mmmmm mmmm
games:notices_read             POST    *       lgg ggggg gggl

# ---- the game, for everybody
games:table                    GET     *       ooo ooooo oooo
games:table                    POST    *       mmm mmmmm mmmm
games:live_thread              GET     *       ooo ooooo oooo
games:live_thread              POST    *       mmm mmmmm mmmm
games:ticket                   GET     *       ooo ooooo oooo
games:ticket                   POST    *       mmm mmmmm mmmm
games:live_panel               GET     *       ooo ooooo oooo
games:live_panel               POST    *       mmm mmmmm mmmm
games:hints                    GET     *       mmm mmmmm mmmm
games:hints                    POST    *       ggg ggggg gggg
games:rules                    GET     *       ooo ooooo oooo
games:rules                    POST    *       mmm mmmmm mmmm
games:protocol                 GET     *       ooo ooooo oooo
games:protocol                 POST    *       mmm mmmmm mmmm
games:votes                    GET     *       ooo ooooo oooo
games:votes                    POST    *       mmm mmmmm mmmm
games:votes_txt                GET     *       ooo ooooo oooo
games:votes_txt                POST    *       mmm mmmmm mmmm
games:activity                 GET     *       ooo ooooo oooo
games:activity                 POST    *       mmm mmmmm mmmm
games:search                   GET     *       ooo ooooo oooo
games:search                   POST    *       mmm mmmmm mmmm
games:report                   GET     *       lno ooooo xonl
games:report                   POST    *       lng ggggg xgnl

# ---- reading: places in the thread; bookmarks and notes of one's own, for whoever has a name here
games:jump                     GET     *       ggg ggggg gggg
games:jump                     POST    *       mmm mmmmm mmmm
games:bookmarks                GET     *       lno ooooo oonl
games:bookmarks                POST    *       lng ggggg ggnl
games:note on c                GET     *       lno ooooo oonl
games:note on c                POST    *       lng ggggg ggnl
games:note on nobody           GET     day     xxx xxxxx xxxx
games:note on nobody           POST    day     xxx xxxxx xxxx

# ---- the whole story, once the game is over
games:story                    GET     signup  xxx xxxxx xxxx
games:story                    GET     day     xxx xxxxx xxxx
games:story                    GET     night   xxx xxxxx xxxx
games:story                    GET     over    ooo ooooo oooo
games:story                    POST    *       mmm mmmmm mmmm
games:replay                   GET     signup  xxx xxxxx xxxx
games:replay                   GET     day     xxx xxxxx xxxx
games:replay                   GET     night   xxx xxxxx xxxx
games:replay                   GET     over    ooo ooooo oooo
games:replay                   POST    *       mmm mmmmm mmmm
games:proof                    GET     signup  xxx xxxxx xxxx
games:proof                    GET     day     xxx xxxxx xxxx
games:proof                    GET     night   xxx xxxxx xxxx
games:proof                    GET     over    ooo ooooo oooo
games:proof                    POST    *       mmm mmmmm mmmm
games:proof_json               GET     signup  xxx xxxxx xxxx
games:proof_json               GET     day     xxx xxxxx xxxx
games:proof_json               GET     night   xxx xxxxx xxxx
games:proof_json               GET     over    ooo ooooo oooo
games:proof_json               POST    *       mmm mmmmm mmmm

# ---- sign-up
games:join                     GET     *       mmm mmmmm mmmm
games:join                     POST    signup  ggg uuuuu uggg
games:join                     POST    day     uuu uuuuu uuuu
games:join                     POST    night   uuu uuuuu uuuu
games:join                     POST    over    uuu uuuuu uuuu
games:join_code held           GET     signup  ooo ooooo oooo
games:join_code held           POST    signup  uuu uuuuu uuuu
games:join_code held           GET     day     ggg ggggg gggg
games:join_code held           POST    day     ggg ggggg gggg
games:join_code held           GET     night   ggg ggggg gggg
games:join_code held           POST    night   ggg ggggg gggg
games:join_code held           GET     over    ggg ggggg gggg
games:join_code held           POST    over    ggg ggggg gggg
games:join_code wrong          GET     *       ggg ggggg gggg
games:join_code wrong          POST    *       ggg ggggg gggg
games:withdraw                 GET     *       mmm mmmmm mmmm
games:withdraw                 POST    signup  uuu ggggg uuuu
games:withdraw                 POST    day     uuu uuuuu uuuu
games:withdraw                 POST    night   uuu uuuuu uuuu
games:withdraw                 POST    over    uuu uuuuu uuuu
games:rename                   GET     *       mmm mmmmm mmmm
games:rename                   POST    signup  uuu ggggg uuuu
games:rename                   POST    day     uuu uuuuu uuuu
games:rename                   POST    night   uuu uuuuu uuuu
games:rename                   POST    over    uuu uuuuu uuuu

# ---- the table: posts, votes, absence, orders
games:post                     GET     *       mmm mmmmm mmmm
games:post                     POST    signup  uuu ggggg guuu
games:post                     POST    day     uuu ggggu guuu
games:post                     POST    night   uuu uuuuu guuu
games:post                     POST    over    uug ggggg gguu
games:vote                     GET     *       mmm mmmmm mmmm
games:vote                     POST    signup  uuu uuuuu uuuu
games:vote                     POST    day     uuu ggggu uuuu
games:vote                     POST    night   uuu uuuuu uuuu
games:vote                     POST    over    uuu uuuuu uuuu
games:unvote                   GET     *       mmm mmmmm mmmm
games:unvote                   POST    signup  uuu uuuuu uuuu
games:unvote                   POST    day     uuu ggggu uuuu
games:unvote                   POST    night   uuu uuuuu uuuu
games:unvote                   POST    over    uuu uuuuu uuuu
games:done                     GET     *       mmm mmmmm mmmm
games:done                     POST    *       uuu uuuuu uuuu
games:say                      GET     *       mmm mmmmm mmmm
games:say                      POST    *       uuu uuuuu uuuu
games:away                     GET     *       mmm mmmmm mmmm
games:away                     POST    signup  uuu uuuuu uuuu
games:away                     POST    day     uuu ggggu uuuu
games:away                     POST    night   uuu ggggu uuuu
games:away                     POST    over    uuu uuuuu uuuu
games:advance_vote             GET     *       mmm mmmmm mmmm
games:advance_vote             POST    signup  uuu uuuuu uuuu
games:advance_vote             POST    day     uuu ggggu uuuu
games:advance_vote             POST    night   uuu ggggu uuuu
games:advance_vote             POST    over    uuu uuuuu uuuu
games:acknowledge              GET     *       mmm mmmmm mmmm
games:acknowledge              POST    signup  uuu ggggg uuuu
games:acknowledge              POST    day     uuu ggggu uuuu
games:acknowledge              POST    night   uuu ggggu uuuu
games:acknowledge              POST    over    uuu uuuuu uuuu
games:order                    GET     *       mmm mmmmm mmmm
games:order                    POST    signup  uuu uuuuu uuuu
games:order                    POST    day     uuu uuuuu uuuu
games:order                    POST    night   uuu ugggu uuuu
games:order                    POST    over    uuu uuuuu uuuu
games:here                     GET     *       mmm mmmmm mmmm
games:here                     POST    *       xxx ddddd xxxx
games:boss                     GET     *       mmm mmmmm mmmm
games:boss                     POST    *       uuu uuuuu uuuu
games:declare                  GET     *       mmm mmmmm mmmm
games:declare                  POST    *       uuu uuuuu uuuu

# ---- letters, the mafia's room, the talk with the host
games:letters                  GET     *       xxx ooooo xxxx
games:letters                  POST    *       mmm mmmmm mmmm
games:letter_new               GET     *       xxx ooooo xxxx
games:letter_new               POST    signup  xxx uuuuu xxxx
games:letter_new               POST    day     xxx ggggu xxxx
games:letter_new               POST    night   xxx ggggu xxxx
games:letter_new               POST    over    xxx uuuuu xxxx
games:talk                     GET     *       xxx ooooo xxxx
games:talk                     POST    signup  xxx ggggg xxxx
games:talk                     POST    day     xxx ggggu xxxx
games:talk                     POST    night   xxx ggggu xxxx
games:talk                     POST    over    xxx uuuuu xxxx
games:letter of c and d        GET     signup  xxx xxxxx xxxx
games:letter of c and d        POST    signup  xxx xxxxx xxxx
games:letter of c and d        GET     day     xxx oxxox xxxx
games:letter of c and d        POST    day     xxx gxxgx xxxx
games:letter of c and d        GET     night   xxx oxxox xxxx
games:letter of c and d        POST    night   xxx gxxgx xxxx
games:letter of c and d        GET     over    xxx oxxox xxxx
games:letter of c and d        POST    over    xxx uxxux xxxx
games:letter of the mafia      GET     signup  xxx xxxxx xxxx
games:letter of the mafia      POST    signup  xxx xxxxx xxxx
games:letter of the mafia      GET     day     xxx xoxxx xxxx
games:letter of the mafia      POST    day     xxx xgxxx xxxx
games:letter of the mafia      GET     night   xxx xoxxx xxxx
games:letter of the mafia      POST    night   xxx xgxxx xxxx
games:letter of the mafia      GET     over    ooo ooooo oooo
games:letter of the mafia      POST    over    uuu uuuuu uuuu
games:letter of k with x       GET     day     xxx xxoxo xxxx
games:letter of k with x       POST    day     xxx xxuxu xxxx
games:letter of next door      GET     *       xxx xxxxx xxxx
games:letter of next door      POST    *       xxx xxxxx xxxx
games:letter talk of c         GET     *       xxx xxxxx xxxx
games:letter talk of c         POST    *       xxx xxxxx xxxx
games:letter the thread        GET     *       xxx xxxxx xxxx
games:letter the thread        POST    *       xxx xxxxx xxxx
games:report_letter of c and d GET     signup  xxx xxxxx xxxx
games:report_letter of c and d POST    signup  xxx xxxxx xxxx
games:report_letter of c and d GET     day     xxx xxxox xxxx
games:report_letter of c and d POST    day     xxx xxxgx xxxx
games:report_letter of c and d GET     night   xxx xxxox xxxx
games:report_letter of c and d POST    night   xxx xxxgx xxxx
games:report_letter of c and d GET     over    xxx xxxox xxxx
games:report_letter of c and d POST    over    xxx xxxgx xxxx
games:report_letter of k with x GET    day     xxx xxxxo xxxx
games:report_letter of k with x POST   day     xxx xxxxg xxxx
games:report_letter of next door GET   *       xxx xxxxx xxxx
games:report_letter of next door POST  *       xxx xxxxx xxxx
games:report_letter talk of c  GET     *       xxx xxxxx xxxx
games:report_letter talk of c  POST    *       xxx xxxxx xxxx

# ---- the rooms of the dead and of the onlookers; m has entered the latter
games:dead                     GET     signup  xxx xxxxx oxxx
games:dead                     GET     day     xxx xxxxo oxxx
games:dead                     GET     night   xxx xxxxo oxxx
games:dead                     GET     over    ooo ooooo oooo
games:dead                     POST    signup  xxx xxxxx uxxx
games:dead                     POST    day     xxx xxxxg uxxx
games:dead                     POST    night   xxx xxxxg uxxx
games:dead                     POST    over    uuu uuuuu uuuu
games:onlookers                GET     signup  xxo xxxxx oxxx
games:onlookers                GET     day     xxo xxxxx oxxx
games:onlookers                GET     night   xxo xxxxx oxxx
games:onlookers                GET     over    ooo ooooo oooo
games:onlookers                POST    signup  xxg xxxxx uxxx
games:onlookers                POST    day     xxg xxxxx uxxx
games:onlookers                POST    night   xxg xxxxx uxxx
games:onlookers                POST    over    uuu uuuuu uuuu
games:look_on                  GET     *       mmm mmmmm mmmm
games:look_on                  POST    signup  lng xxxxx xgnl
games:look_on                  POST    day     lng xxxxx xgnl
games:look_on                  POST    night   lng xxxxx xgnl
games:look_on                  POST    over    xxx xxxxx xxxx

# ---- the host's desk
games:desk                     GET     *       xxx xxxxx oxxx
games:desk                     POST    *       mmm mmmmm mmmm
games:desk_presence            GET     *       xxx xxxxx oxxx
games:desk_presence            POST    *       mmm mmmmm mmmm
games:change                   GET     *       xxx xxxxx oxxx
games:change                   POST    signup  xxx xxxxx gxxx
games:change                   POST    day     xxx xxxxx gxxx
games:change                   POST    night   xxx xxxxx gxxx
games:change                   POST    over    xxx xxxxx uxxx
games:desk_talk with c         GET     *       xxx xxxxx oxxx
games:desk_talk with c         POST    signup  xxx xxxxx gxxx
games:desk_talk with c         POST    day     xxx xxxxx gxxx
games:desk_talk with c         POST    night   xxx xxxxx gxxx
games:desk_talk with c         POST    over    xxx xxxxx uxxx
games:desk_talk with nobody    GET     *       xxx xxxxx xxxx
games:desk_talk with nobody    POST    *       xxx xxxxx xxxx
games:desk_offer to m          GET     *       xxo xxxxx xxxx
games:desk_offer to m          POST    *       xxg xxxxx xxxx
games:desk_act pause           GET     *       mmm mmmmm mmmm
games:desk_act nothing         POST    *       xxx xxxxx xxxx
games:desk_act post            POST    *       xxx xxxxx gxxx
games:desk_act deal            POST    signup  xxx xxxxx gxxx
games:desk_act deal            POST    day     xxx xxxxx uxxx
games:desk_act deal            POST    night   xxx xxxxx uxxx
games:desk_act deal            POST    over    xxx xxxxx uxxx
games:desk_act pause           POST    signup  xxx xxxxx uxxx
games:desk_act pause           POST    day     xxx xxxxx gxxx
games:desk_act pause           POST    night   xxx xxxxx gxxx
games:desk_act pause           POST    over    xxx xxxxx uxxx
games:desk_act resume          POST    signup  xxx xxxxx uxxx
games:desk_act resume          POST    day     xxx xxxxx gxxx
games:desk_act resume          POST    night   xxx xxxxx gxxx
games:desk_act resume          POST    over    xxx xxxxx uxxx
games:desk_act extend          POST    signup  xxx xxxxx gxxx
games:desk_act extend          POST    day     xxx xxxxx gxxx
games:desk_act extend          POST    night   xxx xxxxx gxxx
games:desk_act extend          POST    over    xxx xxxxx uxxx
games:desk_act end             POST    signup  xxx xxxxx uxxx
games:desk_act end             POST    day     xxx xxxxx gxxx
games:desk_act end             POST    night   xxx xxxxx gxxx
games:desk_act end             POST    over    xxx xxxxx uxxx
games:desk_act publish         POST    *       xxx xxxxx uxxx
games:desk_act answer          POST    signup  xxx xxxxx gxxx
games:desk_act answer          POST    day     xxx xxxxx gxxx
games:desk_act answer          POST    night   xxx xxxxx gxxx
games:desk_act answer          POST    over    xxx xxxxx uxxx
games:desk_act roles           POST    *       xxx xxxxx gxxx
games:desk_act heart           POST    signup  xxx xxxxx uxxx
games:desk_act heart           POST    day     xxx xxxxx gxxx
games:desk_act heart           POST    night   xxx xxxxx gxxx
games:desk_act heart           POST    over    xxx xxxxx uxxx
games:desk_act rename          POST    signup  xxx xxxxx gxxx
games:desk_act rename          POST    day     xxx xxxxx uxxx
games:desk_act rename          POST    night   xxx xxxxx uxxx
games:desk_act rename          POST    over    xxx xxxxx uxxx
games:desk_act remove          POST    signup  xxx xxxxx gxxx
games:desk_act remove          POST    day     xxx xxxxx uxxx
games:desk_act remove          POST    night   xxx xxxxx uxxx
games:desk_act remove          POST    over    xxx xxxxx uxxx
games:desk_act hide            POST    *       xxx xxxxx gxxx
games:desk_act noted           POST    *       xxx xxxxx uxxx
games:desk_act hand            POST    signup  xxx xxxxx gxxx
games:desk_act hand            POST    day     xxx xxxxx gxxx
games:desk_act hand            POST    night   xxx xxxxx gxxx
games:desk_act hand            POST    over    xxx xxxxx uxxx
games:desk_act unhand          POST    *       xxx xxxxx gxxx
games:desk_act cancel          POST    signup  xxx xxxxx gxxx
games:desk_act cancel          POST    day     xxx xxxxx gxxx
games:desk_act cancel          POST    night   xxx xxxxx gxxx
games:desk_act cancel          POST    over    xxx xxxxx uxxx

# ---- people: nothing of a game (log-in pages answer a wrong form with themselves)
accounts:profile               GET     *       loo ooooo oool
accounts:profile               POST    *       lgg ggggg gggl
accounts:name                  GET     *       log ooooo ggol
accounts:name                  POST    *       luu uuuuu uuul
accounts:language              GET     *       mmm mmmmm mmmm
accounts:language              POST    *       ggg ggggg gggg
accounts:scheme                GET     *       mmm mmmmm mmmm
accounts:scheme                POST    *       ggg ggggg gggg
accounts:page_size             GET     *       mmm mmmmm mmmm
accounts:page_size             POST    *       ggg ggggg gggg
accounts:outbox                GET     *       xxx xxxxx xxxx
accounts:outbox                POST    *       mmm mmmmm mmmm
account_login                  GET     *       ogg ggggg gggo
account_login                  POST    *       ogg ggggg gggo
account_logout                 GET     *       goo ooooo ooog
account_logout                 POST    *       ggg ggggg gggg
account_inactive               GET     *       ooo ooooo oooo
account_inactive               POST    *       mmm mmmmm mmmm
account_signup                 GET     *       ogg ggggg gggo
account_signup                 POST    *       ogg ggggg gggo
account_email                  GET     *       loo ooooo oool
account_email                  POST    *       lgg ggggg gggl
account_change_password        GET     *       lgg ggggg gggl
account_change_password        POST    *       lgg ggggg gggl
account_set_password           GET     *       lgg ggggg gggl
account_set_password           POST    *       lgg ggggg gggl
account_reset_password         GET     *       ooo ooooo oooo
account_reset_password         POST    *       ooo ooooo oooo
account_reset_password_done    GET     *       ooo ooooo oooo
account_reset_password_done    POST    *       mmm mmmmm mmmm
account_reset_password_from_key GET    *       ooo ooooo oooo
account_reset_password_from_key POST   *       ooo ooooo oooo
account_reset_password_from_key_done GET *     ooo ooooo oooo
account_reset_password_from_key_done POST *    mmm mmmmm mmmm
account_request_login_code     GET     *       ogg ggggg gggo
account_request_login_code     POST    *       ogg ggggg gggo
account_confirm_login_code     GET     *       ggg ggggg gggg
account_confirm_login_code     POST    *       ggg ggggg gggg
account_reauthenticate         GET     *       lgg ggggg gggl
account_reauthenticate         POST    *       lgg ggggg gggl
account_request_reauthentication_code  GET  *  loo ooooo oool
account_request_reauthentication_code  POST *  loo ooooo oool
account_confirm_reauthentication_code  GET  *  lgg ggggg gggl
account_confirm_reauthentication_code  POST *  lgg ggggg gggl
account_email_verification_sent GET    *       ggg ggggg gggg
account_email_verification_sent POST   *       ggg ggggg gggg

# ---- the rest
healthz                        GET     *       ooo ooooo oooo
healthz                        POST    *       mmm mmmmm mmmm
common:seal                    GET     *       ooo ooooo oooo
common:seal                    POST    *       mmm mmmmm mmmm
"""
# fmt: on
