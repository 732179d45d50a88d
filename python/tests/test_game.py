"""Games, records, pictures and bots by text."""

import copy
import json
import pickle

import pytest

import abaque


def random_game(spec: str, plies: int, seed: int = 1) -> abaque.Game:
    game = abaque.Game(spec)
    for n in range(plies):
        ply = game.random_ply(1000 * seed + n)
        if ply is None:
            break
        game.apply(ply)
    return game


def test_a_game_of_abalone():
    game = abaque.Game("abalone")
    assert game.spec == "abalone"
    assert (game.player, game.is_chance, game.is_over, game.result) == (0, False, False, None)
    assert len(game.legal_actions()) == 44
    game.apply("a1b2")
    assert game.plies == ["a1b2"]
    assert game.player == 1
    assert game.position.split()[1] == "w"
    assert game.perft(2) == sum(game.divide(2).values())
    assert "balls" in game.describe("i5h5") or game.describe("i5h5")
    assert game.describe("i5h5", "fr") != game.describe("i5h5")


def test_refusals_name_the_rule_and_change_nothing(spec):
    game = random_game(spec, 6)
    before = copy.copy(game)
    for bad in ["", "a1a1", "zzz", "\x00", "é", "d99", "x" * 5000]:
        with pytest.raises(abaque.RulesError) as caught:
            game.apply(bad)
        assert str(caught.value) and caught.value.french
        assert not game.is_legal(bad)
    assert game == before
    with pytest.raises(abaque.RulesError) as caught:
        abaque.Game("abalone").apply("a1a2")
    assert caught.value.rule and caught.value.rule.startswith("AB")


def test_bad_specs_positions_and_arguments():
    for spec in ["", "chess", "abalone:target=0", "abalone:colour=red", "a" * 9999]:
        with pytest.raises(ValueError):
            abaque.Game(spec)
    with pytest.raises(abaque.RulesError):
        abaque.Game("abalone", "nonsense")
    game = abaque.Game("abalone")
    for call in [
        lambda: game.view(2),
        lambda: game.points(-1),
        lambda: game.svg(theme="neon"),
        lambda: game.svg(size=0),
        lambda: game.best("9"),
        lambda: game.best(seconds=float("nan")),
        lambda: game.best(threads=0),
        lambda: game.remarks(lang="de"),
        lambda: abaque.Game("blocs").perft(1),
        lambda: abaque.commitment("g", "C", bytes(32)),
        lambda: abaque.commitment("g", "A", b"short"),
        lambda: abaque.draw("g", "abagio", bytes(32), bytes(32), bytes(32), "ply", 0, 0),
    ]:
        with pytest.raises(ValueError):
            call()
    with pytest.raises((TypeError, OverflowError)):
        game.perft(-1)
    with pytest.raises(TypeError):
        game.apply(3)


def test_copies_pickles_and_hashes(spec):
    game = random_game(spec, 30)
    for other in [
        game.copy(),
        copy.copy(game),
        copy.deepcopy(game),
        pickle.loads(pickle.dumps(game)),
    ]:
        assert other == game
        assert hash(other) == hash(game)
        assert (other.position, other.plies, other.result) == (game.position, game.plies, game.result)
        ply = other.random_ply(3)
        if ply is not None:
            other.apply(ply)
            assert other != game
    assert game != "a game"


def test_games_end_as_their_records_say(spec):
    game = random_game(spec, 5000)
    assert game.is_over and game.player is None and game.legal_actions() == []
    assert sum(game.returns) == 0
    winner = game.winner
    assert (winner is None) == (game.result.startswith("draw"))
    if winner is not None:
        assert game.returns[winner] == 1
    record = game.record(First="Ada", Second="Blaise")
    assert record.result == game.result
    text = str(record)
    again = abaque.read_records(text)
    assert again == [record] and str(again[0]) == text
    assert pickle.loads(pickle.dumps(record)) == record
    found = record.check()
    assert (found["plies"], found["position"]) == (len(game.plies), game.position)
    assert record.game() == game
    assert record.game(5).plies == game.plies[:5]
    assert record.tags["First"] == "Ada"
    with pytest.raises(abaque.RulesError):
        game.apply(game.plies[0])


def test_damaged_records_are_refused():
    record = random_game("abagio", 40).record()
    text = str(record)
    for damaged in [text.replace("[Game", "[Gome"), text + "???", "", "[Game \"chess\"]\n"]:
        try:
            records = abaque.read_records(damaged)
        except abaque.RulesError as error:
            assert error.french
        else:
            assert records == []
    with pytest.raises(abaque.RulesError):
        abaque.read_records(text.replace(" d", " d9", 1))[0].check()


def test_views_hide_what_they_must():
    game = random_game("blocs", 2)
    own, other, spectator = game.view(0), game.view(1), game.view()
    assert "?" in own and "?" in other and spectator.count("?") > own.count("?")
    assert "?" not in game.position


def test_pictures(spec):
    game = random_game(spec, 10)
    svg = game.svg()
    assert svg.startswith("<svg") and game._repr_svg_().startswith("<svg")
    assert game.svg(0, theme="dark", flip=True, lang="fr", panels=False, size=300) != svg
    png = game.png(size=200)
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    assert len(str(game).splitlines()) > 5


def test_bots_know_only_the_view():
    game = abaque.Game("abalone")
    result = game.best(nodes=2000, lines=3)
    assert result.action in game.legal_actions()
    assert len(result.lines) == 3 and 0 < result.lines[0].win < 1
    assert result.action == game.best(nodes=2000, lines=3).action
    assert game.best("random", seed=4).action == game.best("random", seed=4).action
    assert 0 < game.estimate() < 1
    with pytest.raises(ValueError):
        abaque.Game("abagio").best()
    played = abaque.Game("blocs")
    played.apply(played.best("1").action)
    played.apply(played.presets()[0][1])
    assert played.is_legal(played.best("2").action)


def test_a_review_judges_every_move():
    record = random_game("abalone", 8).record()
    report = abaque.analyse(record, nodes=500)
    assert len(report["moves"]) == 8
    assert all(move["loss"] >= 0 for move in report["moves"])
    json.dumps(report)


def test_lots_are_verified_and_recomputed():
    assert (
        abaque.commitment("g", "S", bytes([7] * 32))
        == "5ce55ec7d47052d86f143ac10164a2d5d67c7acdbbd2635c8deefef04f926b71"
    )
    seeds = [bytes([n] * 32) for n in (7, 8, 9)]
    drawn = [abaque.draw("g", "abagio", *seeds, "ply", i, 36) for i in range(8)]
    assert drawn == [7, 15, 32, 5, 25, 18, 17, 16]
    assert random_game("abagio", 9).record().check()["lots"] == "unproven"


def test_the_list_of_games():
    names = [game["name"] for game in abaque.games()]
    assert names[:4] == ["abalone", "abraxas", "abagio", "blocs"]
    assert "target" in abaque.games()[0]["options"]
