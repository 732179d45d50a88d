//! Lessons, rulings, puzzles.

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
    ASK_LINE: "Find the best move.", "Trouvez le meilleur coup.";
    ASK_LONG: "Find the best moves.", "Trouvez les meilleurs coups.";
    ASK_TURN: "Play this throw as well as possible.", "Jouez ce lancer au mieux.";
    PLAYS: "to play.", "joue.";
    CERTAIN_PART: "What", "Quoi";
    CERTAIN_VALUE: "It is", "C'est";
    ANSWER: "Answer", "Répondre";

    // Puzzle themes.
    THEMES: "About", "Thèmes";
}
