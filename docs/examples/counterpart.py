"""A client for Counterpart in one file: Python 3.8 or later, nothing to install. Copy it and change what you like.

export COUNTERPART_KEY=cp_test_...          the key of the shop (a staging key while you try)
python3 counterpart.py push rows.json       upload the rows of a JSON array
python3 counterpart.py events               read what happened since the last time
python3 counterpart.py follow               the same, without end: an event is there within a second
python3 counterpart.py accept ORD-2026-000001
python3 counterpart.py verify body.bin sha256=...     check a webhook (COUNTERPART_WEBHOOK_SECRET)
"""

import hashlib
import hmac
import http.client
import json
import os
import random
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

MAX_ROWS = 1000  # rows of one upload
MAX_BYTES = 2_000_000  # bytes of one upload; the service takes 2,097,152
TRIES = 6  # waits between them: 1, 2, 4, 8 and 16 seconds
TIMEOUT = 60  # seconds without an answer, longer than the longest wait for an event (25)
TRY_AGAIN = {409, 429, 500, 502, 503, 504}  # 409: the same Idempotency-Key is being worked on
CURSOR_FILE = "counterpart.cursor"


class Refused(Exception):
    """The service refused the call. Sending the same call again changes nothing."""

    def __init__(self, status, code, message):
        super().__init__(f"{status} {code}: {message}")
        self.status, self.code, self.message = status, code, message


class Client:
    """Calls the service; each call is tried again where that can help."""

    def __init__(self, address, key):
        self.address, self.key = address.rstrip("/"), key
        # No proxy: the service is on this computer or in the shop's own network.
        self.opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))

    def call(self, method, path, body=None):
        """The answer's JSON. `body` is bytes. Raises Refused, or OSError when the service cannot be reached."""
        headers = {"Authorization": f"Bearer {self.key}", "Content-Type": "application/json"}
        if method == "POST":
            # The same name on every try: work that was done, but whose answer was lost, is not done twice.
            headers["Idempotency-Key"] = str(uuid.uuid4())
        for attempt in range(1, TRIES + 1):
            request = urllib.request.Request(self.address + path, body, headers, method=method)
            pause = 2 ** (attempt - 1) * random.uniform(0.8, 1.2)
            try:
                with self.opener.open(request, timeout=TIMEOUT) as answer:
                    return json.loads(answer.read())
            except urllib.error.HTTPError as error:
                with error:
                    refusal = read_refusal(error)
                if error.code not in TRY_AGAIN or attempt == TRIES:
                    raise refusal from None
                pause = float(error.headers.get("Retry-After") or pause)
            except (OSError, http.client.HTTPException) as error:
                if attempt == TRIES:
                    raise OSError(f"{self.address} cannot be reached: {error}") from error
            time.sleep(pause)
        raise AssertionError("the last try returns or raises")

    def push(self, rows):
        """Upload rows in as few calls as the limits allow; yields each call's first row and its result."""
        start = 0
        for batch in batches(rows):
            body = b'{"items":[' + b",".join(batch) + b"]}"
            yield start, self.call("POST", "/v1/items", body)
            start += len(batch)

    def events(self, cursor, wait=0):
        """A page of events after that cursor (None: from the oldest kept), waiting so many seconds for the first."""
        query = {"limit": 100, "wait": wait}
        if cursor is not None:
            query["after"] = cursor
        return self.call("GET", "/v1/events?" + urllib.parse.urlencode(query))

    def act(self, order, action, reason=None):
        """Move an order: confirm_fitment, accept, reject (with a reason), ready, dispatched, delivered."""
        body = json.dumps({"reason": reason}).encode() if reason else None
        return self.call("POST", f"/v1/orders/{urllib.parse.quote(order, safe='')}/{action}", body)["status"]


def read_refusal(error):
    """The error body; what stands before the service (a proxy) may answer without one."""
    try:
        body = json.loads(error.read())
        return Refused(error.code, body["error"], body["message"])
    except (ValueError, KeyError, TypeError):
        return Refused(error.code, "no_reason", "The answer has no error body.")


def batches(rows):
    """Lists of rows as JSON bytes, each list within both limits."""
    batch, size = [], 0
    for row in rows:
        text = json.dumps(row, ensure_ascii=False, separators=(",", ":")).encode()
        if batch and (len(batch) == MAX_ROWS or size + len(text) + 1 > MAX_BYTES - 20):
            yield batch
            batch, size = [], 0
        batch.append(text)
        size += len(text) + 1
    if batch:
        yield batch


def is_genuine(secret, body, signature):
    """Whether x-service-signature is right for the raw body, compared in constant time."""
    wanted = "sha256=" + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(wanted.encode(), signature.encode())


def handle(event):
    """Your part: called for each event, perhaps twice for one; `event["id"]` tells."""
    data = event["data"]
    order = data.get("order", {}).get("reference", "")
    print(event["event"], order or data.get("sku") or data.get("rfq", {}).get("reference", ""), flush=True)


def read_events(client, wait):
    """Handle everything since the last time; the cursor is kept once a page has been handled."""
    while True:
        page = client.events(read_cursor(), wait)
        if page.get("gap"):
            print("Events are missing: read the catalogue and the open orders once.", file=sys.stderr)
        for event in page["events"]:
            handle(event)
        write_cursor(page["next"])
        if not page["more"]:
            return


def read_cursor():
    if not os.path.exists(CURSOR_FILE):
        return None
    with open(CURSOR_FILE, encoding="ascii") as file:
        return file.read().strip() or None


def write_cursor(cursor):
    """In one step, so that a power cut leaves the old one or the new one."""
    with open(CURSOR_FILE + ".new", "w", encoding="ascii") as file:
        file.write(cursor)
        file.flush()
        os.fsync(file.fileno())
    os.replace(CURSOR_FILE + ".new", CURSOR_FILE)


def push_file(client, path):
    """Upload a file; 1 when rows were rejected."""
    with open(path, encoding="utf-8") as file:
        rows = json.load(file)
    saved = rejected = 0
    for start, result in client.push(rows):
        saved += result["saved"]
        rejected += len(result["errors"])
        for error in result["errors"]:
            print(f"row {start + error['index']} {error['sku']}: {error['error']}")
    print(f"saved {saved}, rejected {rejected}")
    return 1 if rejected else 0


def verify_file(path, signature):
    with open(path, "rb") as file:
        genuine = is_genuine(wanted("COUNTERPART_WEBHOOK_SECRET"), file.read(), signature)
    print("genuine" if genuine else "forged")
    return 0 if genuine else 1


def wanted(name):
    """A variable of the environment that has to be set."""
    if not os.environ.get(name):
        raise ValueError(f"Set {name} first.")
    return os.environ[name]


def run(words):
    """One command; its exit code."""
    if len(words) == 3 and words[0] == "verify":
        return verify_file(words[1], words[2])
    client = Client(os.environ.get("COUNTERPART_ADDRESS", "http://127.0.0.1:8710"), wanted("COUNTERPART_KEY"))
    if len(words) == 2 and words[0] == "push":
        return push_file(client, words[1])
    if len(words) == 2 and words[0] == "accept":
        print(client.act(words[1], "accept"))
    elif words == ["events"]:
        read_events(client, 0)
    elif words == ["follow"]:
        while True:
            read_events(client, 25)
    else:
        print(__doc__)
        return 2
    return 0


if __name__ == "__main__":
    try:
        sys.exit(run(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
    except Exception as problem:
        sys.exit(f"counterpart: {problem}")
