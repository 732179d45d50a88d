//! Accounts, profiles, lists of games, connection errors.

catalogue! {
    // Connection errors.
    UNREACHABLE: "Could not reach the server. Check your connection and try again.",
        "Le serveur ne répond pas. Vérifiez votre connexion et réessayez.";
    NO_SERVER: "There is no game server at this address: only games on this device work here.",
        "Il n'y a pas de serveur de jeu à cette adresse : seules les parties sur cet appareil fonctionnent ici.";
    STRANGE: "Reload the page: this version of the app does not understand the server",
        "Rechargez la page : cette version de l'application ne comprend pas le serveur";
    TOO_OFTEN: "Too many attempts. Wait {n} s, then try again.",
        "Trop de tentatives. Attendez {n} s, puis réessayez.";
    LOADING: "Loading…", "Chargement…";
    TRY_AGAIN: "Try again", "Réessayer";

    // Signing in.
    SIGN_IN: "Sign in", "Se connecter";
    SIGN_OUT: "Sign out", "Se déconnecter";
    SIGNED_OUT: "You are signed out.", "Vous êtes déconnecté.";
    NAME: "Name", "Nom";
    NAME_HELP: "2 to 20 letters, digits, - or _. Other players see it.", "De 2 à 20 lettres, chiffres, - ou _. Les autres joueurs le voient.";
    PASSWORD: "Password", "Mot de passe";
    PASSWORD_HELP: "At least 8 characters. Several words together work well.", "Au moins 8 caractères. Plusieurs mots à la suite conviennent bien.";
    SHOW_PASSWORD: "Show password", "Afficher le mot de passe";
    NO_ACCOUNT: "No account yet?", "Pas encore de compte ?";
    REGISTER: "Create account", "Créer un compte";
    REGISTER_HELP: "With an account you find your games, rating and settings on all your devices. All you need is a name and a password; no email address.",
        "Avec un compte, vous retrouvez vos parties, votre classement et vos réglages sur tous vos appareils. Un nom et un mot de passe suffisent ; aucune adresse e-mail n'est demandée.";
    REGISTER_GUEST: "You are playing as {name}. You keep your games, rating and settings under your new name.",
        "Vous jouez sous le nom de {name}. Vous gardez vos parties, votre classement et vos réglages sous votre nouveau nom.";
    INVITATION: "Invitation code", "Code d'invitation";
    INVITATION_HELP: "Accounts on this server are by invitation. An administrator gives you the code.",
        "Sur ce serveur, on crée un compte sur invitation. Un administrateur vous donne le code.";
    REGISTRATION_CLOSED: "This server accepts no new accounts.", "Ce serveur n'accepte pas de nouveaux comptes.";
    HAVE_ACCOUNT: "Already have an account?", "Déjà un compte ?";
    SIGN_IN_GUEST: "You are playing as the guest {name}. Signing in to another account leaves this guest's games behind; creating an account keeps them.",
        "Vous jouez comme invité sous le nom de {name}. Si vous vous connectez à un autre compte, vous perdez les parties de cet invité ; créez un compte pour les garder.";
    AS_GUEST: "Play as a guest", "Jouer en invité";
    AS_GUEST_HELP: "You get a random name. Create an account later to keep your games.",
        "Vous recevez un nom au hasard. Créez un compte plus tard pour garder vos parties.";
    FORGOT: "Forgot your password?", "Mot de passe oublié ?";
    RECOVER: "Use a recovery code", "Utiliser un code de secours";
    RECOVER_HELP: "Each of your recovery codes lets you set a new password once. This signs out all your devices and deletes all API tokens.",
        "Chacun de vos codes de secours permet de choisir une fois un nouveau mot de passe. Tous vos appareils sont alors déconnectés et tous les jetons d'API supprimés.";
    CODE: "Recovery code", "Code de secours";
    CODE_HELP: "Capitals, spaces and dashes do not matter.", "Les majuscules, espaces et tirets ne comptent pas.";
    NEW_PASSWORD: "New password", "Nouveau mot de passe";
    RECOVERED: "Your password has been changed. Sign in with the new one.", "Votre mot de passe a été changé. Connectez-vous avec le nouveau.";
    SET_PASSWORD: "Set password", "Choisir ce mot de passe";
    ALREADY_IN: "You are signed in as {name}.", "Vous êtes connecté sous le nom de {name}.";
    WELCOME: "Welcome, {name}!", "Bienvenue, {name} !";
    GO_ON: "Continue", "Continuer";

    // Recovery codes.
    CODES: "Recovery codes", "Codes de secours";
    CODES_ONCE: "Write down or save these codes now: they are shown only once. Without your password or a code, you cannot get back into your account.",
        "Notez ou enregistrez ces codes maintenant : ils ne s'affichent qu'une fois. Sans mot de passe ni code, vous ne pourrez plus accéder à votre compte.";
    CODES_LEFT: "Codes left: {n}", "Codes restants : {n}";
    CODES_NONE: "You have no recovery codes. If you forget your password, you lose your account.",
        "Vous n'avez aucun code de secours. Si vous oubliez votre mot de passe, vous perdez votre compte.";
    CODES_MAKE: "Create new codes", "Créer de nouveaux codes";
    CODES_RENEW_HELP: "New codes replace your old ones.", "Les nouveaux codes remplacent les anciens.";
    CODES_FAILED: "Your account has been created, but not its recovery codes. Create them on your account page.",
        "Votre compte a été créé, mais pas ses codes de secours. Créez-les sur la page de votre compte.";
    COPY_CODES: "Copy", "Copier";
    COPIED: "Copied.", "Copié.";
    COPY_FAILED: "This browser does not allow copying. Select the text and copy it yourself.",
        "Ce navigateur ne permet pas de copier. Sélectionnez le texte et copiez-le vous-même.";
    SAVE_FILE: "Save as file", "Enregistrer dans un fichier";

    // Account.
    ACCOUNT: "Account", "Compte";
    ACCOUNT_NOBODY: "You are not signed in.", "Vous n'êtes pas connecté.";
    ACCOUNT_GUEST: "You are a guest: your games exist only in this browser. Create an account to keep them.",
        "Vous êtes un invité : vos parties ne tiennent qu'à ce navigateur. Créez un compte pour les garder.";
    MY_PROFILE: "My profile", "Mon profil";
    CHANGE_PASSWORD: "Change password", "Changer de mot de passe";
    OLD_PASSWORD: "Current password", "Mot de passe actuel";
    PASSWORD_CHANGED: "Password changed. All your other devices are signed out.",
        "Mot de passe changé. Tous vos autres appareils sont déconnectés.";
    CHANGE_PASSWORD_HELP: "This signs out all your other devices. API tokens keep working.", "Tous vos autres appareils seront déconnectés. Les jetons d'API restent valables.";
    SESSIONS: "Signed-in devices", "Appareils connectés";
    THIS_BROWSER: "this device", "cet appareil";
    UNKNOWN_BROWSER: "Unknown browser", "Navigateur inconnu";
    SINCE: "since {day}", "depuis le {day}";
    LAST_USED: "last used {day}", "utilisé le {day}";
    NEVER_USED: "never used", "jamais utilisé";
    END_SESSION: "Sign out this device", "Déconnecter cet appareil";
    END_OTHERS: "Sign out all other devices", "Déconnecter tous les autres appareils";
    ENDED: "Devices signed out: {n}", "Appareils déconnectés : {n}";
    TOKENS: "API tokens", "Jetons d'API";
    TOKENS_HELP: "A program that plays for you signs in with a token instead of your password. Read about the API at",
        "Un programme qui joue pour vous se connecte avec un jeton au lieu de votre mot de passe. L'API est décrite à l'adresse";
    NO_TOKENS: "No tokens yet.", "Aucun jeton pour l'instant.";
    TOKEN_NAME: "Token name", "Nom du jeton";
    TOKEN_NAME_HELP: "To remind you what it is for.", "Pour vous rappeler à quoi il sert.";
    TOKEN_MAY: "Permissions", "Autorisations";
    SCOPE_READ: "Read", "Lire";
    SCOPE_PLAY: "Read and play", "Lire et jouer";
    TOKEN_MAKE: "Create token", "Créer un jeton";
    TOKEN_ONCE: "Copy the token now: it is shown only once.", "Copiez le jeton maintenant : il ne s'affiche qu'une fois.";
    TOKEN_DELETE: "Delete token", "Supprimer le jeton";
    TOKEN_SURE: "Delete this token? Programs using it stop working at once.", "Supprimer ce jeton ? Les programmes qui l'utilisent cesseront aussitôt de fonctionner.";
    TOKEN_DELETED: "Token deleted.", "Jeton supprimé.";
    BLOCKS: "Blocked players", "Joueurs bloqués";
    BLOCKS_HELP: "You are never paired with them and do not see their messages.", "Vous ne jouez plus contre eux et ne voyez plus leurs messages.";
    NO_BLOCKS: "No blocked players.", "Aucun joueur bloqué.";
    UNBLOCK: "Unblock", "Débloquer";
    DATA: "Your data", "Vos données";
    EXPORT_HELP: "One file with everything the server stores about you: profile, ratings, games, chat, sessions, and tokens without their secrets.",
        "Un fichier avec tout ce que le serveur conserve sur vous : profil, classements, parties, discussions, sessions, et jetons sans leurs secrets.";
    EXPORT: "Download my data", "Télécharger mes données";
    DELETE: "Delete account", "Supprimer le compte";
    DELETE_GUEST: "Delete guest", "Supprimer l'invité";
    DELETE_HELP: "This permanently deletes your name, password, settings, sessions, tokens and messages. You resign your games in progress. Finished games remain, without your name, because they are your opponents' too.",
        "Vos nom, mot de passe, réglages, sessions, jetons et messages sont supprimés définitivement. Vos parties en cours sont abandonnées. Les parties terminées restent, sans votre nom, car elles appartiennent aussi à vos adversaires.";
    DELETE_TYPE: "Type {name} to confirm", "Saisissez {name} pour confirmer";
    DELETE_NOW: "Delete permanently", "Supprimer définitivement";
    DELETED: "Your account and data have been deleted.", "Votre compte et vos données ont été supprimés.";

    // Profile.
    MEMBER_SINCE: "Member since {day}", "Membre depuis le {day}";
    IS_GUEST: "Guest", "Invité";
    IS_ADMIN: "Server administrator", "Administrateur du serveur";
    GAMES_PLAYED: "Games played: {n}", "Parties jouées : {n}";
    ALL_GAMES: "All games", "Toutes les parties";
    CHALLENGE: "Challenge", "Défier";
    BLOCK: "Block", "Bloquer";
    BLOCKED: "You have blocked {name}.", "Vous avez bloqué {name}.";
    UNBLOCKED: "You have unblocked {name}.", "Vous avez débloqué {name}.";
    REPORT: "Report", "Signaler";
    REPORT_WHAT: "What happened? The server's administrators will read this.", "Que s'est-il passé ? Les administrateurs du serveur le liront.";
    REPORT_SEND: "Send report", "Envoyer le signalement";
    REPORTED: "Report sent. Thank you.", "Signalement envoyé. Merci.";
    EDIT_ACCOUNT: "My account", "Mon compte";
    RATINGS: "Ratings", "Classements";
    NO_RATINGS: "No rated games yet.", "Aucune partie classée pour l'instant.";
    PROVISIONAL: "provisional", "provisoire";
    RATED_GAMES: "rated games: {n}", "parties classées : {n}";
    HISTORY: "Rating history", "Évolution du classement";
    HISTORY_OF: "Rating at {game}: {n} games, from {low} to {high}, now {now}", "Classement à {game} : {n} parties, de {low} à {high}, aujourd'hui {now}";
    HISTORY_GAME: "Game by game", "Partie par partie";
    HISTORY_HELP: "The line shows your rating; the shaded area, its margin of error.", "La ligne montre le classement ; la zone colorée, sa marge d'erreur.";
    TO_GAME: "View game", "Voir la partie";
    RESULTS: "Results", "Résultats";
    RESULTS_HELP: "Finished games, rated and casual.", "Parties terminées, classées ou amicales.";
    NO_RESULTS: "No finished games yet.", "Aucune partie terminée pour l'instant.";
    GAME: "Game", "Jeu";
    WINS: "Won", "Gagnées";
    LOSSES: "Lost", "Perdues";
    DRAWS: "Drawn", "Nulles";
    WIN_SHARE: "Win rate", "Taux de victoire";
    DICE: "Dice", "Dés";
    DICE_SAMPLE: "Rolls: {n}. Doubles: {doubles}, expected {expected}.", "Lancers : {n}. Doubles : {doubles}, attendus {expected}.";
    DICE_FEW: "A few rolls prove nothing: the bars only approach their marks after hundreds of rolls.",
        "Quelques lancers ne prouvent rien : les barres n'approchent de leurs repères qu'après des centaines de lancers.";
    DICE_HELP: "Each bar shows how often you rolled a number; the mark shows how often to expect it.", "Chaque barre montre combien de fois un lancer est sorti ; le repère, combien de fois on l'attend.";
    DICE_BAR: "{throw}: {n} times, expected {expected}", "{throw} : {n} fois, attendu {expected}";
    NO_DICE: "No rolls yet.", "Aucun lancer pour l'instant.";

    // A player's games.
    GAMES_OF: "{name}'s games", "Parties de {name}";
    PROFILE_OF: "{name}'s profile", "Profil de {name}";
    FILTER: "Filter", "Filtrer";
    ANY_GAME: "All games", "Tous les jeux";
    STATUS: "Status", "État";
    ANY_STATUS: "All", "Tous";
    RATED: "Rating", "Classement";
    ANY_RATED: "Rated and casual", "Classées et amicales";
    ONLY_RATED: "Rated", "Classées";
    ONLY_CASUAL: "Casual", "Amicales";
    AGAINST: "Opponent", "Adversaire";
    FROM_DAY: "From", "Du";
    TO_DAY: "To", "Au";
    SHOW: "Show", "Afficher";
    SHOW_ALL: "Show all", "Tout afficher";
    MORE: "More games", "Plus de parties";
    EXPORT_RECORDS: "Save game records", "Enregistrer les parties";
    EXPORT_RECORDS_HELP: "One file with the finished games in this list, up to a thousand.", "Un fichier avec les parties terminées de cette liste, mille au plus.";
    NO_RECORDS: "None of these games is finished.", "Aucune de ces parties n'est terminée.";
    NO_SUCH_GAMES: "No matching games.", "Aucune partie ne correspond.";
    SHOWN: "Games shown: {n}", "Parties affichées : {n}";
    ONE_PLY: "1 move", "1 coup";
    STATUS_OPEN: "Waiting for an opponent", "En attente d'un adversaire";
    STATUS_PLAYING: "In progress", "En cours";
    STATUS_OVER: "Finished", "Terminée";
    STATUS_ABORTED: "Aborted", "Annulée";
    WON: "Won", "Gagnée";
    LOST: "Lost", "Perdue";
    DREW: "Drawn", "Nulle";
    PRIVATE: "private", "privée";
    IS_RATED: "rated", "classée";
    FREE_SEAT: "open seat", "place libre";

    // Leaderboards.
    PLAYERS: "Players", "Joueurs";
    PLAYERS_HELP: "The best players of each game, once they have played enough rated games.",
        "Les meilleurs joueurs de chaque jeu, dès qu'ils ont joué assez de parties classées.";
    FIND_PLAYER: "Find a player by name", "Chercher un joueur par son nom";
    SHOW_PLAYER: "Show", "Afficher";
    NO_BEST: "No player has enough rated games yet.", "Aucun joueur n'a encore assez de parties classées.";
    PLACE: "Rank", "Rang";
    RATED_COUNT: "Games", "Parties";
    ALL_BEST: "All {n}", "Tous les {n}";
}
