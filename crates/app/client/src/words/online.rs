//! Tables on a server: lobby, clocks, offers, chat, lots.

catalogue! {
    // Clocks and lists.
    DAY_SHORT: "d", "j";
    DELAY: "waits", "attente";
    DAY_A_TURN: "{n} day a turn", "{n} jour par tour";
    DAYS_A_TURN: "{n} days a turn", "{n} jours par tour";
    NO_CLOCK: "no clock", "sans pendule";
    FREE_SEAT: "free seat", "place libre";
    WINS: "wins", "gagne";
    DRAWN: "Draw", "Partie nulle";
    CALLED_OFF: "called off", "annulée";
    RATED: "rated", "classée";
    CASUAL: "casual", "amicale";

    // Lobby.
    ONLINE: "Online", "En ligne";
    LOBBY: "Play online", "Jouer en ligne";
    LOBBY_HELP: "One click finds an opponent of about your strength. No account needed: you come in as a guest and can keep everything by registering later.",
        "Un clic trouve un adversaire de votre force. Sans compte : vous entrez comme invité et pouvez tout garder en vous inscrivant plus tard.";
    QUICK: "Find an opponent", "Trouver un adversaire";
    QUICK_RATED: "For rating", "Pour le classement";
    OPEN_GAMES: "Open games", "Parties ouvertes";
    NO_OPEN: "Nobody is waiting right now. Open a table and play the computer meanwhile: you are told when someone joins.",
        "Personne n'attend pour l'instant. Ouvrez une table et jouez contre l'ordinateur en attendant : vous serez prévenu dès que quelqu'un s'assied.";
    JOIN: "Join", "Rejoindre";
    CHALLENGES: "You are challenged", "On vous défie";
    YOUR_TURNS: "Your turn", "À vous de jouer";
    NO_TURNS: "No game waits for you.", "Aucune partie ne vous attend.";
    YOUR_GAMES: "Your games under way", "Vos parties en cours";
    YOUR_TABLES: "Your tables waiting for an opponent", "Vos tables en attente d'un adversaire";
    LIVE: "Watch live games", "Suivre les parties en cours";
    NO_LIVE: "Nobody plays in public at the moment.", "Personne ne joue en public pour l'instant.";
    WATCH: "Watch", "Regarder";
    LOADING: "One moment …", "Un instant…";
    CREATE: "Open a table of your own", "Ouvrir sa propre table";
    CREATE_DO: "Open the table", "Ouvrir la table";
    GAME: "Game", "Jeu";
    AGAINST: "Opponent", "Adversaire";
    ANYONE: "Anyone", "N'importe qui";
    BY_LINK: "A friend, by link", "Un ami, par lien";
    BY_NAME: "Somebody by name", "Quelqu'un par son nom";
    THE_COMPUTER: "The computer", "L'ordinateur";
    AT_SCREEN: "Two at this screen", "À deux sur cet écran";
    NAME: "Name", "Nom";
    TIME: "Time", "Temps";
    COUNTS: "Counts for the rating", "Compte pour le classement";
    SIDE: "Your side", "Votre camp";
    NOTIFY: "Tell me when it is my turn", "Me prévenir quand c'est à moi";
    NOTIFY_ON: "You will be told when it is your turn.", "Vous serez prévenu quand ce sera à vous.";
    NOTIFY_NO: "This browser does not allow notices.", "Ce navigateur ne permet pas les avis.";

    // Notices on every page.
    GAME_STARTED: "Your game of {game} against {name} has started.", "{game} : votre partie contre {name} a commencé.";
    CHALLENGED: "{name} challenges you to a game of {game}.", "{name} vous défie à {game}.";
    REMATCH_ASKED: "{name} asks for a rematch at {game}.", "{name} demande sa revanche à {game}.";
    REOPENED: "{name} left before the game started; your table is open again.",
        "{name} a quitté la table avant le début ; elle est de nouveau ouverte.";
    CALLED_OFF_EARLY: "Your game of {game} against {name} was called off before it started.", "{game} : votre partie contre {name} a été annulée avant de commencer.";
    TO_TABLE: "Go to the table", "Aller à la table";
    DISMISS: "Dismiss", "Ignorer";
    TURNS_WAIT: "games wait for you", "parties vous attendent";

    // Connection.
    LOST: "Connection lost. Trying again; nothing is lost, and what you played is kept.",
        "Connexion perdue. Nouvel essai ; rien n'est perdu, et ce que vous avez joué est gardé.";
    SIGN_IN_AGAIN: "Sign in again", "Se reconnecter";
    BACK: "Connected again.", "De nouveau connecté.";

    // Table.
    WAITING: "Waiting for an opponent", "En attente d'un adversaire";
    WAITING_HELP: "Send this address to a friend. You may leave this page: the game starts as soon as someone takes the seat, and you are told wherever you are in the app.",
        "Envoyez cette adresse à un ami. Vous pouvez quitter cette page : la partie commence dès que quelqu'un prend la place, et vous serez prévenu sur toutes les pages.";
    WAITING_STRICT: "Keep the app open on any page: at this table the game starts only when both players are online.",
        "Gardez l'application ouverte, sur n'importe quelle page : à cette table, la partie ne commence que si les deux joueurs sont en ligne.";
    WAITING_NAME: "Waiting for {name}", "En attente de {name}";
    WAITING_NAME_HELP: "{name} finds your challenge on the page “Online”. You may leave this page: the game waits for both of you.",
        "{name} trouve votre défi à la page « En ligne ». Vous pouvez quitter cette page : la partie vous attend tous les deux.";
    INVITES: "{name} invites you to play", "{name} vous invite à jouer";
    SEAT_KEPT: "This seat is kept for {name}.", "Cette place est réservée à {name}.";
    COPY_LINK: "Copy the address", "Copier l'adresse";
    LINK_COPIED: "The address is copied.", "L'adresse est copiée.";
    CALL_OFF: "Call it off", "Annuler";
    SIT_DOWN: "Sit down and play", "S'asseoir et jouer";
    STARTING: "Starting the game…", "La partie commence…";
    STARTING_STRICT: "Waiting for {name} to come online: at this table the game starts only when both players are there.",
        "En attente de {name} : à cette table, la partie ne commence que si les deux joueurs sont en ligne.";
    STARTING_ELSEWHERE: "You opened this table in another browser or program. Open that one now: this game starts only when both players are online.",
        "Vous avez ouvert cette table dans un autre navigateur ou programme. Ouvrez-le maintenant : la partie ne commence que si les deux joueurs sont en ligne.";
    STRICT: "Start only when both players are online", "Ne commencer que si les deux joueurs sont en ligne";
    STRICT_HELP: "Strict mode: until then each player keeps the secret number behind the dice and the sides. Otherwise the server keeps yours, and the game starts as soon as someone joins.",
        "Mode strict : jusque-là, chacun garde pour soi le nombre secret dont dépendent les dés et les camps. Sinon, le serveur garde le vôtre et la partie commence dès qu'un adversaire s'assied.";
    GAME_CALLED_OFF: "The game was called off.", "La partie a été annulée.";
    SET_UP_WAITS: "Your set-up is sealed. Waiting for the other one.", "Votre mise en place est scellée. En attente de l'autre.";
    SPECTATING: "You are watching.", "Vous regardez.";
    ONE_WATCHER: "1 person is watching.", "1 spectateur.";
    WATCHERS: "{n} people are watching.", "{n} spectateurs.";
    HERE: "is here", "est là";
    AWAY: "is away", "est absent";
    OFFER_DRAW: "Offer a draw", "Proposer la nulle";
    DRAW_OFFERED: "Your opponent offers a draw.", "Votre adversaire propose la nulle.";
    DRAW_SENT: "You offer a draw.", "Vous proposez la nulle.";
    ASK_BACK: "Ask to take back", "Demander à reprendre";
    BACK_ASKED: "Your opponent asks to take a move back.", "Votre adversaire demande à reprendre un coup.";
    BACK_SENT: "You ask to take back.", "Vous demandez à reprendre.";
    ACCEPT: "Accept", "Accepter";
    DECLINE: "Decline", "Refuser";
    WITHDRAW: "Withdraw", "Retirer";
    CLAIM: "Claim the game", "Réclamer la partie";
    CLAIM_HELP: "Your opponent has gone.", "Votre adversaire est parti.";
    CLAIM_IN: "Your opponent is away. You may claim the game in {n} s.", "Votre adversaire est absent. Vous pourrez réclamer la partie dans {n} s.";
    REMATCH_SENT: "You ask for a rematch. Waiting …", "Vous demandez la revanche. En attente…";
    REMATCH_OFFERED: "Your opponent asks for a rematch.", "Votre adversaire demande la revanche.";
    REMATCH_TAKE: "Play the rematch", "Jouer la revanche";
    REVIEW: "Review", "Revoir";
    RECORD: "Record", "Partie écrite";
    VERIFY: "Verify the lots", "Vérifier les tirages";
    NEW_RATINGS: "Ratings now", "Nouveaux classements";
    NO_SUCH_GAME: "There is no such game on this server.", "Cette partie n'existe pas sur ce serveur.";

    // Chat.
    CHAT: "Chat", "Discussion";
    CHAT_EMPTY: "Nothing has been said yet.", "Rien n'a encore été dit.";
    CHAT_SAY: "Say something", "Dire quelque chose";
    CHAT_SEND: "Send", "Envoyer";
    CHAT_MUTE: "Mute", "Couper";
    CHAT_UNMUTE: "Hear again", "Réentendre";
    CHAT_MUTED: "You hear nothing here until you want to again.", "Vous n'entendez plus rien ici jusqu'à nouvel ordre.";
    CHAT_REPORT: "Report", "Signaler";
    CHAT_REPORTED: "Reported. Thank you.", "Signalé. Merci.";
    CHAT_WATCHERS: "Watchers talk among themselves until the game is over.", "Les spectateurs parlent entre eux jusqu'à la fin.";

    // Lots.
    LOTS: "Lots", "Tirages";
    LOTS_COMMITTED: "Committed before the game", "Engagements pris avant la partie";
    LOTS_OPENED: "Opened when it was over", "Ouvertes à la fin";
    LOTS_HELP: "All throws follow from three seeds. Nobody could choose theirs after seeing the others', and anyone can compute every throw again. The server knows the coming throws and tells nobody, computer players included.",
        "Tous les lancers découlent de trois graines. Personne n'a pu choisir la sienne après avoir vu les autres, et chacun peut tout recalculer. Le serveur connaît les lancers à venir et ne les dit à personne, ordinateurs compris.";
    LOTS_SERVER: "server", "serveur";
    TO_GAME: "To the game", "Vers la partie";
    VERIFY_TITLE: "Verify a game", "Vérifier une partie";
    VERIFY_HELP: "Paste the record of a finished game, or open it from its page. Your browser computes everything again: nobody is asked.",
        "Collez une partie terminée, ou ouvrez-la depuis sa page. Votre navigateur recalcule tout : il ne demande rien à personne.";
    VERIFY_DO: "Verify", "Vérifier";
    VERIFY_FINE: "Everything is right", "Tout est juste";
    VERIFY_WRONG: "Something is wrong", "Quelque chose ne va pas";
    VERIFY_PLIES: "plies follow the rules", "coups suivent les règles";
    VERIFY_LOTS: "lots follow from the seeds", "tirages découlent des graines";
    VERIFY_NO_LOTS: "This record holds no seeds: there is nothing to compute.", "Cette partie ne contient pas de graines : il n'y a rien à calculer.";
    VERIFY_SEALS: "sealed set-ups are what was sealed", "mises en place sont celles qui furent scellées";
    VERIFY_SIDES: "Who sits where follows from the seeds.", "Les places découlent des graines.";
    VERIFY_LOG: "The server's commitment stands in the public log.", "L'engagement du serveur figure au registre public.";
    VERIFY_LOG_ALL: "The commitments of the server and of both players stand in the public log, in order.",
        "Les engagements du serveur et des deux joueurs figurent au registre public, dans l'ordre.";
    VERIFY_LOG_WRONG: "The public log holds other commitments for this game.", "Le registre public porte d'autres engagements pour cette partie.";
    VERIFY_DEPOSITED: "The creator deposited a seed with the server, so the game could begin without them.",
        "Le créateur avait déposé sa graine sur le serveur : la partie pouvait commencer sans lui.";
    VERIFY_LIVE: "Both players opened their seeds live.", "Les deux joueurs ont ouvert leur graine en direct.";
    VERIFY_DRAWN: "Lots drawn", "Tirages effectués";
}
