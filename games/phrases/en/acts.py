"""What goes with an act, in English: votes, the commissioner's word, the last word, the mafia's room, letters."""

LINES: dict[str, tuple[str, ...]] = {
    # ---- votes; {vote} is the tag
    "vote": (
        "{vote}", "My vote: {vote}.", "{vote}, come what may.", "Therefore {vote}.", "The sum of my doubts: {vote}.",
        "I put my vote on it. {vote}", "For now: {vote}.", "Write it down: {vote}.", "{vote}. Reasons above.",
        "Settled. {vote}", "I give my vote: {vote}.", "No more thinking. {vote}", "Today {vote}.",
        "Here is my vote: {vote}.", "Hand up: {vote}.", "What remains: {vote}.", "I vote without joy: {vote}.",
        "{vote}. If you can do better, say so.", "Ballot in the box: {vote}.", "First of all {vote}.",
        "Until evening I stand by this: {vote}.", "Better early than never: {vote}.", "For the record: {vote}.",
        "No malice, but {vote}.", "Signed by me: {vote}.", "Weighed and measured: {vote}.",
    ),
    "change": (
        "I change my vote. {vote}", "No shame in a second thought: {vote}.", "New count, new vote: {vote}.",
        "You have convinced me. {vote}", "I take my vote away for this: {vote}.", "I reread and change: {vote}.",
        "No, this is more like it: {vote}.", "I move my vote. {vote}", "My first idea was worse than my second. {vote}",
        "Stubbornness is silly, the facts have moved: {vote}.", "My earlier vote was a draft: {vote}.",
        "After what was said {vote}.", "A mistake mended in time: {vote}.", "I pick my vote up and put it here: {vote}.",
        "A vote is not a stone. {vote}", "More doubt there, less here: {vote}.",
    ),
    "runoff": (
        "Second round, second chance to be right. {vote}", "An unpleasant choice, but {vote}.",
        "I heard them all and vote: {vote}.", "After the last words I stay with it: {vote}.",
        "No long thinking here. {vote}", "If it must be now, then {vote}.", "{vote}. Good luck to the rest.",
        "Not everybody on the bench convinced me: {vote}.", "The lesser evil: {vote}.",
        "A short bench, a short decision: {vote}.", "The scales have tipped. {vote}", "A weak speech, so my vote: {vote}.",
        "Shall we not miss twice running? {vote}", "One must choose, I choose: {vote}.",
    ),
    # ---- the commissioner; what reads these lines looks for the words in WORDS
    "claim_found": (
        "Enough guessing: I am the commissioner. The check: {name} is mafia. Vote.",
        "I come forward, there will be no better time. I am the commissioner, and the check says {name} is mafia.",
        "I am the commissioner. Checked at night: {name} is mafia. There is no mistake.",
        "It is time. I am the commissioner and {name} is mafia by my check.",
        "Doctor, tonight is yours: I am the commissioner. {name} is mafia, checked.",
        "Badge on the table: I am the commissioner. {name} is mafia, and that is no theory.",
        "Quiet, please. I am the commissioner, and {name} is mafia.",
        "One can argue with a hunch, not with a check. I am the commissioner. {name} is mafia.",
    ),
    "claim_list": (
        "Do not jail me: I am the commissioner. My checks: {results}.",
        "I have to come forward. I am the commissioner, my checks are: {results}.",
        "Stop. I am the commissioner. I have made checks: {results}.",
        "If I go to jail the town goes blind: I am the commissioner. The checks: {results}.",
        "Sooner than I wished, but I am the commissioner. What I know: {results}.",
        "Put the rope away, I am the commissioner. The night book: {results}.",
    ),
    "claim_bare": (
        "Stop there: I am the commissioner. No checks yet, give me a night.",
        "Early to come forward, but there is no choice. I am the commissioner, the first check comes tonight.",
        "You are jailing the wrong one: I am the commissioner. Tomorrow I bring a check.",
        "I am the commissioner. Nothing to show yet but this confession.",
        "Town, you strike at your own eyes: I am the commissioner. One night and I shall be of use.",
    ),
    "counter": (
        "Not true. I am the commissioner, and {name} is mafia in a borrowed uniform.",
        "There are no two of us: I am the commissioner. {name} is mafia, one sees it without a check.",
        "A lie, and a bold one. I am the commissioner, {name} is mafia.",
        "Take off the borrowed badge: I am the commissioner. {name} is mafia.",
        "Caught at last. I am the commissioner, {name} is mafia, nothing else explains it.",
    ),
    "believe": (
        "I believe the commissioner. That changes things.", "Given a check, there is nothing to argue about.",
        "Facts at last, not moods.", "Doctor, you know whom to look after tonight.",
        "I see no second commissioner, so we believe the first.", "A check outweighs my guesses, I withdraw them.",
        "{name}, I believe you. Lead on.", "{name}, a brave step. I hope the doctor reads the thread.",
        "If {name} is lying, the real one will speak. So far it is quiet, so I believe.",
        "I trust the word of {name} more than my own nose.", "{name}, you might have begun with that. I believe it.",
        "The badge is real, as far as one can see. {name}, the town is with you.",
    ),
    "two_claims": (
        "Two commissioners: {name} and {other}. One of them is mafia, what luck.",
        "{name} or {other}: somebody wears a borrowed badge. Let us compare checks.",
        "Two commissioners are many for one town. {name}, {other}, one check each, please.",
        "It all turns on {name} and {other}. The wrong one will never be believed again.",
        "Both swear, {name} and {other}. I watch whose check comes true.",
        "Jail one and we learn about the other. {name}, {other}, no offence.",
    ),
    # ---- the bench
    "verdict_for": (
        "No excuse that I can see.",
        "The whole day has led to this.",
        "The last word has changed nothing.",
        "No more questions from me.",
        "{name}: too many coincidences.",
        "Better wrong by day than wrong by night.",
        "There are doubts, but there is no other name.",
        "The town has waited for this.",
    ),
    "verdict_against": (
        "I have heard no proof here.",
        "This way we lose one of our own.",
        "Not today: the case is thin.",
        "A few votes are not enough for this.",
        "Who gains by it? Not the town.",
        "Let us wait one night more.",
        "I am not convinced.",
        "More noise than guilt.",
    ),
    "last_plea": (
        "The second round is to come. Please look at votes, not at loudness.",
        "I am with the town. If you hesitate between us, recall who votes and what for.",
        "It is up to you. I say one thing: my jail would please the mafia.",
        "Give me one night. In the morning you thank me, or you mend it.",
        "A hard bench, but from here one sees who looks away.",
        "There is more than one of us on the bench, and one is guilty. It is not me.",
        "Compare our posts. Whose are questions and whose are excuses?",
        "I do not ask you to believe, I ask you to reread.",
        "If you choose blindly, do not choose me: blindly I am a citizen.",
        "Whoever first brought me here is very hopeful about the second round.",
        "A short speech: vote against the one who suits the night.",
        "If I go, I go, but do not forget the other one on this bench.",
    ),
    "last_town": (
        "You are wrong, but not out of malice. Look among those who voted last.",
        "An honest citizen takes leave. Do not repeat this tomorrow.",
        "My role will be shown and you will feel awkward. Bear up.",
        "A short last word: look at the votes.",
        "Town, do not quarrel. The mafia waits for just that.",
        "I go without hard feelings. Turn off the lights yourselves.",
        "Remember who brought me here, and ask in the morning.",
        "A pity, I like this town. Look after the doctor.",
        "It is all in my posts, read them again in another mood.",
        "Behind bars, then. At least one knows who is honest there.",
        "I leave the town my notebook and my patience. You need the second more.",
        "One citizen fewer. You will have to finish the sum without me.",
        "I shall not shout. In the morning it will be clear without shouting.",
        "Tell the host to water the fern. And look for the mafia further left.",
        "Let my vote stay in the count: it was an honest one.",
    ),
    "last_mafia": (
        "You are jailing the wrong one, but that is your right.",
        "Well played. I say no more.",
        "Too late to argue. Good night, town.",
        "You will know soon. The last joke is mine.",
        "I had fun. I hope you did too.",
        "Not a word without a lawyer.",
        "Too early for congratulations, and for condolences.",
        "I go without a speech: any extra word is evidence here.",
        "We shall see who laughs at dawn.",
        "Well, the town is not as sleepy as it looks.",
        "Decided is decided. Good night to those who will have one.",
    ),
    "last_commissioner": (
        "I am the commissioner. My checks: {results}. The rest is up to you.",
        "Late but honest: I am the commissioner. The checks: {results}. Do not lose them.",
        "I am the commissioner, and this is my will: {results}.",
        "You have jailed your own eyes: I am the commissioner. Write down before they lead me off: {results}.",
        "I hand in the badge, I am the commissioner. In the book: {results}.",
    ),
    # ---- the mafia's room
    "room_propose": (
        "Tonight I propose {name}. Objections?", "My choice: {name}. Reads too closely.",
        "{name} is more dangerous than the others. Shall we?", "I think {name}: looks like a night role.",
        "The night is short. {name}?", "{name}, as I see it. If you have a better idea, say so.",
        "{name}, or tomorrow they add us up.", "The town trusts {name}. Time to cure that.",
        "Soft steps tonight. Candidate: {name}.", "Let us take {name}: it casts no suspicion on us.",
        "A cross on the map: {name}. Your view?", "{name} is silent louder than the rest. I propose to help.",
    ),
    "room_agree": (
        "Agreed. {name}.", "Very well, {name}, sending it.", "{name} it is.", "Taken: {name}.",
        "Suits me. {name}.", "Good, {name}. By day we keep apart.", "{name}, no questions.",
        "Convincing. {name}, then.", "I follow: {name}.", "{name}. And in the morning we are the most surprised.",
    ),
    # ---- an answer to a letter
    "letter": (
        "Letter read. I will answer in the thread, the light is better there.",
        "Thank you for the letter. For now I half believe you.",
        "An interesting thought. I will test it with a vote.", "Nothing to add, but it is a pleasure to write.",
        "Careful with letters: paper remembers.", "And whom do you suspect yourself?", "I will think. The day is long yet.",
        "Envelope opened, contents under consideration.", "I dislike whispering, but thank you for the thought.",
        "Say it in the thread and I will second it.",
    ),
}  # fmt: skip

# How the result of a check is told.
RESULT = {"mafia": "{name} is mafia", "town": "{name} is not mafia"}
NIGHT_PASSED = "no checks yet"
VOTE_TAG = "[vote]{name}[/vote]"
VERDICT_TAGS = {"for": "[for]", "against": "[against]"}

# What a reader of posts looks for, in small letters: the beginnings of words. People write as they like.
WORDS: dict[str, tuple[str, ...]] = {
    "claim": (
        "i am the commissioner", "i'm the commissioner", "i’m the commissioner", "i am commissioner", "i'm commissioner",
        "commissioner here", "my role is commissioner", "my role is the commissioner", "my role: commissioner",
        "i am the cop", "i'm the cop",
    ),
    "guilty": ("mafia", "mafios", "guilty", "red-handed", "scum", "wolf", "bad"),
    "clean": (
        "not mafia", "not the mafia", "isn't mafia", "isn’t mafia", "not guilty", "no mafia", "town", "citizen", "clean",
        "innocent", "honest", "doctor", "good", "clear", "sergeant",
    ),
    "whom": (
        "who", "suspect", "candidate", "theory", "who gets your vote", "which vote", "list",
    ),
    "why": ("why", "what for", "reason", "explain", "how come"),
    "role": ("are you mafia", "are you the", "who are you", "your role", "what role", "what are you", "are you town", "are you a citizen"),
    "accuse": (
        "mafia", "suspic", "suspect", "lying", "liar", "lies", "murky", "odd", "against", "jail", "vote", "guilty", "hiding",
        "scum", "wolf", "quiet", "silent",
    ),
    "defend": (
        "not mafia", "do not believe", "don't believe", "don’t believe", "innocent", "honest", "nothing bad", "wrong way",
        "too easy", "trust", "no guilt", "leave ", "hold on", "i believe",
    ),
    "change": (
        "i change my vote", "i move my vote", "second thought", "i reread and change", "i take my vote away",
        "changing my vote", "my earlier vote", "i pick my vote up",
    ),
}  # fmt: skip
