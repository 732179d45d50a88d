#!/usr/bin/env python3
"""Verifies the lots of Abaque games: commitments, sides, every throw, seals, and the server's public log.

    python3 examples/verify.py RECORD.abq                      the record of one or more finished games
    python3 examples/verify.py RECORD.abq --log LOG.json       and that its commitments stand in the log
    python3 examples/verify.py --log LOG.json                  the chain of the log alone

A record is what GET /api/v1/games/ID/record gives, the log what GET /api/v1/lots gives (pages joined into one list; it may
begin anywhere). Nothing but Python's own library is needed. docs/lots.md explains each step. Whether the moves are legal is
not looked at here: `abaque record check` does that.

Prints one line for each record and one for the log; the exit status is 1 if anything is wrong.
"""

import argparse
import hashlib
import hmac
import json
import re
import sys

VERSION = "abaque-lots-1"
LOG_VERSION = "abaque-log-2"
FIRST_CHAIN = hashlib.sha256(b"").hexdigest()

# The outcomes of every kind of lot, sorted as text, with their weights.
DECIDING = [(f"f{red}{purple}", 1) for red in range(1, 7) for purple in range(1, 7) if red != purple]
THROWS = [(f"d{high}{low}", 1 if high == low else 2) for high in range(1, 7) for low in range(1, high + 1)]
STARTERS = [("first:b", 1), ("first:r", 1)]


class Wrong(Exception):
    """What does not hold."""


def require(holds, what):
    if not holds:
        raise Wrong(what)


# ---- hashes ----


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).hexdigest()


def mac(key, data):
    return hmac.new(key, data, hashlib.sha256).digest()


def commitment(game, party, seed):
    return sha256(f"{VERSION}\n{game}\n{party}\n".encode(), seed)


def seal(game, letter, nonce, setup):
    return sha256(f"{VERSION}\n{game}\nseal\n{letter}\n".encode(), nonce, setup.encode())


def lots_key(game, spec, table, a, b):
    """RFC 5869 (HKDF) with SHA-256: extract, then expand one block."""
    return mac(mac(a + b, table), f"{VERSION}\n{game}\n{spec}".encode() + b"\x01")


def draw(key, purpose, counter, n):
    """A number from 0 to n - 1, each equally likely."""
    limit = 2**64 - 2**64 % n
    attempt = 0
    while True:
        x = int.from_bytes(mac(key, f"{purpose}\n{counter}\n{attempt}".encode())[:8], "big")
        if x < limit:
            return x % n
        attempt += 1


def draw_weighted(key, purpose, counter, outcomes):
    number = draw(key, purpose, counter, sum(weight for _, weight in outcomes))
    for text, weight in outcomes:
        if number < weight:
            return text
        number -= weight
    raise AssertionError("the number is below the sum of the weights")


# ---- records ----


def records(text):
    """The records of a file, each as its tags and the plies of its main line."""
    found, tags, plies, depth = [], {}, [], 0
    pattern = re.compile(
        r'\[\s*(?P<name>\w+)\s*"(?P<value>(?:[^"\\\n]|\\.)*)"\s*\]|\{[^}]*\}|;[^\n]*|(?P<open>\()|(?P<close>\))'
        r"|(?P<end>1-0|0-1|1/2-1/2|\*)(?=\s|$)|\d+\.+|\$\d|[!?]+|(?P<ply>[^\s{}()\[\];\"$!?.*]+)"
    )
    place = 0
    while place < len(text):
        if text[place].isspace() or text[place] == "\ufeff":
            place += 1
            continue
        match = pattern.match(text, place)
        require(match, f"line {text.count(chr(10), 0, place) + 1}: this is no record")
        place = match.end()
        if match["name"]:
            require(match["name"] not in tags, f"tag {match['name']} comes twice")
            tags[match["name"]] = re.sub(r"\\(.)", r"\1", match["value"])
        elif match["open"]:
            depth += 1
        elif match["close"]:
            depth -= 1
        elif match["end"] and depth == 0:
            found.append((tags, plies))
            tags, plies = {}, []
        elif match["ply"] and depth == 0:
            plies.append(match["ply"])
    require(not tags and not plies and depth == 0, "the last record has no end")
    require(found, "there is no record")
    return found


def outcomes_of(game, ply):
    """What could be drawn where this ply stands; None if the ply is no lot but a player's."""
    if game == "abagio":
        if re.fullmatch(r"f[1-6][1-6]", ply):
            return DECIDING
        if re.fullmatch(r"d[1-6][1-6]", ply):
            return THROWS
    if game == "blocs" and ply.startswith("first:"):
        return STARTERS
    return None


def hex_tag(tags, name):
    require(name in tags, f"tag {name} is missing")
    require(re.fullmatch(r"[0-9a-fA-F]{64}", tags[name]), f"tag {name} is no 64 hexadecimal digits")
    return bytes.fromhex(tags[name])


def verify_record(tags, plies):
    """Verifies commitments, sides, lots and seals; gives how many lots there were and how many seals."""
    spec = tags["Game"]
    game = spec.split(":")[0]
    lots = [(index, ply, outcomes_of(game, ply)) for index, ply in enumerate(plies)]
    lots = [lot for lot in lots if lot[2]]
    drawn = len(lots)
    if "Lots" in tags:
        require(tags["Lots"] == VERSION, f"the scheme {tags['Lots']} is not known here")
        seeds = {}
        for party, name in (("S", "Table"), ("A", "A"), ("B", "B")):
            seeds[party] = hex_tag(tags, f"Seed{name}")
            expected = commitment(tags["GameId"], party, seeds[party])
            require(hex_tag(tags, f"Commit{name}").hex() == expected, f"Seed{name} is not the seed committed to")
        require(tags.get("Seeds", "live") in ("live", "deposited"), "tag Seeds is neither live nor deposited")
        key = lots_key(tags["GameId"], spec, seeds["S"], seeds["A"], seeds["B"])
        if tags.get("Sides") == "lot":
            seat = ["First", "Second"][draw(key, "sides", 0, 2)]
            require(tags.get("SeatOfA") == seat, f"the seeds seat A {seat}, not {tags.get('SeatOfA')}")
            drawn += 1
        for index, ply, outcomes in lots:
            due = draw_weighted(key, "ply", index, outcomes)
            require(ply == due, f"ply {index + 1}: the seeds give {due}, not {ply}")
        decides = game == "abagio" and "Start" not in tags and "first=" not in spec
        require(not decides or not plies or plies[0].startswith("f"), "the game does not begin with the deciding dice")
    else:
        require(not lots, "lots were drawn, and nothing proves them")
    seals = 0
    for index, seat in enumerate(("First", "Second")):
        if f"Seal{seat}" not in tags:
            continue
        setup = [ply for ply in plies if ply.startswith("setup:")]
        require(len(setup) > index, f"Seal{seat} has no set-up")
        nonce = hex_tag(tags, f"Nonce{seat}")
        expected = seal(tags["GameId"], "br"[index], nonce, setup[index])
        require(hex_tag(tags, f"Seal{seat}").hex() == expected, f"the set-up of {seat} is not the one sealed")
        seals += 1
    return drawn, seals


# ---- the log ----


def chained(previous, entry):
    """The chain hash of an entry."""
    if entry.get("kind", "table") == "table":
        return sha256(f"{previous}{entry['game']}{entry['at']}{entry['commitment']}".encode())
    fields = [LOG_VERSION, previous, entry["game"], str(entry["at"]), entry["kind"], entry["commitment"]]
    fields += [entry.get("a") or "", entry.get("b") or "", entry.get("seeds") or ""]
    return sha256("".join(field + "\n" for field in fields).encode())


def verify_log(entries):
    """Verifies that each entry follows the one before it. The first is checked only where it is number 1."""
    previous = None
    for entry in entries:
        if previous is None:
            before = FIRST_CHAIN if entry["seq"] == 1 else None
        else:
            require(entry["seq"] == previous["seq"] + 1, f"an entry is missing before number {entry['seq']}")
            before = previous["chain"]
        if before is not None:
            require(entry["chain"] == chained(before, entry), f"entry {entry['seq']} does not follow the one before it")
        previous = entry
    return len(entries)


def verify_logged(tags, entries):
    """Verifies that the commitments of a record stand in the log: the table's and A's first, B's after them."""
    own = [entry for entry in entries if entry["game"] == tags["GameId"]]
    require(own, "the log says nothing of this game")
    for entry in own:
        require(entry["commitment"] == tags["CommitTable"].lower(), "the log has another commitment of the table")
        if entry.get("kind", "table") != "table":
            require(entry["a"] == tags["CommitA"].lower(), "the log has another commitment of A")
            require("Seeds" not in tags or entry["seeds"] == tags["Seeds"], "the log says otherwise how seeds were opened")
    first, last = own[0], own[-1]
    if last.get("kind", "table") == "table":
        return "the table's commitment, from before players' were logged"
    require(first.get("kind", "table") != "join", "the log does not say when this game was opened")
    require(last.get("b") == tags["CommitB"].lower(), "the log has another commitment of B")
    left = sum(entry["kind"] == "join" for entry in own[:-1])
    return "all commitments" + (f"; {left} joined before and left" if left else "")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("record", nargs="?")
    parser.add_argument("--log", help="the JSON of GET /api/v1/lots")
    options = parser.parse_args()
    if not options.record and not options.log:
        parser.error("a record, a log or both")
    entries = None
    try:
        if options.log:
            with open(options.log, encoding="utf-8") as file:
                entries = json.load(file)
            print(f"ok log: {verify_log(entries)} entries in one chain")
        if options.record:
            with open(options.record, encoding="utf-8") as file:
                found = records(file.read())
            for tags, plies in found:
                drawn, seals = verify_record(tags, plies)
                said = f"ok {tags['Game']}: {drawn} lots, {seals} seals, seeds {tags.get('Seeds', '-')}"
                if entries is not None and "Lots" in tags:
                    said += f"; logged: {verify_logged(tags, entries)}"
                print(said)
    except (Wrong, KeyError, TypeError, ValueError) as wrong:
        print(f"wrong: {wrong}")
        sys.exit(1)


if __name__ == "__main__":
    main()
