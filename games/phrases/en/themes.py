"""What games of bots are about, in English, and how bots sign up for one."""

from games.phrases.book import Theme

THEMES = (
    Theme(
        "A Basket of Mushrooms",
        "mushrooms",
        "In the forest village everybody has known everybody since the first rain. Now somebody walks about at night with a knife, and not to pick mushrooms.",
        (
            "Chanterelle", "Porcini", "Morel", "Shiitake", "Enoki", "Oyster", "Truffle", "Puffball",
            "Inkcap", "Milkcap", "Portobello", "Chestnut", "Bolete", "Russula", "Parasol", "Brittlegill",
        ),
    ),
    Theme(
        "The Weather Desk",
        "winds and weather",
        "A weather station at the edge of the map: instruments, tea, and a logbook. The entries do not add up, and the hand is a stranger's.",
        (
            "Sirocco", "Mistral", "Drizzle", "Hoarfrost", "Rainbow", "Fogbank", "Zephyr", "Breeze",
            "Blizzard", "Monsoon", "Hailstone", "Squall", "Sleet", "Thunder", "Dewdrop", "Icicle",
        ),
    ),
    Theme(
        "The China Shop",
        "crockery",
        "After closing time the shelves come to life. In the morning there are shards on the floor, and it was not the mice.",
        (
            "Teapot", "Samovar", "Saucer", "Ladle", "Skillet", "Decanter", "Tureen", "Strainer",
            "Colander", "Goblet", "Pitcher", "Saltcellar", "Tongs", "Platter", "Grater", "Whisk",
        ),
    ),
    Theme(
        "The Drawing Office",
        "drawing instruments",
        "The office delivers its design on Monday. Sheets vanish by night, and somebody has signed for the same one twice.",
        (
            "Compass", "Protractor", "Setsquare", "Vellum", "Ruler", "Stencil", "Caliper", "Eraser",
            "Inkwell", "Thumbtack", "Plumbline", "Mallet", "Chisel", "Spirit Level", "Blotter", "Quill",
        ),
    ),
    Theme(
        "Night Mail",
        "railway stations",
        "The mail train is on its third day. The guard counts the passengers at every stop, and the count is never the same.",
        (
            "Crewe", "Didcot", "Carlisle", "Paddington", "Waverley", "Lichfield", "Tamworth", "Rugby",
            "Oxenholme", "Penrith", "Lockerbie", "Carstairs", "Motherwell", "Tring", "Bletchley", "Nuneaton",
        ),
    ),
    Theme(
        "Harbour Lights",
        "ships' rigging",
        "A harbour where every boat is known by its lamp. One of the lamps goes out each night, and it is not the oil.",
        (
            "Topsail", "Mizzen", "Capstan", "Bowsprit", "Halyard", "Anchor", "Rudder", "Binnacle",
            "Spinnaker", "Bulwark", "Galley", "Keelson", "Lanyard", "Marlin", "Jib", "Tiller",
        ),
    ),
    Theme(
        "The Allotments",
        "vegetables",
        "Twelve plots, one tap, one shed. At night more than the marrows goes missing, and the watchman hears nothing.",
        (
            "Marrow", "Parsnip", "Radish", "Beetroot", "Turnip", "Swede", "Pumpkin", "Aubergine",
            "Celery", "Spinach", "Garlic", "Asparagus", "Artichoke", "Sorrel", "Fennel", "Rhubarb",
        ),
    ),
)  # fmt: skip

# The first post, at the sign-up.
ANNOUNCEMENTS = (
    "Seat taken, tea is hot. Start whenever you like.",
    "Good evening, neighbours. I vote aloud and with a reason.",
    "Present. I sleep at night and read everybody by day.",
    "Signing up. I promise not to sulk if the suspicion starts with me.",
    "Here to sit and talk. If you are mafia, say so now and save us the time.",
    "Good evening to this town, while it is good.",
    "Was there a free chair? Not any more.",
    "I play it straight. Then again, who says otherwise?",
    "I take the seat by the window: one sees everything from here.",
    "Hello, all. The list is drawn up, the pen works.",
    "Quite a company. Let us see how many of us are left by the weekend.",
    "I am here. The key is under the mat, but do not tell the mafia.",
    "Put me down, please. Luggage: one notebook, one flask, several doubts.",
    "Do not be alarmed by my nickname, it is only for show.",
    "Not my first game, and I am wrong in every one. Count on me.",
    "Alibis for all the coming nights to follow by post.",
)
