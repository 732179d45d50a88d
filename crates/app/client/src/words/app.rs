//! App frame, local games, settings.

catalogue! {
    // App.
    TAGLINE: "Table games for two", "Jeux de table à deux";
    INTRO: "Against each other at one screen or online, or against the computer, from a child's first game to a hard one. Nothing to install, no account; without a network all but the online tables works.",
        "À deux devant un écran ou en ligne, ou contre l'ordinateur, de la première partie d'un enfant à une rude adversaire. Rien à installer, pas de compte ; sans réseau, tout marche sauf les tables en ligne.";
    SKIP: "Skip to the content", "Aller au contenu";
    MENU: "Main menu", "Menu principal";
    MENU_MORE: "More pages", "Autres pages";
    HOME: "Games", "Jeux";
    MY_GAMES: "My games", "Mes parties";
    SETTINGS: "Settings", "Réglages";
    ABOUT: "Help", "Aide";
    RULES: "Rules", "Règles";
    PLAY: "Play", "Jouer";
    GO_ON_LATEST: "Go on with the latest game", "Reprendre la dernière partie";
    OPEN: "Open", "Ouvrir";
    CLOSE: "Close", "Fermer";
    CANCEL: "Cancel", "Annuler";
    LANGUAGE: "Language", "Langue";
    NOT_FOUND: "There is no such page", "Cette page n'existe pas";
    NOT_FOUND_HELP: "The address may be misspelled, or the game was removed.", "L'adresse est peut-être mal écrite, ou la partie a été supprimée.";
    TO_HOME: "To the games", "Vers les jeux";
    LOADING: "Loading…", "Chargement…";
    PAGE_NOT_LOADED: "This page could not be loaded. Check your connection and try again, or reload the app.", "Cette page n'a pas pu être chargée. Vérifiez votre connexion et réessayez, ou rechargez l'application.";
    TRY_AGAIN: "Try again", "Réessayer";
    RELOAD: "Reload", "Recharger";
    UPDATE: "A new version of Abaque is ready.", "Une nouvelle version d'Abaque est prête.";
    UPDATE_NOW: "Use it now", "L'utiliser maintenant";
    NO_STORAGE: "This browser keeps nothing here: games will not survive closing the page.",
        "Ce navigateur ne garde rien ici : les parties ne survivront pas à la fermeture de la page.";

    // New game.
    OPPONENT: "Opponent", "Adversaire";
    TWO_PEOPLE: "Two people, one screen", "À deux, un écran";
    COMPUTER: "Computer", "Ordinateur";
    LEVEL: "Level", "Niveau";
    LEVEL_HELP: "1 is for a first game, 8 plays as well as it can.", "1 pour une première partie, 8 joue de son mieux.";
    YOUR_SIDE: "You play", "Vous jouez";
    BY_LOT: "By lot", "Au sort";
    BOTH: "Both players", "Les deux joueurs";
    OPTIONS: "Variants", "Variantes";
    CLOCK: "Clock", "Pendule";
    NO_CLOCK: "None", "Aucune";
    CLOCK_HELP: "minutes for each player + seconds added a turn", "minutes par joueur + secondes ajoutées par tour";
    NAME_FIRST: "First player's name", "Nom du premier joueur";
    NAME_SECOND: "Second player's name", "Nom du second joueur";
    OPTIONAL: "optional", "facultatif";
    BEGIN: "Begin", "Commencer";

    // Table.
    BOARD: "Board", "Plateau";
    YOUR_TURN: "Your turn", "À vous de jouer";
    THINKING: "The computer is thinking", "L'ordinateur réfléchit";
    MOVES: "Moves", "Coups";
    LOOK_BACK: "Look back", "Revoir la partie";
    LOOKING_BACK: "Looking back:", "Retour en arrière :";
    TO_THE_GAME: "To the game", "À la partie";
    PAST_UNKNOWN: "What could be seen then is not kept in this browser.", "Ce qui se voyait alors n'est pas gardé dans ce navigateur.";
    NO_MOVES: "Nothing has been played yet.", "Rien n'a encore été joué.";
    HINT: "Hint", "Conseil";
    WIN_CHANCE: "chance to win", "chances de gagner";
    TAKE_BACK: "Take back", "Reprendre le coup";
    TOOK_BACK: "Taken back.", "Coup repris.";
    FLIP: "Turn round", "Retourner";
    RESIGN: "Resign", "Abandonner";
    RESIGN_SURE: "Really resign this game?", "Vraiment abandonner la partie ?";
    DRAW: "Agree on a draw", "Convenir de la nulle";
    DRAW_SURE: "Do both players agree on a draw?", "Les deux joueurs conviennent-ils de la nulle ?";
    YES: "Yes", "Oui";
    NO: "No", "Non";
    REMATCH: "Play again", "Rejouer";
    EXPORT: "Save the record", "Enregistrer la partie";
    COPY: "Copy the record", "Copier la partie";
    COPIED: "Copied.", "Copié.";
    TYPED: "Type an action", "Écrire une action";
    TYPED_HELP: "for example", "par exemple";
    DO_IT: "Do it", "Jouer";
    IN_WORDS: "Position in words", "Position en toutes lettres";
    REMARKS: "Worth knowing", "À savoir";
    CHOOSE: "Which one?", "Laquelle ?";
    SECONDS: "s", "s";
    SECONDS_TO_CHOOSE: "{n} s left to choose", "Encore {n} s pour choisir";
    TAP_FOR_DETAIL: "Tap a piece to see it enlarged.", "Touchez une pièce pour la voir en grand.";
    NO_MOVE_THERE: "Nothing can be played there.", "Rien à jouer à cet endroit.";
    END_TURN: "End the turn", "Finir le tour";
    UNDO: "Undo", "Revenir";
    TURN_DONE: "Your turn is complete: end it, or undo moves.", "Votre tour est complet : finissez-le, ou revenez en arrière.";
    FORCED: "Only one move is possible.", "Un seul coup est possible.";
    CURTAIN: "Hand over the screen", "Passez l'écran";
    CURTAIN_HELP: "What follows is for these eyes only:", "La suite n'est que pour les yeux de :";
    READY: "I am ready", "Je suis prêt";
    LOST: "This game cannot be read any more", "Cette partie n'est plus lisible";

    // Set-up builder.
    WORKSHOP: "Your secret set-up", "Votre mise en place secrète";
    RANDOM: "Random", "Au hasard";
    READY_MADE: "Ready-made", "Toutes prêtes";
    SAVED_SETUPS: "Saved", "Enregistrées";
    SAVE_SETUP: "Save", "Enregistrer";
    SETUP_NAME: "Name of the set-up", "Nom de la mise en place";
    FORGET_SETUP: "Forget", "Oublier";
    CLEAR: "Empty", "Vider";
    HAND_IN: "Hand in", "Valider";
    SETUP_WHOLE: "All right: it can be handed in.", "Tout est bon : elle peut être validée.";
    EMPTY_SLOT: "empty", "vide";

    // List of games.
    NO_GAMES: "No game here yet.", "Aucune partie ici pour l'instant.";
    RUNNING: "Running", "En cours";
    FINISHED: "Finished", "Finies";
    REMOVE: "Remove", "Supprimer";
    REMOVE_SURE: "Remove this game for good?", "Supprimer cette partie pour de bon ?";
    IMPORT: "Open records", "Ouvrir des parties enregistrées";
    IMPORT_HELP: "Choose files, or paste their text here. One game is opened, several are put on the list.",
        "Choisissez des fichiers, ou collez leur texte ici. Une seule partie s'ouvre, plusieurs vont dans la liste.";
    IMPORTED: "Games put on the list", "Parties ajoutées à la liste";
    IMPORT_FILE: "File", "Fichier";
    IMPORT_TEXT: "Record", "Texte";
    PLIES: "plies", "coups";
    EXPORT_ALL: "Save all as one file", "Tout enregistrer dans un fichier";

    // Settings.
    SHADE: "Colours", "Couleurs";
    SHADE_AUTO: "As the system", "Comme le système";
    SHADE_LIGHT: "Light", "Clair";
    SHADE_DARK: "Dark", "Sombre";
    SHADE_CONTRAST: "High contrast", "Contraste fort";
    LOOK: "Boards", "Plateaux";
    LOOK_WOOD: "Wood", "Bois";
    LOOK_STONE: "Stone", "Pierre";
    COORDINATES: "Names of squares", "Noms des cases";
    ON_BOARD: "On the board", "Sur le plateau";
    TARGETS: "Where one can go", "Où l'on peut aller";
    LAST: "The last action", "La dernière action";
    WARNINGS: "What is in danger", "Ce qui est en danger";
    MOVEMENT: "Movement", "Mouvement";
    PACE_OFF: "None", "Aucun";
    PACE_QUICK: "Quick", "Rapide";
    PACE_CALM: "Calm", "Calme";
    SOUND: "Sounds", "Sons";
    FORCED_MOVES: "Forced moves play themselves", "Les coups forcés se jouent seuls";
    CONFIRM: "Ask before a turn of several moves ends", "Demander avant de finir un tour de plusieurs coups";
    CONFIRM_HELP: "Until then its moves can be undone.", "D'ici là, on peut revenir en arrière.";

    // Help.
    ABOUT_TITLE: "How to use it", "Mode d'emploi";
    ABOUT_MOUSE: "Mouse and touch", "Souris et écran tactile";
    ABOUT_MOUSE_HELP: "Tap a piece, then where it goes, or drag it there.",
        "Touchez une pièce puis son but, ou tirez-la.";
    ABOUT_KEYS: "Keyboard", "Clavier";
    KEY_ARROWS: "Arrow keys walk over the board", "Les flèches parcourent le plateau";
    KEY_ENTER: "Enter or Space picks up, puts down, plays", "Entrée ou Espace prend, pose, joue";
    KEY_ESCAPE: "Escape puts back", "Échap repose";
    KEY_TYPE: "T goes to the field for typed actions", "T va au champ des actions écrites";
    KEY_HINT: "H asks for a hint", "H demande un conseil";
    KEY_UNDO: "U takes back", "U reprend le coup";
    KEY_END: "E ends a turn of several moves, S interrupts the opponent", "E finit un tour de plusieurs coups, S interrompt l'adversaire";
    KEY_FLIP: "F turns the board round", "F retourne la vue";
    ABOUT_SECRETS: "Secrets", "Secrets";
    ABOUT_SECRETS_HELP: "With two people at one screen, a curtain falls wherever what follows is for one pair of eyes. Computer players are told only what they may know.",
        "À deux devant un écran, un rideau tombe dès que la suite n'est que pour une paire d'yeux. L'ordinateur n'apprend que ce qu'il a le droit de savoir.";
    ABOUT_LOTS: "Dice", "Dés";
    ABOUT_LOTS_HELP: "Every throw follows from seeds that the record shows when the game is over: anyone can recompute them.",
        "Chaque lancer découle de graines que la partie enregistrée montre à la fin : chacun peut les recalculer.";
}
