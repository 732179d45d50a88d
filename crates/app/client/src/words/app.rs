//! App frame, local games, settings.

catalogue! {
    // App.
    TAGLINE: "Board games for two", "Jeux de société à deux";
    INTRO: "Play the computer, a friend on the same screen or opponents online, from your very first game to a real challenge. Nothing to install, no account needed. Everything works offline except online play.",
        "Jouez contre l'ordinateur, à deux sur le même écran ou en ligne, de la toute première partie au vrai défi. Rien à installer, aucun compte à créer. Tout fonctionne hors ligne, sauf le jeu en ligne.";
    SKIP: "Skip to content", "Aller au contenu";
    MENU: "Main menu", "Menu principal";
    MENU_MORE: "More pages", "Autres pages";
    HOME: "Games", "Jeux";
    MY_GAMES: "My games", "Mes parties";
    SETTINGS: "Settings", "Réglages";
    ABOUT: "Help", "Aide";
    RULES: "Rules", "Règles";
    PLAY: "Play", "Jouer";
    GO_ON_LATEST: "Resume last game", "Reprendre la dernière partie";
    OPEN: "Open", "Ouvrir";
    CLOSE: "Close", "Fermer";
    CANCEL: "Cancel", "Annuler";
    LANGUAGE: "Language", "Langue";
    NOT_FOUND: "Page not found", "Page introuvable";
    NOT_FOUND_HELP: "The address may be wrong, or the game may have been deleted.", "L'adresse est peut-être erronée, ou la partie a été supprimée.";
    TO_HOME: "See all games", "Voir les jeux";
    LOADING: "Loading…", "Chargement…";
    PAGE_NOT_LOADED: "This page did not load. Check your connection and try again, or reload the app.", "Cette page n'a pas pu s'afficher. Vérifiez votre connexion et réessayez, ou rechargez l'application.";
    TRY_AGAIN: "Try again", "Réessayer";
    RELOAD: "Reload", "Recharger";
    UPDATE: "A new version of Abaque is available.", "Une nouvelle version d'Abaque est disponible.";
    UPDATE_NOW: "Update now", "Mettre à jour";
    NO_STORAGE: "This browser does not save anything for this site: your games will be lost when you close the page.",
        "Ce navigateur n'enregistre rien pour ce site : vos parties seront perdues à la fermeture de la page.";

    // New game.
    OPPONENT: "Opponent", "Adversaire";
    TWO_PEOPLE: "Pass and play", "À deux sur le même écran";
    COMPUTER: "Computer", "Ordinateur";
    LEVEL: "Level", "Niveau";
    LEVEL_HELP: "Level 1 is for your first game; level 8 is the strongest.", "Le niveau 1 convient à une première partie ; le niveau 8 est le plus fort.";
    YOUR_SIDE: "You play", "Vous jouez";
    BY_LOT: "Random", "Au hasard";
    BOTH: "Both players", "Les deux joueurs";
    OPTIONS: "Options", "Options";
    ADVANCED: "Advanced", "Options avancées";
    CLOCK: "Clock", "Pendule";
    NO_CLOCK: "None", "Aucune";
    CLOCK_HELP: "Minutes per player + seconds added each turn", "Minutes par joueur + secondes ajoutées à chaque tour";
    NAME_FIRST: "First player's name", "Nom du premier joueur";
    NAME_SECOND: "Second player's name", "Nom du second joueur";
    OPTIONAL: "optional", "facultatif";
    BEGIN: "Start game", "Commencer la partie";

    // Table.
    BOARD: "Board", "Plateau";
    LEGAL_TARGET: "legal target", "coup possible";
    CAN_MOVE: "can move", "peut jouer";
    GAME_CONTROLS: "Game controls", "Commandes de la partie";
    BESIDE_BOARD: "Moves and controls", "Coups et commandes";
    TIME_LEFT: "time left", "temps restant";
    YOUR_TURN: "Your turn", "À vous de jouer";
    THINKING: "The computer is thinking", "L'ordinateur réfléchit";
    MOVES: "Moves", "Coups";
    LOOK_BACK: "Replay moves", "Revoir les coups";
    LOOKING_BACK: "Replaying move", "Retour au coup";
    TO_THE_GAME: "Back to the game", "Revenir à la partie";
    PAST_UNKNOWN: "This browser has not kept what you could see at that point.", "Ce navigateur n'a pas gardé ce que vous pouviez voir à ce moment-là.";
    HIDDEN_PLY: "hidden", "caché";
    NO_MOVES: "No moves yet.", "Aucun coup pour l'instant.";
    HINT: "Hint", "Conseil";
    WIN_CHANCE: "{percent} chance of winning", "{percent} de chances de gagner";
    TAKE_BACK: "Take back", "Reprendre le coup";
    TOOK_BACK: "Move taken back.", "Coup repris.";
    FLIP: "Flip board", "Retourner le plateau";
    RESIGN: "Resign", "Abandonner";
    RESIGN_SURE: "Resign this game?", "Abandonner la partie ?";
    DRAW: "Agree to a draw", "Se mettre d'accord sur la nulle";
    DRAW_SURE: "Do both players agree to a draw?", "Les deux joueurs sont-ils d'accord sur la nulle ?";
    YES: "Yes", "Oui";
    NO: "No", "Non";
    REMATCH: "Rematch", "Revanche";
    EXPORT: "Save game record", "Enregistrer la partie";
    COPY: "Copy game record", "Copier la notation";
    COPIED: "Copied.", "Copié.";
    TYPED: "Enter a move", "Saisir un coup";
    TYPED_HELP: "for example", "par exemple";
    DO_IT: "Play", "Jouer";
    IN_WORDS: "Position in words", "Description de la position";
    REMARKS: "Good to know", "Bon à savoir";
    CHOOSE: "Which move?", "Quel coup ?";
    SECONDS: "s", "s";
    SECONDS_TO_CHOOSE: "{n} s left to choose", "Encore {n} s pour choisir";
    TAP_FOR_DETAIL: "Tap a piece to see it enlarged.", "Touchez une pièce pour la voir en grand.";
    NO_MOVE_THERE: "Nothing can be played there.", "Rien à jouer à cet endroit.";
    END_TURN: "End turn", "Finir mon tour";
    UNDO: "Undo", "Annuler";
    TURN_DONE: "Your turn is complete: end it, or undo moves.", "Votre tour est complet : finissez-le ou annulez des coups.";
    FORCED: "Only one legal move.", "Un seul coup possible.";
    CURTAIN: "Hand over the screen", "Passez l'écran";
    CURTAIN_HELP: "For this player's eyes only:", "La suite est réservée à :";
    READY: "I'm ready", "Je suis prêt";
    LOST: "This game can no longer be opened", "Cette partie ne peut plus être ouverte";

    // Set-up builder.
    WORKSHOP: "Your secret set-up", "Votre mise en place secrète";
    RANDOM: "Random", "Au hasard";
    READY_MADE: "Presets", "Modèles";
    SAVED_SETUPS: "Saved", "Enregistrées";
    SAVE_SETUP: "Save", "Enregistrer";
    SETUP_NAME: "Name of the set-up", "Nom de la mise en place";
    FORGET_SETUP: "Delete", "Supprimer";
    CLEAR: "Clear", "Vider";
    HAND_IN: "Confirm set-up", "Valider la mise en place";
    SETUP_WHOLE: "Your set-up is complete: you can confirm it.", "Votre mise en place est complète : vous pouvez la valider.";
    EMPTY_SLOT: "empty", "vide";

    // List of games.
    NO_GAMES: "No games yet.", "Aucune partie pour l'instant.";
    RUNNING: "In progress", "En cours";
    FINISHED: "Finished", "Terminées";
    REMOVE: "Delete", "Supprimer";
    REMOVE_SURE: "Delete this game permanently?", "Supprimer définitivement cette partie ?";
    IMPORT: "Import games", "Importer des parties";
    IMPORT_HELP: "Choose files or paste game records here. A single game opens at once; several are added to the list.",
        "Choisissez des fichiers ou collez des notations ici. Une partie seule s'ouvre aussitôt ; plusieurs s'ajoutent à la liste.";
    IMPORTED: "Games added: {n}", "Parties ajoutées : {n}";
    IMPORT_FILE: "File", "Fichier";
    IMPORT_TEXT: "Game record", "Notation";
    PLIES: "moves", "coups";
    EXPORT_ALL: "Save all as one file", "Tout enregistrer dans un fichier";

    // Settings.
    SHADE: "Theme", "Thème";
    SHADE_AUTO: "Match system", "Comme le système";
    SHADE_LIGHT: "Light", "Clair";
    SHADE_DARK: "Dark", "Sombre";
    SHADE_CONTRAST: "High contrast, light", "Contraste élevé, clair";
    SHADE_CONTRAST_DARK: "High contrast, dark", "Contraste élevé, sombre";
    LOOK: "Board style", "Style du plateau";
    LOOK_WOOD: "Wood", "Bois";
    LOOK_STONE: "Stone", "Pierre";
    COORDINATES: "Show coordinates", "Coordonnées";
    ON_BOARD: "On the board", "Sur le plateau";
    TARGETS: "Show legal moves", "Coups possibles";
    LAST: "Highlight last move", "Dernier coup";
    WARNINGS: "Show pieces in danger", "Pièces en danger";
    MOVE_LIST: "Move list", "Liste des coups";
    MOVES_IN_WORDS: "In words", "En mots";
    MOVES_IN_NOTATION: "In notation", "En notation";
    MOVEMENT: "Animation", "Animations";
    PACE_OFF: "None", "Aucune";
    PACE_QUICK: "Fast", "Rapides";
    PACE_CALM: "Slow", "Lentes";
    SOUND: "Sound", "Sons";
    FORCED_MOVES: "Play forced leaps automatically", "Jouer automatiquement les sauts forcés";
    CONFIRM: "Confirm the end of a turn of several moves", "Confirmer la fin d'un tour de plusieurs coups";
    CONFIRM_HELP: "Until you confirm, you can undo moves.", "Tant que vous n'avez pas confirmé, vous pouvez annuler des coups.";

    // Help.
    ABOUT_TITLE: "How to use Abaque", "Mode d'emploi";
    ABOUT_MOUSE: "Mouse and touch", "Souris et écran tactile";
    ABOUT_MOUSE_HELP: "Tap a piece, then its destination, or drag it there.",
        "Touchez une pièce puis sa destination, ou faites-la glisser.";
    ABOUT_KEYS: "Keyboard", "Clavier";
    KEY_ARROWS: "Arrow keys: move around the board", "Flèches : parcourir le plateau";
    KEY_ENTER: "Enter or Space: select, place or play", "Entrée ou Espace : choisir, poser ou jouer";
    KEY_ESCAPE: "Escape: deselect", "Échap : désélectionner";
    KEY_TYPE: "T: enter a move", "T : saisir un coup";
    KEY_HINT: "H: get a hint", "H : demander un conseil";
    KEY_UNDO: "U: take back", "U : reprendre le coup";
    KEY_END: "E: end your turn; S: stop your opponent's turn", "E : finir votre tour ; S : interrompre le tour de l'adversaire";
    KEY_FLIP: "F: flip the board", "F : retourner le plateau";
    ABOUT_SECRETS: "Secrets", "Secrets";
    ABOUT_SECRETS_HELP: "In pass and play, the board is covered before each secret so that you can hand over the screen. The computer only knows what its player is allowed to know.",
        "À deux sur le même écran, le plateau est masqué avant chaque secret, le temps de passer l'écran. L'ordinateur ne sait que ce que son joueur a le droit de savoir.";
    ABOUT_LOTS: "Dice", "Dés";
    ABOUT_LOTS_HELP: "Every roll comes from secret seeds. The game record reveals them at the end, so anyone can check the dice.",
        "Chaque lancer vient de clés de tirage secrètes. La notation les révèle à la fin : chacun peut vérifier les dés.";
}
