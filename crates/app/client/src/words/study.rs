//! Replay, analysis, editors, explorer.

catalogue! {
    STUDY: "Study", "Étude";
    STUDY_INTRO: "Replay a game, try other moves, ask the computer and add your comments.",
        "Rejouez une partie, essayez d'autres coups, interrogez l'ordinateur et ajoutez vos commentaires.";
    REVIEW: "Review", "Analyser";
    FROM_GAMES: "One of my games", "Une de mes parties";
    FROM_START: "From the starting position", "Depuis la position de départ";
    FROM_RECORD: "From a game record", "Depuis une notation";
    FROM_RECORD_HELP: "Paste a game record, a list of moves in another notation or a link to a study.",
        "Collez une notation, une liste de coups dans un autre format ou un lien vers une étude.";
    FROM_POSITION: "From a position", "Depuis une position";
    FROM_POSITION_HELP: "As text; each game's rules explain the format.", "En texte ; les règles de chaque jeu expliquent le format.";
    GAME: "Game", "Jeu";
    POSITION: "Position", "Position de jeu";
    SECRET_YET: "This game has secrets: you can study it once it is over.",
        "Cette partie a des secrets : vous pourrez l'étudier quand elle sera terminée.";
    CANNOT_OPEN: "Could not open this study", "Impossible d'ouvrir cette étude";
    NO_SERVER: "Could not load the game from the server.", "Impossible de charger la partie depuis le serveur.";
    LOADING: "Loading…", "Chargement…";

    // Replay.
    REPLAY: "Replay", "Relecture";
    FIRST: "Go to start", "Aller au début";
    PREVIOUS: "Previous move", "Coup précédent";
    NEXT: "Next move", "Coup suivant";
    LAST: "Go to end", "Aller à la fin";
    AUTOPLAY: "Autoplay", "Lecture automatique";
    PAUSE: "Pause", "Suspendre";
    START: "Start", "Départ";
    KEYS: "Keys: ← → previous and next move, ↑ ↓ variations, Home and End, Space autoplay, F flip board, A ask the computer.",
        "Touches : ← → coup précédent et suivant, ↑ ↓ variantes, Début et Fin, Espace lecture automatique, F retourner le plateau, A interroger l'ordinateur.";
    EYES: "Show as seen by", "Afficher du point de vue de";
    EYES_ALL: "everyone, with all secrets", "tous, secrets compris";
    EYES_SPECTATOR: "spectators", "spectateurs";
    ANY_THROW: "Random", "Au hasard";

    // Notes.
    NOTES: "Notes", "Remarques";
    COMMENT: "Comment", "Commentaire";
    COMMENT_START: "Comment on the starting position", "Commentaire sur la position de départ";
    MARK: "Mark", "Appréciation";
    NO_MARK: "none", "aucune";
    PROMOTE: "Promote variation", "Promouvoir la variante";
    DELETE: "Delete from here", "Supprimer à partir d'ici";
    DELETE_SURE: "Delete this move and all that follow?", "Supprimer ce coup et tous les suivants ?";
    VARIATION: "Variation", "Variante";

    // Computer analysis.
    ENGINE_ON: "Ask the computer", "Interroger l'ordinateur";
    LINES: "Lines", "Lignes";
    DEPTH: "depth", "profondeur";
    POSITIONS_SEEN: "positions", "positions vues";
    WAITING: "Thinking…", "L'ordinateur réfléchit…";
    NOBODY_ACTS: "No move to choose here.", "Aucun coup à choisir ici.";
    CHANCES: "Winning chances:", "Chances de gagner :";
    ADD_LINE: "Add this line to the moves", "Ajouter cette ligne aux coups";

    // Game review.
    WHOLE_GAME: "Whole game", "Toute la partie";
    ANALYSE: "Find mistakes", "Chercher les fautes";
    EFFORT: "Time per move", "Temps par coup";
    STOP: "Stop", "Arrêter";
    GRAPH: "Winning chances over the game", "Évolution des chances";
    LUCK_BARS: "Bars: luck of each roll", "Barres : chance de chaque lancer";
    ACCURACY: "Accuracy", "Précision";
    INACCURACIES: "Inaccuracies", "Imprécisions";
    MISTAKES: "Mistakes", "Fautes";
    BLUNDERS: "Blunders", "Grosses fautes";
    LUCK: "Luck", "Chance aux dés";
    WITHOUT_LUCK: "Luck-adjusted result:", "Résultat sans la chance :";
    NO_MISTAKES: "No mistakes found.", "Aucune faute trouvée.";
    GAVE_AWAY: "cost", "a coûté";
    BETTER: "better:", "mieux :";
    OWN_EYES: "Each move is judged by what its player could know.", "Chaque coup est jugé selon ce que son joueur pouvait savoir.";

    // Retry.
    TRY_AGAIN: "Try again", "Réessayer";
    TRIAL: "Find a better move", "Trouvez un meilleur coup";
    TRIAL_HELP: "Play it on the board.", "Jouez-le sur le plateau.";
    TRIAL_JUDGING: "Checking your move…", "Vérification de votre coup…";
    TRIAL_GOOD: "Well done: as good as the best move.", "Bien joué : aussi bon que le meilleur coup.";
    TRIAL_GOES_ON: "Good so far. Finish your turn.", "Bien jusqu'ici. Finissez votre tour.";
    TRIAL_BAD: "Not quite: this costs {percent}.", "Pas tout à fait : ce coup coûte {percent}.";
    SHOW_ANSWER: "Show the answer", "Montrer la réponse";
    NEXT_MISTAKE: "Next mistake", "Faute suivante";
    TRIAL_END: "Exit", "Quitter";

    // Sharing.
    SHARE: "Save and share", "Enregistrer et partager";
    COPY_LINK: "Copy link", "Copier le lien";
    LINK_SHORT: "Copied. The whole study is too long for a link: this one contains only the moves up to this position.",
        "Copié. L'étude entière est trop longue pour un lien : celui-ci ne contient que les coups jusqu'à cette position.";
    LINK_LONG: "This study is too long for a link. Save the game record instead.",
        "Cette étude est trop longue pour un lien. Enregistrez plutôt la partie.";
    SAVE_PNG: "Image (PNG)", "Image PNG";
    SAVE_SVG: "Image (SVG)", "Image SVG";
    NO_PICTURE: "Could not create the image.", "Impossible de créer l'image.";
    KEEP: "Save to my games", "Enregistrer dans mes parties";
    PLAY_HERE: "Play from here", "Jouer à partir d'ici";
    EDIT_HERE: "Edit position", "Modifier la position";

    // Editors.
    EDITOR: "Position editor", "Éditeur de position";
    EDITOR_HELP: "Choose a tool, then tap squares on the board.",
        "Choisissez un outil, puis touchez des cases du plateau.";
    TOOLS: "Tools", "Outils";
    EDITOR_RIGHT: "This position can be played.", "Cette position est jouable.";
    OVER_HERE: "The game is over in this position:", "Dans cette position, la partie est terminée :";
    UNDO_CHANGE: "Undo", "Annuler";
    EMPTY_BOARD: "Clear board", "Vider le plateau";
    START_BOARD: "Starting position", "Position de départ";
    POSITION_TEXT: "Position as text", "Position en texte";
    SET_TEXT: "Set up position", "Mettre en place";
    STUDY_HERE: "Study this position", "Étudier cette position";
    BEGINS_AT: "The game starts from this position.", "La partie commence à cette position.";

    // Explorer.
    EXPLORER: "Games on this server", "Parties de ce serveur";
    EXPLORER_NONE: "No games with this position.", "Aucune partie avec cette position.";
    GAMES_COUNT: "games", "parties";
    DRAWN: "drawn", "nulles";
}
