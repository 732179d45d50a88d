//! Replay, analysis, editors, explorer.

catalogue! {
    STUDY: "Study", "Étude";
    STUDY_INTRO: "Play a game through, try other moves, ask the computer, write down what you think.",
        "Rejouer une partie, essayer d'autres coups, interroger l'ordinateur, noter ce qu'on en pense.";
    REVIEW: "Review", "Analyser";
    FROM_GAMES: "One of my games", "Une de mes parties";
    FROM_START: "From the start of a game", "Depuis le début d'un jeu";
    FROM_RECORD: "A record from elsewhere", "Une partie venue d'ailleurs";
    FROM_RECORD_HELP: "Paste a record, or a list of moves in a foreign notation. A link to a study works as well.",
        "Collez une partie, ou une liste de coups dans une autre notation. Un lien vers une étude convient aussi.";
    FROM_POSITION: "From a position", "Depuis une position";
    FROM_POSITION_HELP: "As the rules of each game write it.", "Telle que les règles de chaque jeu l'écrivent.";
    GAME: "Game", "Jeu";
    POSITION: "Position", "Position de jeu";
    SECRET_YET: "This game has secrets and is not over: it can be studied when it is.",
        "Cette partie a des secrets et n'est pas finie : on pourra l'étudier ensuite.";
    CANNOT_OPEN: "This study cannot be opened", "Cette étude ne s'ouvre pas";
    NO_SERVER: "The game could not be fetched from the server.", "La partie n'a pas pu être obtenue du serveur.";
    LOADING: "Loading …", "Chargement …";

    // Replay.
    REPLAY: "Replay", "Relecture";
    FIRST: "To the start", "Au début";
    PREVIOUS: "Back", "En arrière";
    NEXT: "Forward", "En avant";
    LAST: "To the end", "À la fin";
    AUTOPLAY: "Play on by itself", "Dérouler tout seul";
    PAUSE: "Pause", "Arrêter là";
    START: "Start", "Départ";
    KEYS: "Keys: ← → step, ↑ ↓ other variations, Home and End, Space plays on, F turns the board, A asks the computer.",
        "Touches : ← → pas à pas, ↑ ↓ autres variantes, Début et Fin, Espace déroule, F retourne le plateau, A interroge l'ordinateur.";
    EYES: "Seen by", "Vu par";
    EYES_ALL: "everybody, all known", "tous, tout connu";
    EYES_SPECTATOR: "spectators", "les spectateurs";
    ANY_THROW: "Any", "Au hasard";

    // Notes.
    NOTES: "Notes", "Remarques";
    COMMENT: "Comment", "Commentaire";
    COMMENT_START: "Comment on the start", "Commentaire sur le départ";
    MARK: "Mark", "Appréciation";
    NO_MARK: "none", "aucune";
    PROMOTE: "Make it the line", "En faire la ligne";
    DELETE: "Delete from here", "Supprimer d'ici";
    DELETE_SURE: "Delete this move and all that follows?", "Supprimer ce coup et tout ce qui suit ?";
    VARIATION: "Variation", "Variante";

    // Computer analysis.
    ENGINE_ON: "Ask the computer", "Interroger l'ordinateur";
    LINES: "Lines", "Lignes";
    DEPTH: "depth", "profondeur";
    POSITIONS_SEEN: "positions", "positions vues";
    WAITING: "It thinks …", "Il réfléchit …";
    NOBODY_ACTS: "Nobody chooses here.", "Personne n'a de choix ici.";
    CHANCES: "Chances", "Chances de gain";
    ADD_LINE: "Add this line to the moves", "Ajouter cette ligne aux coups";

    // Game review.
    WHOLE_GAME: "Whole game", "Toute la partie";
    ANALYSE: "Look for mistakes", "Chercher les fautes";
    EFFORT: "Time a move", "Temps par coup";
    STOP: "Stop looking", "Interrompre";
    GRAPH: "Chances during the game", "Chances au fil de la partie";
    LUCK_BARS: "Bars: the luck of each throw", "Barres : la chance de chaque lancer";
    ACCURACY: "Accuracy", "Précision";
    INACCURACIES: "Inaccuracies", "Imprécisions";
    MISTAKES: "Mistakes", "Fautes";
    BLUNDERS: "Blunders", "Gaffes";
    LUCK: "Luck", "Chance aux dés";
    WITHOUT_LUCK: "Result with the luck taken out", "Résultat sans la chance";
    NO_MISTAKES: "No mistake was found.", "Aucune faute trouvée.";
    GAVE_AWAY: "gave away", "a coûté";
    BETTER: "better", "mieux";
    OWN_EYES: "Every move is judged by what its player could know.", "Chaque coup est jugé selon ce que son joueur pouvait savoir.";

    // Retry.
    TRY_AGAIN: "Try again", "Réessayer";
    TRIAL: "Find a better move", "Trouver un meilleur coup";
    TRIAL_HELP: "Play it on the board.", "Jouez-le sur le plateau.";
    TRIAL_JUDGING: "The computer looks at it …", "L'ordinateur le regarde …";
    TRIAL_GOOD: "Well found: as good as the best.", "Bien vu : aussi bon que le meilleur.";
    TRIAL_GOES_ON: "Good so far. Go on with the turn.", "Bien jusqu'ici. Continuez le tour.";
    TRIAL_BAD: "Not yet: this gives away", "Pas encore : cela coûte";
    SHOW_ANSWER: "Show the answer", "Montrer la réponse";
    NEXT_MISTAKE: "Next mistake", "Faute suivante";
    TRIAL_END: "Leave it", "En rester là";

    // Sharing.
    SHARE: "Keep and share", "Garder et partager";
    COPY_LINK: "Copy the link", "Copier le lien";
    LINK_SHORT: "Copied. The whole study is too long for a link: this one leads along the moves to this position.",
        "Copié. L'étude entière est trop longue pour un lien : celui-ci mène par les coups à cette position.";
    LINK_LONG: "This study is too long for a link: save its record instead.",
        "Cette étude est trop longue pour un lien : enregistrez plutôt la partie.";
    SAVE_PNG: "Picture (PNG)", "Image (PNG)";
    SAVE_SVG: "Drawing (SVG)", "Dessin (SVG)";
    NO_PICTURE: "The picture could not be made.", "L'image n'a pas pu être faite.";
    KEEP: "Keep in my games", "Garder dans mes parties";
    PLAY_HERE: "Play from here", "Jouer à partir d'ici";
    EDIT_HERE: "Change the position", "Modifier la position";

    // Editors.
    EDITOR: "Position editor", "Éditeur de position";
    EDITOR_HELP: "Choose what a tap does, then tap squares of the board.",
        "Choisissez ce que fait un toucher, puis touchez des cases du plateau.";
    TOOLS: "What a tap does", "Ce que fait un toucher";
    EDITOR_RIGHT: "A game can begin here.", "Une partie peut commencer ici.";
    OVER_HERE: "The game is over here:", "La partie est finie ici :";
    UNDO_CHANGE: "Undo the change", "Annuler le changement";
    EMPTY_BOARD: "Empty the board", "Vider le plateau";
    START_BOARD: "As at the start", "Comme au départ";
    POSITION_TEXT: "Position as text", "La position en texte";
    SET_TEXT: "Put it on the board", "La mettre sur le plateau";
    STUDY_HERE: "Study it", "L'étudier";
    BEGINS_AT: "The game begins with this position.", "La partie commence par cette position.";

    // Explorer.
    EXPLORER: "Games of this server", "Parties de ce serveur";
    EXPLORER_NONE: "No game here came to this position.", "Aucune partie d'ici n'est passée par cette position.";
    GAMES_COUNT: "games", "parties";
    DRAWN: "drawn", "nulles";
}
