"""Words that no nickname may be, in both languages (`rules.md` section 2).

They are compared by skeleton (`common.names`), so one spelling covers every letter case, ё, spaces
and look-alikes. Two kinds: words that mean something where a name is typed or shown, refused when
they are the whole name; and words of the staff, refused wherever they stand in a name as a word of
their own ("Ведущий 2", "The Host").
"""

# What one types in a vote, a verdict or an order, instead of a name.
COMMANDS = """
vote, unvote, revote, голос, голосую, голосование, снять, переголосовать
night, ночь, night vote, ночной голос, за ночь
for, against, за, против, yes, no, да, нет
done, finish, готово, готов, всё сказано
cancel, отмена, отменить, withdraw, отозвать
pass, пас, skip, пропуск, abstain, воздерживаюсь
kill, убить, shoot, стрелять, treat, heal, лечить, вылечить, save, спасти, check, проверить
who, кто, кто такой, метка, чёрная метка
away, отъезд, advance, заранее, boss, босс, say, сказать
quote, цитата, spoiler, спойлер, code, код, url
"""

# What a tally, a report or a notice says instead of a name.
OUTCOMES = """
no one, nobody, никто, никого, none, nothing, ничего, ничто, draw, ничья
everyone, everybody, all, все, всем, any, любой, here, здесь
unknown, неизвестно, неизвестный, anonymous, аноним, анонимный, guest, гость, deleted, удалено
me, you, я, вы, мы
day, день, evening, вечер, dawn, рассвет, verdict, приговор, runoff, last word, последнее слово
deal, раздача, report, сообщение, heart attack, инфаркт
"""

ROLES = """
mafia, mafioso, мафия, мафиози, мафиозо, maniac, маньяк, commissioner, комиссар
doctor, доктор, врач, sergeant, сержант, citizen, citizens, town, город, мирные, мирный
житель, жители, честный житель, честные жители, мирный житель, мирные жители
player, players, игрок, игроки, seat, место, member, участник, clone, клон
dead, мёртвый, мёртвые, living, живой, живые
"""

# Parts of an address, and what programs read as "no value".
PLACES = """
new, edit, delete, create, login, logout, signup, signin, settings, profile, account, accounts
game, games, игра, игры, thread, тема, index, front, archive, архив, rules, правила
static, media, api, feed, search, help, помощь, about, mail, letters, письма
null, undefined, true, false, system, система, site, сайт, forum, форум, server, сервер
support, поддержка, bot, бот, root, postmaster, webmaster, hostmaster, abuse, security, noreply
мастер игры, game master, городской писарь, town clerk
"""

# Whoever bears one of these reads as the one who runs the game or the site.
STAFF = """
host, ведущий, ведущая, ведущие, gamemaster, narrator
admin, administrator, админ, администратор, администрация
moderator, модератор, модераторы, organiser, organizer, организатор
"""


def listed(*texts: str) -> frozenset[str]:
    """Return the words and phrases of the texts above, as they are spelt there."""
    entries = ",".join(texts).replace("\n", ",").split(",")
    return frozenset(entry.strip() for entry in entries if entry.strip())
