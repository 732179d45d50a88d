//! Tables on a server: lobby, clocks, offers, chat, lots.

catalogue! {
    // Clocks and lists.
    DAY_SHORT: "d", "j";
    DELAY: "delay", "délai";
    DAY_A_TURN: "{n} day per turn", "{n} jour par tour";
    DAYS_A_TURN: "{n} days per turn", "{n} jours par tour";
    NO_CLOCK: "no clock", "sans pendule";
    FREE_SEAT: "open seat", "place libre";
    WINS: "wins", "gagne";
    DRAWN: "Draw", "Partie nulle";
    CALLED_OFF: "aborted", "annulée";
    RATED: "rated", "classée";
    CASUAL: "casual", "amicale";

    // Lobby.
    ONLINE: "Online", "En ligne";
    LOBBY: "Play online", "Jouer en ligne";
    LOBBY_HELP: "Find an opponent of your strength in one click. You start as a guest; create an account later to keep your games.",
        "Trouvez en un clic un adversaire de votre force. Vous commencez comme invité ; créez un compte plus tard pour garder vos parties.";
    QUICK: "Find an opponent", "Trouver un adversaire";
    QUICK_RATED: "Rated game", "Partie classée";
    OPEN_GAMES: "Open tables", "Tables ouvertes";
    NO_OPEN: "No open tables right now. Create one and play the computer while you wait: we'll let you know when someone joins.",
        "Aucune table ouverte pour l'instant. Créez-en une et jouez contre l'ordinateur en attendant : vous serez prévenu dès qu'un adversaire la rejoint.";
    JOIN: "Join", "Rejoindre";
    CHALLENGES: "Challenges", "Défis";
    YOUR_TURNS: "Your turn", "À vous de jouer";
    NO_TURNS: "No game is waiting for you.", "Aucune partie ne vous attend.";
    YOUR_GAMES: "Your games in progress", "Vos parties en cours";
    YOUR_TABLES: "Your open tables", "Vos tables ouvertes";
    LIVE: "Live games", "Parties en direct";
    NO_LIVE: "No live games right now.", "Aucune partie en direct pour l'instant.";
    WATCH: "Watch", "Regarder";
    LOADING: "Loading…", "Chargement…";
    CREATE: "Create a table", "Créer une table";
    CREATE_DO: "Create table", "Créer la table";
    GAME: "Game", "Jeu";
    AGAINST: "Opponent", "Adversaire";
    ANYONE: "Anyone", "N'importe qui";
    BY_LINK: "A friend, by link", "Un ami, par lien";
    BY_NAME: "A player, by name", "Un joueur, par son nom";
    THE_COMPUTER: "Computer", "Ordinateur";
    AT_SCREEN: "Pass and play", "À deux sur le même écran";
    NAME: "Name", "Nom";
    TIME: "Clock", "Pendule";
    COUNTS: "Rated game", "Partie classée";
    SIDE: "You play", "Vous jouez";
    NOTIFY: "Notify me when it's my turn", "Me prévenir quand c'est à moi de jouer";
    NOTIFY_ON: "You will be notified when it's your turn.", "Vous serez prévenu quand ce sera à vous de jouer.";
    NOTIFY_NO: "This browser blocks notifications.", "Ce navigateur bloque les notifications.";

    // Notices on every page.
    GAME_STARTED: "Your game of {game} against {name} has started.", "{game} : votre partie contre {name} a commencé.";
    CHALLENGED: "{name} challenges you to a game of {game}.", "{name} vous défie à {game}.";
    REMATCH_ASKED: "{name} offers a rematch at {game}.", "{name} vous propose une revanche à {game}.";
    REOPENED: "{name} left before the game started. Your table is open again.",
        "{name} est parti avant le début de la partie. Votre table est de nouveau ouverte.";
    CALLED_OFF_EARLY: "Your game of {game} against {name} was aborted before it started.", "{game} : votre partie contre {name} a été annulée avant de commencer.";
    TO_TABLE: "Go to table", "Aller à la table";
    DISMISS: "Dismiss", "Fermer";
    TURNS_WAIT: "games waiting for your move", "parties où c'est à vous de jouer";

    // Connection.
    LOST: "Connection lost. Reconnecting… Your moves are safe.",
        "Connexion perdue. Reconnexion en cours… Vos coups sont enregistrés.";
    SIGN_IN_AGAIN: "Sign in again", "Se reconnecter";
    BACK: "Reconnected.", "Connexion rétablie.";

    // Table.
    WAITING: "Waiting for an opponent", "En attente d'un adversaire";
    WAITING_HELP: "Send this link to a friend. You can leave this page: the game starts as soon as someone joins, and you will be told on every page.",
        "Envoyez ce lien à un ami. Vous pouvez quitter cette page : la partie commence dès qu'un adversaire arrive, et vous serez prévenu sur toutes les pages.";
    WAITING_STRICT: "Keep the app open, on any page: this game only starts when both players are online.",
        "Gardez l'application ouverte, sur n'importe quelle page : cette partie ne commence que si les deux joueurs sont en ligne.";
    WAITING_NAME: "Waiting for {name}", "En attente de {name}";
    WAITING_NAME_HELP: "{name} will see your challenge on the “Online” page. You can leave this page.",
        "{name} verra votre défi sur la page « En ligne ». Vous pouvez quitter cette page.";
    INVITES: "{name} invites you to play", "{name} vous invite à jouer";
    SEAT_KEPT: "This seat is reserved for {name}.", "Cette place est réservée à {name}.";
    TABLE_LINK: "Link to this table", "Lien vers cette table";
    COPY_LINK: "Copy link", "Copier le lien";
    LINK_COPIED: "Link copied.", "Lien copié.";
    CALL_OFF: "Abort", "Annuler la partie";
    SIT_DOWN: "Join game", "Rejoindre la partie";
    STARTING: "Starting the game…", "La partie commence…";
    STARTING_STRICT: "Waiting for {name} to come online: this game only starts when both players are online.",
        "En attente de {name} : cette partie ne commence que si les deux joueurs sont en ligne.";
    STARTING_ELSEWHERE: "You created this table in another browser or program. Open it there now: this game only starts when both players are online.",
        "Vous avez créé cette table dans un autre navigateur ou programme. Ouvrez-la là-bas : cette partie ne commence que si les deux joueurs sont en ligne.";
    STRICT: "Start only when both players are online", "Ne commencer que si les deux joueurs sont en ligne";
    STRICT_HELP: "Each player then keeps their own seed for the dice and sides secret until the start. Otherwise the server keeps yours, and the game starts as soon as someone joins.",
        "Chaque joueur garde alors secrète jusqu'au début sa clé de tirage, dont dépendent les dés et les camps. Sinon, le serveur garde la vôtre et la partie commence dès qu'un adversaire arrive.";
    GAME_CALLED_OFF: "Game aborted.", "Partie annulée.";
    SET_UP_WAITS: "Your set-up is sealed. Waiting for your opponent's.", "Votre mise en place est scellée. En attente de celle de l'adversaire.";
    SPECTATING: "You are watching.", "Vous êtes spectateur.";
    ONE_WATCHER: "1 spectator", "1 spectateur";
    WATCHERS: "{n} spectators", "{n} spectateurs";
    HERE: "online", "en ligne";
    AWAY: "away", "absent";
    OFFER_DRAW: "Offer a draw", "Proposer la nulle";
    DRAW_OFFERED: "Your opponent offers a draw.", "Votre adversaire propose la nulle.";
    DRAW_SENT: "You offered a draw.", "Vous avez proposé la nulle.";
    ASK_BACK: "Ask to take back", "Demander à reprendre le coup";
    BACK_ASKED: "Your opponent asks to take back a move.", "Votre adversaire demande à reprendre un coup.";
    BACK_SENT: "You asked to take back a move.", "Vous avez demandé à reprendre un coup.";
    ACCEPT: "Accept", "Accepter";
    DECLINE: "Decline", "Refuser";
    WITHDRAW: "Withdraw offer", "Retirer la proposition";
    CLAIM: "Claim victory", "Réclamer la victoire";
    CLAIM_HELP: "Your opponent has left.", "Votre adversaire est parti.";
    CLAIM_IN: "Your opponent is away. You can claim victory in {n} s.", "Votre adversaire est absent. Vous pourrez réclamer la victoire dans {n} s.";
    REMATCH_SENT: "Rematch offered. Waiting for a reply…", "Revanche proposée. En attente de réponse…";
    REMATCH_OFFERED: "Your opponent offers a rematch.", "Votre adversaire propose une revanche.";
    REMATCH_TAKE: "Accept rematch", "Accepter la revanche";
    REVIEW: "Review", "Analyser";
    RECORD: "Game record", "Notation";
    VERIFY: "Check the dice", "Vérifier les tirages";
    NEW_RATINGS: "New ratings", "Nouveaux classements";
    NO_SUCH_GAME: "Game not found on this server.", "Partie introuvable sur ce serveur.";

    // Chat.
    CHAT: "Chat", "Discussion";
    CHAT_EMPTY: "No messages yet.", "Aucun message pour l'instant.";
    CHAT_SAY: "Message", "Votre message";
    CHAT_SEND: "Send", "Envoyer";
    CHAT_MUTE: "Mute", "Masquer";
    CHAT_UNMUTE: "Unmute", "Afficher";
    CHAT_MUTED: "Chat muted.", "Discussion masquée.";
    CHAT_REPORT: "Report", "Signaler";
    CHAT_REPORTED: "Reported. Thank you.", "Message signalé. Merci.";
    CHAT_WATCHERS: "Players cannot see spectators' messages until the game is over.", "Les joueurs ne voient pas les messages des spectateurs avant la fin de la partie.";

    // Lots.
    LOTS: "Seeds", "Clés de tirage";
    LOTS_COMMITTED: "Committed before the game", "Engagées avant la partie";
    LOTS_OPENED: "Revealed after the game", "Révélées après la partie";
    LOTS_HELP: "Every roll follows from three seeds. Each was chosen before the others were known, so anyone can check the dice afterwards. The server knows the coming rolls but tells no one, not even computer players.",
        "Chaque lancer découle de trois clés de tirage. Chacune a été choisie avant que les autres soient connues : on peut donc tout vérifier ensuite. Le serveur connaît les lancers à venir mais ne les révèle à personne, pas même à l'ordinateur.";
    LOTS_SERVER: "server", "serveur";
    TO_GAME: "Back to the game", "Revenir à la partie";
    VERIFY_TITLE: "Check a game", "Vérifier une partie";
    VERIFY_HELP: "Paste the record of a finished game, or start from the game's page. The check runs entirely in your browser.",
        "Collez la notation d'une partie terminée, ou partez de la page de la partie. Tout est vérifié dans votre navigateur.";
    VERIFY_DO: "Check", "Vérifier";
    VERIFY_FINE: "Everything checks out", "Tout est correct";
    VERIFY_WRONG: "Something is wrong", "Quelque chose ne va pas";
    VERIFY_PLIES: "legal moves", "coups conformes aux règles";
    VERIFY_LOTS: "rolls and draws match the seeds", "tirages conformes aux clés";
    VERIFY_NO_LOTS: "This record has no seeds, so there are no dice to check.", "Cette notation ne contient pas de clés de tirage : il n'y a pas de tirage à vérifier.";
    VERIFY_SEALS: "set-ups match their seals", "mises en place conformes à leur scellé";
    VERIFY_SIDES: "The sides match the seeds.", "Les camps sont conformes aux clés.";
    VERIFY_LOG: "The server's commitment is in the public log.", "L'engagement du serveur figure au registre public.";
    VERIFY_LOG_ALL: "The commitments of the server and both players are in the public log, in order.",
        "Les engagements du serveur et des deux joueurs figurent au registre public, dans l'ordre.";
    VERIFY_LOG_WRONG: "The public log has different commitments for this game.", "Le registre public contient d'autres engagements pour cette partie.";
    VERIFY_DEPOSITED: "The game's creator left their seed with the server, so that the game could start without them.",
        "Le créateur de la partie avait confié sa clé de tirage au serveur, pour qu'elle puisse commencer sans lui.";
    VERIFY_LIVE: "Both players revealed their seeds live.", "Les deux joueurs ont révélé leur clé de tirage en direct.";
    VERIFY_DRAWN: "Rolls and draws", "Tirages";
}
