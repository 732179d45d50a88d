//! Lessons, rulings, puzzles.

use abaque_core::StaticMessage;

catalogue! {
    // Lessons.
    LEARN: "Learn", "Apprendre";
    LEARN_INTRO: "Short lessons on a live board. The first one of each game takes two minutes and is enough to play.",
        "De courtes leçons sur un vrai plateau. La première de chaque jeu prend deux minutes et suffit pour jouer.";
    LEARN_GAME: "Learn to play", "Apprendre à jouer";
    LESSONS: "Lessons", "Leçons";
    LESSONS_DONE: "lessons done", "leçons faites";
    DONE: "done", "faite";
    START_HERE: "Start here", "Commencez ici";
    GO_ON_HERE: "Go on here", "Continuez ici";
    LESSON_STEP: "Step", "Étape";
    OF: "of", "sur";
    FINISH: "Finish", "Terminer";
    NEXT: "Next", "Suivant";
    PREVIOUS: "Back", "Précédent";
    SHOW_ME: "Show me", "Montrez-moi";
    YOUR_TASK: "Your turn: play it on the board.", "À vous : jouez-le sur le plateau.";
    LESSON_OVER: "Lesson done!", "Leçon terminée !";
    LESSON_RULES: "Rules:", "Règles :";
    NEXT_LESSON: "Next lesson:", "Leçon suivante :";
    ALL_LESSONS: "All lessons", "Toutes les leçons";
    FIRST_GAME: "Your first game", "Votre première partie";
    FIRST_GAME_HELP: "Against the computer at level 1, which plays like a beginner. Hints and taking back are allowed.",
        "Contre l'ordinateur au niveau 1, qui joue comme un débutant. Conseils et coups repris sont permis.";
    RULINGS: "Rulings and reconstructions", "Décisions et reconstitutions";
    RULINGS_HELP: "Where our rules come from when the publisher's sheet is silent, unclear or lost: for those who own the box.",
        "D'où viennent nos règles quand la notice se tait, n'est pas claire ou s'est perdue : pour qui possède la boîte.";
    ALL_RULES: "All rules", "Toutes les règles";
    LOADING: "Loading…", "Chargement…";
    CANNOT_LOAD: "This cannot be loaded just now:", "Chargement impossible pour l'instant :";
    TRY_AGAIN: "Try again", "Réessayer";

    // Puzzles.
    PUZZLES: "Puzzles", "Problèmes";
    PUZZLE: "Puzzle", "Problème";
    PUZZLES_INTRO: "Positions with one clearly best answer. They get harder as you get better.",
        "Des positions avec une réponse nettement meilleure que les autres. Elles deviennent plus difficiles à mesure que vous progressez.";
    WHICH_GAME: "Game", "Jeu";
    ANY_GAME: "All four", "Les quatre";
    DIFFICULTY: "Difficulty", "Difficulté";
    FOR_ME: "For me", "Pour moi";
    EASIER: "Easier", "Plus facile";
    HARDER: "Harder", "Plus difficile";
    SOLVE: "Solve puzzles", "Résoudre";
    DAILY: "Puzzle of the day", "Problème du jour";
    SOLVE_DAILY: "Solve it", "Le résoudre";
    DAILY_HELP: "The same for everybody, a new one every day.", "Le même pour tous, un nouveau chaque jour.";
    DAILY_DONE: "Solved today. The next one comes tomorrow.", "Résolu aujourd'hui. Le prochain arrive demain.";
    DAY_STREAK: "days in a row", "jours de suite";
    STREAK: "solved in a row", "résolus d'affilée";
    BEST_STREAK: "longest row", "plus longue série";
    MY_LEVEL: "Your level", "Votre niveau";
    SOLVED_COUNT: "Solved", "Résolus";
    RATED: "rated", "coté";
    RIGHT_GO_ON: "Right. And now?", "Juste. Et maintenant ?";
    GO_ON: "Go on: the turn is not over.", "Continuez : le tour n'est pas fini.";
    NOT_THAT: "No, something else is better. Try again.", "Non, il y a mieux. Essayez encore.";
    SOLVED: "Solved!", "Résolu !";
    SOLVED_BEFORE: "solved before", "déjà résolu";
    SOLUTION: "Solution", "Solution";
    SOLUTION_IS: "The answer:", "La réponse :";
    START_OVER: "Start over", "Recommencer";
    NEXT_PUZZLE: "Next puzzle", "Problème suivant";
    ALL_PUZZLES: "All puzzles", "Tous les problèmes";
    NO_PUZZLE: "There is no such puzzle", "Ce problème n'existe pas";
    LOOK_HERE: "Look at the marked square.", "Regardez la case marquée.";
    BEGINS_SO: "It begins so.", "Cela commence ainsi.";
    CAN_TAKE: "pawns can be taken.", "pions peuvent être pris.";
    ASK_LINE: "Find the best move.", "Trouvez le meilleur coup.";
    ASK_LONG: "Find the best moves.", "Trouvez les meilleurs coups.";
    ASK_TURN: "Play this throw as well as possible.", "Jouez ce lancer au mieux.";
    ASK_MOST: "Take as many pawns as you can before the turn passes. Nobody says Stop.",
        "Prenez le plus de pions possible avant que le tour ne passe. Personne ne dit Stop.";
    ASK_CERTAIN: "One hidden thing is certain. Tap its block and say what it is.",
        "Une chose cachée est certaine. Touchez son bloc-pion et dites ce que c'est.";
    PLAYS: "to play.", "joue.";
    CERTAIN_FIELD: "Block", "Bloc-pion";
    CERTAIN_PART: "What", "Quoi";
    CERTAIN_VALUE: "It is", "C'est";
    CERTAIN_ROD: "its rod", "sa tige";
    CERTAIN_BOTTOM: "the bottom pawn", "le pion du bas";
    CERTAIN_MIDDLE: "the middle pawn", "le pion du milieu";
    CERTAIN_TOP: "the top pawn", "le pion du haut";
    ANSWER: "Answer", "Répondre";

    // Puzzle themes.
    THEMES: "About", "Thèmes";
    T_EJECTION: "ejection", "éjection";
    T_WIN: "win", "gain";
    T_SUMITO: "a push", "sumito";
    T_DEFENCE: "defence", "défense";
    T_NET: "net", "filet";
    T_LONG: "several moves", "plusieurs coups";
    T_QUIET: "quiet move", "coup tranquille";
    T_ARROW: "arrow", "flèche";
    T_MOST_PAWNS: "most pawns", "le plus de pions";
    T_ONE_PUSH: "one push", "une poussée";
    T_LONG_LINE: "long line", "long alignement";
    T_LONG_TURN: "long turn", "long tour";
    T_HIT: "hit", "frapper";
    T_FREE: "breaking free", "se libérer";
    T_SAFETY: "safety", "sécurité";
    T_BLOCK: "block", "blocage";
    T_COVER: "cover", "couvrir";
    T_NO_HIT: "better not hit", "ne pas frapper";
    T_RACE: "race", "course";
    T_POND: "pond", "étang";
    T_DOUBLE: "double", "un double";
    T_CHIEF: "chief frog", "grenouille en chef";
    T_POSITION: "good places", "bonnes places";
    T_BEST_MOVE: "best move", "meilleur coup";
    T_STEP: "one rod", "une tige";
    T_LEAP: "two rods", "deux tiges";
    T_SURE_WIN: "sure win", "gain sûr";
    T_DEDUCTION: "deduction", "déduction";
    T_LAST_ROD: "last rod", "dernière tige";
    T_COUNTING_PAWNS: "counting pawns", "compter les pions";
    T_COUNTING_RODS: "counting rods", "compter les tiges";
    T_COLOUR: "change of colour", "changement de couleur";
}

/// The name of a puzzle theme's key.
pub fn theme_name(key: &str) -> Option<StaticMessage> {
    let all = [
        ("ejection", T_EJECTION),
        ("win", T_WIN),
        ("sumito", T_SUMITO),
        ("defence", T_DEFENCE),
        ("net", T_NET),
        ("long", T_LONG),
        ("quiet", T_QUIET),
        ("arrow", T_ARROW),
        ("most-pawns", T_MOST_PAWNS),
        ("one-push", T_ONE_PUSH),
        ("long-line", T_LONG_LINE),
        ("long-turn", T_LONG_TURN),
        ("hit", T_HIT),
        ("free", T_FREE),
        ("safety", T_SAFETY),
        ("block", T_BLOCK),
        ("cover", T_COVER),
        ("no-hit", T_NO_HIT),
        ("race", T_RACE),
        ("pond", T_POND),
        ("double", T_DOUBLE),
        ("chief", T_CHIEF),
        ("position", T_POSITION),
        ("best-move", T_BEST_MOVE),
        ("step", T_STEP),
        ("leap", T_LEAP),
        ("sure-win", T_SURE_WIN),
        ("deduction", T_DEDUCTION),
        ("last-rod", T_LAST_ROD),
        ("counting-pawns", T_COUNTING_PAWNS),
        ("counting-rods", T_COUNTING_RODS),
        ("colour", T_COLOUR),
    ];
    all.into_iter().find(|(name, _)| *name == key).map(|(_, words)| words)
}
