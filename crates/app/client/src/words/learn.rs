//! Lessons, rulings, puzzles.

catalogue! {
    // Lessons.
    LEARN: "Learn", "Apprendre";
    LEARN_INTRO: "Short interactive lessons. The first lesson of each game takes two minutes and is all you need to start playing.",
        "De courtes leçons interactives. La première de chaque jeu dure deux minutes et suffit pour commencer à jouer.";
    LEARN_GAME: "Learn to play", "Apprendre à jouer";
    LESSONS: "Lessons", "Leçons";
    LESSONS_DONE: "lessons completed", "leçons terminées";
    DONE: "completed", "terminée";
    START_HERE: "Start here", "Commencez ici";
    GO_ON_HERE: "Continue here", "Continuez ici";
    LESSON_STEP: "Step", "Étape";
    OF: "of", "sur";
    FINISH: "Finish", "Terminer";
    NEXT: "Next", "Suivant";
    PREVIOUS: "Back", "Précédent";
    SHOW_ME: "Show me", "Montrez-moi";
    YOUR_TASK: "Your turn: play it on the board.", "À vous de jouer sur le plateau.";
    LESSON_OVER: "Lesson complete!", "Leçon terminée !";
    LESSON_RULES: "Rules:", "Règles :";
    NEXT_LESSON: "Next lesson:", "Leçon suivante :";
    ALL_LESSONS: "All lessons", "Toutes les leçons";
    FIRST_GAME: "Your first game", "Votre première partie";
    FIRST_GAME_HELP: "Against the computer at level 1, which plays like a beginner. You can ask for hints and take back moves.",
        "Contre l'ordinateur au niveau 1, qui joue comme un débutant. Vous pouvez demander des conseils et reprendre des coups.";
    RULINGS: "Rulings and reconstructions", "Décisions et reconstitutions";
    RULINGS_HELP: "If you own the box: how we settled what the publisher's rules leave open, and what we rebuilt where they are lost.",
        "Si vous possédez la boîte : ce que nous avons tranché quand la règle de l'éditeur est muette ou ambiguë, et reconstitué quand elle est perdue.";
    ALL_RULES: "All rules", "Toutes les règles";
    LOADING: "Loading…", "Chargement…";
    CANNOT_LOAD: "Could not load this page:", "Chargement impossible :";
    TRY_AGAIN: "Try again", "Réessayer";

    // Puzzles.
    PUZZLES: "Puzzles", "Problèmes";
    PUZZLE: "Puzzle", "Problème";
    PUZZLES_INTRO: "Each position has one clearly best answer. Puzzles get harder as you improve.",
        "Chaque position a une réponse nettement meilleure que les autres. Les problèmes se corsent à mesure que vous progressez.";
    WHICH_GAME: "Game", "Jeu";
    ANY_GAME: "All games", "Tous les jeux";
    DIFFICULTY: "Difficulty", "Difficulté";
    FOR_ME: "My level", "Mon niveau";
    EASIER: "Easier", "Plus facile";
    HARDER: "Harder", "Plus difficile";
    SOLVE: "Solve puzzles", "Résoudre des problèmes";
    DAILY: "Puzzle of the day", "Problème du jour";
    SOLVE_DAILY: "Solve it", "Le résoudre";
    DAILY_HELP: "A new puzzle every day, the same for all players.", "Un nouveau problème chaque jour, le même pour tous les joueurs.";
    DAILY_DONE: "Solved! Come back tomorrow for the next one.", "Résolu ! Revenez demain pour le prochain.";
    DAY_STREAK: "days in a row", "jours d'affilée";
    STREAK: "solved in a row", "résolus d'affilée";
    BEST_STREAK: "best streak", "meilleure série";
    MY_LEVEL: "Your level", "Votre niveau";
    SOLVED_COUNT: "Solved", "Résolus";
    RATED: "rating", "cote";
    RIGHT_GO_ON: "Correct. What next?", "Bien joué. Et ensuite ?";
    GO_ON: "Keep going: your turn is not over.", "Continuez : votre tour n'est pas fini.";
    NOT_THAT: "Not quite. Try again.", "Pas tout à fait. Essayez encore.";
    SOLVED: "Solved!", "Résolu !";
    SOLVED_BEFORE: "solved before", "déjà résolu";
    SOLUTION: "Solution", "Solution";
    SOLUTION_IS: "The answer:", "La réponse :";
    START_OVER: "Start over", "Recommencer";
    NEXT_PUZZLE: "Next puzzle", "Problème suivant";
    ALL_PUZZLES: "All puzzles", "Tous les problèmes";
    NO_PUZZLE: "Puzzle not found", "Problème introuvable";
    LOOK_HERE: "Look at the highlighted square.", "Regardez la case en surbrillance.";
    BEGINS_SO: "It starts like this.", "Cela commence ainsi.";
    ASK_LINE: "Find the best move.", "Trouvez le meilleur coup.";
    ASK_LONG: "Find the best moves.", "Trouvez les meilleurs coups.";
    ASK_TURN: "Find the best way to play this roll.", "Trouvez la meilleure façon de jouer ce lancer.";
    PLAYS: "to play.", "joue.";
    CERTAIN_PART: "Part", "Élément";
    CERTAIN_VALUE: "Your answer", "Votre réponse";
    ANSWER: "Answer", "Répondre";

    // Puzzle themes.
    THEMES: "Themes", "Thèmes";
}
