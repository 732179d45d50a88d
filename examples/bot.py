#!/usr/bin/env python3
"""A bot for an Abaque server: opens games, or joins those that wait, and plays whatever is legal.

    python3 examples/bot.py http://127.0.0.1:4816 TOKEN abagio --clock 300+2 --games 3
    python3 examples/bot.py http://127.0.0.1:4816 TOKEN blocs --join k3m9x2p7qa

A token with the scope `play` is made in the settings of an account, or with POST /api/v1/tokens. Nothing but Python's
own library is needed. What the messages mean: docs/socket.md; what commitments and seeds are for: docs/lots.md.
"""

import argparse
import hashlib
import json
import os
import random
import secrets
import time
import urllib.error
import urllib.request


class Busy(Exception):
    """Possibly done, possibly not."""


class Server:
    def __init__(self, address, token):
        self.address, self.token = address.rstrip("/"), token

    def ask(self, method, path, body=None):
        request = urllib.request.Request(
            f"{self.address}/api/v1{path}",
            data=None if body is None else json.dumps(body).encode(),
            method=method,
            headers={"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"},
        )
        try:
            return urllib.request.urlopen(request, timeout=60)
        except urllib.error.HTTPError as error:
            problem = json.load(error)
            if error.code == 503:
                raise Busy() from None
            raise SystemExit(f"{problem['title']}: {problem['detail']}") from None

    def act(self, game, ask):
        """Does something; gives the version it led to. Where nobody knows whether it was done, the same key asks again."""
        for _ in range(5):
            try:
                return self.json("POST", f"/games/{game}/act", ask)["version"]
            except Busy:
                time.sleep(1)
        raise SystemExit("the server is busy")

    def json(self, method, path, body=None):
        answer = self.ask(method, path, body).read()
        return json.loads(answer) if answer else None


def commitment(game, party, seed):
    """docs/lots.md: the hash of version, game, party and seed."""
    return hashlib.sha256(f"abaque-lots-1\n{game}\n{party}\n".encode() + seed).hexdigest()


def new_name():
    return "".join(random.SystemRandom().choice("abcdefghjkmnpqrstuvwxyz23456789") for _ in range(10))


def play(server, game, seed, choose, deposited=False):
    """Plays one game to its end; gives the result. A deposited seed is the server's to open."""
    opened, table, keys, acted = False, None, 0, 0
    for line in server.ask("GET", f"/games/{game}/stream"):
        if not line.strip():
            continue
        told = json.loads(line)
        if told["tell"] == "table":
            table = told
        elif told["tell"] == "step":
            table["state"] = told["state"]
        else:
            continue
        state = table["state"]
        if state["stage"] in ("over", "aborted"):
            return state.get("ending", {}).get("result", "aborted")
        if state["stage"] == "open":
            if opened and not table["yours"]:
                return "the seat was lost"
            opened = False  # the opponent who joined has left; the next one brings another seed
        if state["version"] < acted:
            continue  # told before our own act was: the next line knows better
        act = None
        if state["stage"] == "seeds" and table["yours"] and not opened and not deposited:
            opened = True
            act = {"do": "reveal", "seed": seed.hex()}
        elif state.get("legal"):
            ply = choose(state["legal"])
            act = {"do": "play", "ply": ply}
            if ply.startswith("setup:"):
                act["nonce"] = secrets.token_hex(32)
        if act:
            keys += 1
            ask = {"seen": state["version"], "key": f"{os.getpid()}-{keys}", "act": act}
            acted = server.act(game, ask)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("server")
    parser.add_argument("token")
    parser.add_argument("spec", help="abalone, abraxas:sheet=2, abagio, blocs …")
    parser.add_argument("--clock", default="300+2")
    parser.add_argument("--join", help="the game to join, instead of opening one")
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--strict", action="store_true", help="open the seed live instead of depositing it")
    options = parser.parse_args()
    server = Server(options.server, options.token)
    for _ in range(options.games):
        seed = secrets.token_bytes(32)
        if options.join:
            game = options.join
            server.json("POST", f"/games/{game}/join", {"commitment": commitment(game, "B", seed)})
        else:
            game = new_name()
            terms = {"id": game, "spec": options.spec, "clock": options.clock, "commitments": [commitment(game, "A", seed)]}
            if not options.strict:
                terms["seed"] = seed.hex()  # the game can begin while we are away
            server.json("POST", "/games", terms)
        deposited = not options.join and not options.strict
        print(game, play(server, game, seed, random.choice, deposited), flush=True)


if __name__ == "__main__":
    main()
