//! Accounts, profiles, lists of games, connection errors.

catalogue! {
    // Connection errors.
    UNREACHABLE: "The server cannot be reached. Look whether you are connected, then try again.",
        "Le serveur ne répond pas. Vérifiez votre connexion, puis réessayez.";
    NO_SERVER: "There is no server of games at this address: only what happens at one screen works here.",
        "Il n'y a pas de serveur de jeux à cette adresse : seul ce qui se passe devant un écran fonctionne ici.";
    STRANGE: "The server says something this version of the app does not know; load the page again",
        "Le serveur dit quelque chose que cette version de l'application ne connaît pas ; rechargez la page";
    TOO_OFTEN: "That was too often in a short time. Wait {n} s, then try again.",
        "C'était trop souvent en peu de temps. Attendez {n} s, puis réessayez.";
    LOADING: "Loading…", "Chargement…";
    TRY_AGAIN: "Try again", "Réessayer";

    // Signing in.
    SIGN_IN: "Sign in", "Se connecter";
    SIGN_OUT: "Sign out", "Se déconnecter";
    SIGNED_OUT: "You are signed out.", "Vous êtes déconnecté.";
    NAME: "Name", "Nom";
    NAME_HELP: "2 to 20 letters, digits, - or _. Everybody sees it.", "De 2 à 20 lettres, chiffres, - ou _. Tout le monde le voit.";
    PASSWORD: "Password", "Mot de passe";
    PASSWORD_HELP: "At least 8 characters. Several words together are good.", "Au moins 8 caractères. Plusieurs mots à la suite conviennent bien.";
    SHOW_PASSWORD: "Show the password", "Montrer le mot de passe";
    NO_ACCOUNT: "No account yet?", "Pas encore de compte ?";
    REGISTER: "Open an account", "Ouvrir un compte";
    REGISTER_HELP: "With an account you keep your games, your rating and your settings on every device. A name and a password are enough; no address is asked for.",
        "Avec un compte, vous gardez vos parties, votre classement et vos réglages sur tous vos appareils. Un nom et un mot de passe suffisent ; aucune adresse n'est demandée.";
    REGISTER_GUEST: "You are playing as {name}. Your games and everything else of yours stay with you under the new name.",
        "Vous jouez sous le nom de {name}. Vos parties et tout le reste vous suivent sous le nouveau nom.";
    HAVE_ACCOUNT: "Have an account already?", "Déjà un compte ?";
    SIGN_IN_GUEST: "You are the guest {name}. If you sign in to an account, the games of the guest do not come along; opening an account keeps them.",
        "Vous êtes l'invité {name}. Si vous vous connectez à un compte, les parties de l'invité ne suivent pas ; ouvrir un compte les garde.";
    AS_GUEST: "Come in as a guest", "Entrer en invité";
    AS_GUEST_HELP: "The server makes up a name; you can make an account of it later and keep your games.",
        "Le serveur invente un nom ; vous pourrez en faire un compte plus tard et garder vos parties.";
    FORGOT: "Forgot the password?", "Mot de passe oublié ?";
    RECOVER: "Use a recovery code", "Utiliser un code de secours";
    RECOVER_HELP: "Each of the codes you wrote down is good for one new password. All browsers are signed out and all tokens deleted.",
        "Chacun des codes que vous avez notés permet de choisir une fois un nouveau mot de passe. Tous les navigateurs sont déconnectés et tous les jetons supprimés.";
    CODE: "Recovery code", "Code de secours";
    CODE_HELP: "Capitals, spaces and dashes do not matter.", "Majuscules, espaces et tirets ne comptent pas.";
    NEW_PASSWORD: "New password", "Nouveau mot de passe";
    RECOVERED: "The new password is set. Sign in with it.", "Le nouveau mot de passe est en place. Connectez-vous avec lui.";
    SET_PASSWORD: "Set the password", "Choisir ce mot de passe";
    ALREADY_IN: "You are signed in as {name}.", "Vous êtes connecté sous le nom de {name}.";
    WELCOME: "Welcome, {name}!", "Bienvenue, {name} !";
    GO_ON: "Go on", "Continuer";

    // Recovery codes.
    CODES: "Recovery codes", "Codes de secours";
    CODES_ONCE: "Write these codes down or save them now: they are shown this once. Without a password and without a code nobody can open the account again.",
        "Notez ces codes ou enregistrez-les maintenant : ils ne sont montrés qu'une fois. Sans mot de passe ni code, personne ne peut plus ouvrir le compte.";
    CODES_LEFT: "Codes left: {n}", "Codes restants : {n}";
    CODES_NONE: "You have no recovery codes: if you forget the password, the account is lost.",
        "Vous n'avez aucun code de secours : si vous oubliez le mot de passe, le compte est perdu.";
    CODES_MAKE: "Make new codes", "Créer de nouveaux codes";
    CODES_RENEW_HELP: "New codes replace the old ones, which no longer work.", "De nouveaux codes remplacent les anciens, qui ne servent plus.";
    CODES_FAILED: "The account is open, but no recovery codes could be made. Make them on the account page.",
        "Le compte est ouvert, mais les codes de secours n'ont pas pu être créés. Créez-les sur la page du compte.";
    COPY_CODES: "Copy", "Copier";
    COPIED: "Copied.", "Copié.";
    COPY_FAILED: "This browser does not let pages copy: select the text and copy it yourself.",
        "Ce navigateur ne laisse pas les pages copier : sélectionnez le texte et copiez-le vous-même.";
    SAVE_FILE: "Save as a file", "Enregistrer dans un fichier";

    // Account.
    ACCOUNT: "Account", "Compte";
    ACCOUNT_NOBODY: "Nobody is signed in here.", "Personne n'est connecté ici.";
    ACCOUNT_GUEST: "You are a guest: what is yours hangs on this browser alone. Open an account to keep it.",
        "Vous êtes un invité : ce qui est à vous ne tient qu'à ce navigateur. Ouvrez un compte pour le garder.";
    MY_PROFILE: "My profile", "Mon profil";
    CHANGE_PASSWORD: "Change the password", "Changer le mot de passe";
    OLD_PASSWORD: "Current password", "Mot de passe actuel";
    PASSWORD_CHANGED: "The password is changed. All other browsers are signed out.",
        "Le mot de passe est changé. Tous les autres navigateurs sont déconnectés.";
    CHANGE_PASSWORD_HELP: "All other browsers are signed out; tokens stay.", "Tous les autres navigateurs sont déconnectés ; les jetons restent.";
    SESSIONS: "Where you are signed in", "Où vous êtes connecté";
    THIS_BROWSER: "this browser", "ce navigateur";
    UNKNOWN_BROWSER: "A browser that does not say its name", "Un navigateur qui ne dit pas son nom";
    SINCE: "since {day}", "depuis le {day}";
    LAST_USED: "last used {day}", "utilisé le {day}";
    NEVER_USED: "not used yet", "pas encore utilisé";
    END_SESSION: "Sign it out", "Le déconnecter";
    END_OTHERS: "Sign out everywhere else", "Se déconnecter partout ailleurs";
    ENDED: "Signed out elsewhere: {n}", "Déconnexions ailleurs : {n}";
    TOKENS: "Tokens for programs", "Jetons pour programmes";
    TOKENS_HELP: "A program that plays for you signs in with a token instead of your password. The interface is described at",
        "Un programme qui joue pour vous se présente avec un jeton au lieu de votre mot de passe. L'interface est décrite à";
    NO_TOKENS: "No tokens yet.", "Aucun jeton pour l'instant.";
    TOKEN_NAME: "Name of the token", "Nom du jeton";
    TOKEN_NAME_HELP: "So that you know later what it is for.", "Pour savoir plus tard à quoi il sert.";
    TOKEN_MAY: "What it may do", "Ce qu'il peut faire";
    SCOPE_READ: "Look", "Regarder";
    SCOPE_PLAY: "Look and play", "Regarder et jouer";
    TOKEN_MAKE: "Make a token", "Créer un jeton";
    TOKEN_ONCE: "Copy the token now: it is shown this once.", "Copiez le jeton maintenant : il n'est montré qu'une fois.";
    TOKEN_DELETE: "Delete the token", "Supprimer le jeton";
    TOKEN_SURE: "Delete this token? Programs that use it are shut out at once.", "Supprimer ce jeton ? Les programmes qui s'en servent sont exclus aussitôt.";
    TOKEN_DELETED: "The token is deleted.", "Le jeton est supprimé.";
    BLOCKS: "People you block", "Personnes que vous bloquez";
    BLOCKS_HELP: "You are not paired with them and do not see what they say.", "Vous n'êtes pas mis face à elles et ne voyez pas ce qu'elles disent.";
    NO_BLOCKS: "You block nobody.", "Vous ne bloquez personne.";
    UNBLOCK: "Unblock", "Débloquer";
    DATA: "Your data", "Vos données";
    EXPORT_HELP: "One file with all that is stored of you: profile, ratings, games, chat, sessions, tokens without their secrets.",
        "Un fichier avec tout ce qui est conservé de vous : profil, classements, parties, discussions, sessions, jetons sans leurs secrets.";
    EXPORT: "Save all my data", "Enregistrer toutes mes données";
    DELETE: "Delete the account", "Supprimer le compte";
    DELETE_GUEST: "Delete the guest", "Supprimer l'invité";
    DELETE_HELP: "Name, password, settings, sessions, tokens and chat go for good. Games in progress count as resigned. Your games stay with a nameless player, for they are your opponents' too.",
        "Nom, mot de passe, réglages, sessions, jetons et discussions disparaissent pour de bon. Les parties en cours comptent comme abandonnées. Vos parties restent avec un joueur sans nom, car elles sont aussi à vos adversaires.";
    DELETE_TYPE: "Type {name} to confirm", "Écrivez {name} pour confirmer";
    DELETE_NOW: "Delete for good", "Supprimer pour de bon";
    DELETED: "Everything of yours is deleted.", "Tout ce qui était à vous est supprimé.";

    // Profile.
    MEMBER_SINCE: "Here since {day}", "Ici depuis le {day}";
    IS_GUEST: "Guest", "Invité";
    IS_ADMIN: "Looks after this server", "S'occupe de ce serveur";
    GAMES_PLAYED: "Games played: {n}", "Parties jouées : {n}";
    ALL_GAMES: "All games", "Toutes les parties";
    CHALLENGE: "Challenge", "Défier";
    BLOCK: "Block", "Bloquer";
    BLOCKED: "{name} is blocked.", "{name} est maintenant sur votre liste de blocage.";
    UNBLOCKED: "{name} is no longer blocked.", "{name} n'est plus sur votre liste de blocage.";
    REPORT: "Report", "Signaler";
    REPORT_WHAT: "What happened? Whoever runs this server reads it.", "Que s'est-il passé ? Qui tient ce serveur le lira.";
    REPORT_SEND: "Send the report", "Envoyer le signalement";
    REPORTED: "Thank you: the report is sent.", "Merci : le signalement est envoyé.";
    EDIT_ACCOUNT: "My account", "Mon compte";
    RATINGS: "Ratings", "Classements";
    NO_RATINGS: "No rated game yet.", "Aucune partie classée pour l'instant.";
    PROVISIONAL: "still a guess", "encore une estimation";
    RATED_GAMES: "rated games: {n}", "parties classées : {n}";
    HISTORY: "How the rating went", "Évolution du classement";
    HISTORY_OF: "Rating at {game}: {n} games, from {low} to {high}, now {now}", "Classement à {game} : {n} parties, de {low} à {high}, aujourd'hui {now}";
    HISTORY_GAME: "Game by game", "Partie par partie";
    HISTORY_HELP: "The line is the rating, the area around it how unsure it is.", "La ligne est le classement, la zone autour son incertitude.";
    TO_GAME: "Look at the game", "Voir la partie";
    RESULTS: "Results", "Résultats";
    RESULTS_HELP: "Finished games, rated or not.", "Parties finies, classées ou non.";
    NO_RESULTS: "No finished game yet.", "Aucune partie finie pour l'instant.";
    GAME: "Game", "Jeu";
    WINS: "Won", "Gagnées";
    LOSSES: "Lost", "Perdues";
    DRAWS: "Drawn", "Nulles";
    WIN_SHARE: "Share won", "Part gagnée";
    DICE: "Dice", "Les dés";
    DICE_SAMPLE: "Throws: {n}. Doubles: {doubles}, expected {expected}.", "Lancers : {n}. Doubles : {doubles}, attendus {expected}.";
    DICE_FEW: "Few throws say little: only over hundreds do the bars come near their marks.",
        "Peu de lancers disent peu de chose : les barres n'approchent de leurs repères qu'après des centaines.";
    DICE_HELP: "Each bar is how often a throw came, the mark how often one expects it.", "Chaque barre est le nombre de fois où un lancer est sorti, le repère le nombre attendu.";
    DICE_BAR: "{throw}: {n} times, expected {expected}", "{throw} : {n} fois, attendu {expected}";
    NO_DICE: "No dice thrown yet.", "Aucun lancer de dés pour l'instant.";

    // A player's games.
    GAMES_OF: "Games of {name}", "Parties de {name}";
    PROFILE_OF: "Profile of {name}", "Profil de {name}";
    FILTER: "Which games", "Quelles parties";
    ANY_GAME: "All games", "Tous les jeux";
    STATUS: "State", "État";
    ANY_STATUS: "Any", "Tous";
    RATED: "Rating", "Classement";
    ANY_RATED: "Rated or not", "Classées ou non";
    ONLY_RATED: "Rated", "Classées";
    ONLY_CASUAL: "Not rated", "Non classées";
    AGAINST: "Opponent", "Adversaire";
    FROM_DAY: "From", "Du";
    TO_DAY: "To", "Au";
    SHOW: "Show", "Afficher";
    SHOW_ALL: "Show all", "Tout afficher";
    MORE: "More games", "Plus de parties";
    EXPORT_RECORDS: "Save as records", "Enregistrer les parties";
    EXPORT_RECORDS_HELP: "The finished ones among these, a thousand at most, in one file.", "Celles d'entre elles qui sont finies, mille au plus, dans un fichier.";
    NO_RECORDS: "There is no finished game among these.", "Il n'y a pas de partie finie parmi elles.";
    NO_SUCH_GAMES: "There is no such game.", "Aucune partie de cette sorte.";
    SHOWN: "Games shown: {n}", "Parties affichées : {n}";
    ONE_PLY: "1 ply", "1 coup";
    STATUS_OPEN: "Waits for an opponent", "Attend un adversaire";
    STATUS_PLAYING: "Running", "En cours";
    STATUS_OVER: "Over", "Finie";
    STATUS_ABORTED: "Called off", "Annulée";
    WON: "Won", "Gagnée";
    LOST: "Lost", "Perdue";
    DREW: "Drawn", "Nulle";
    PRIVATE: "private", "privée";
    IS_RATED: "rated", "classée";
    FREE_SEAT: "free seat", "place libre";

    // Leaderboards.
    PLAYERS: "Players", "Joueurs";
    PLAYERS_HELP: "The strongest at each game, once enough rated games have made their rating sure.",
        "Les plus forts à chaque jeu, dès que leur classement repose sur assez de parties.";
    FIND_PLAYER: "Find somebody by name", "Trouver quelqu'un par son nom";
    SHOW_PLAYER: "Show", "Voir";
    NO_BEST: "Nobody has played enough rated games yet.", "Personne n'a encore joué assez de parties classées.";
    PLACE: "Place", "Rang";
    RATED_COUNT: "Games", "Parties";
    ALL_BEST: "All {n}", "Tous les {n}";
}
