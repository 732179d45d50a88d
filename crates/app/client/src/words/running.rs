//! Running games on the home page and in the banner, the end of a game, what to do next.

catalogue! {
    // Running games.
    RUNNING_GAMES: "Your games in progress", "Vos parties en cours";
    YOUR_TURN_IN: "Your turn in {game}", "{game} : à vous de jouer";
    YOUR_TURN_AGAINST: "Your turn in {game} against {name}", "{game} : à vous de jouer contre {name}";
    TIME_LEFT: "{time} left", "encore {time}";
    THEIR_TURN: "{name} to move", "À {name} de jouer";
    TABLE_OPEN: "Waiting for an opponent", "En attente d'un adversaire";
    TABLE_STARTING: "The game is about to start", "La partie va commencer";
    CHALLENGED_BY: "{name} challenges you", "{name} vous défie";
    RESUME: "Resume", "Reprendre";
    PLAY_NOW: "Play now", "Jouer";
    VIEW_TABLE: "View table", "Voir la table";
    MORE_WAITING: "{n} more games are waiting", "{n} autres parties vous attendent";
    ONE_MORE_WAITING: "1 more game is waiting", "1 autre partie vous attend";
    ALL_SAVED: "All saved games", "Toutes les parties enregistrées";

    // Players and results.
    YOU: "You", "Vous";
    NEXT_LEVEL: "Try level {n}", "Essayer le niveau {n}";
    EASIER_LEVEL: "Try an easier level ({n})", "Essayer un niveau plus facile ({n})";
    NEXT_PUZZLE: "Next puzzle", "Problème suivant";

    // Offers and chat.
    DRAW_DECLINED: "Your opponent declined the draw.", "Votre adversaire a refusé la nulle.";
    BACK_DECLINED: "Your opponent declined the takeback.", "Votre adversaire a refusé que vous repreniez votre coup.";
    PHRASES: "Quick phrases", "Phrases toutes faites";
    UNREAD_ONE: "1 unread message", "1 message non lu";
    UNREAD: "{n} unread messages", "{n} messages non lus";
    CLOSE_CHAT: "Close the chat", "Fermer la discussion";
}
