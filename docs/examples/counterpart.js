// A client for Counterpart in one file: Node.js 18 or later, nothing to install. Copy it and change what you like.
//
//     export COUNTERPART_KEY=cp_test_...          the key of the shop (a staging key while you try)
//     node counterpart.js push rows.json          upload the rows of a JSON array
//     node counterpart.js events                  read what happened since the last time
//     node counterpart.js follow                  the same, without end: an event is there within a second
//     node counterpart.js accept ORD-2026-000001
//     node counterpart.js verify body.bin sha256=...     check a webhook (COUNTERPART_WEBHOOK_SECRET)

"use strict";

const crypto = require("node:crypto");
const fs = require("node:fs");
const { setTimeout: pauseFor } = require("node:timers/promises");

const MAX_ROWS = 1000; // rows of one upload
const MAX_BYTES = 2_000_000; // bytes of one upload; the service takes 2,097,152
const TRIES = 6; // waits between them: 1, 2, 4, 8 and 16 seconds
const TIMEOUT_MS = 60_000; // longer than the longest wait for an event (25 seconds)
const TRY_AGAIN = [409, 429, 500, 502, 503, 504]; // 409: the same Idempotency-Key is being worked on
const CURSOR_FILE = "counterpart.cursor";

/** The service refused the call. Sending the same call again changes nothing. */
class Refused extends Error {
  constructor(status, code, message) {
    super(`${status} ${code}: ${message}`);
    this.status = status;
    this.code = code;
  }
}

/** Calls the service; each call is tried again where that can help. */
class Client {
  constructor(address, key) {
    this.address = address.replace(/\/+$/, "");
    this.key = key;
  }

  /** The answer's JSON. Throws Refused, or Error when the service cannot be reached. */
  async call(method, path, body) {
    const headers = { Authorization: `Bearer ${this.key}`, "Content-Type": "application/json" };
    if (method === "POST") {
      // The same name on every try: work that was done, but whose answer was lost, is not done twice.
      headers["Idempotency-Key"] = crypto.randomUUID();
    }
    for (let attempt = 1; ; attempt++) {
      let pause = 2 ** (attempt - 1) * (0.8 + 0.4 * Math.random());
      try {
        const signal = AbortSignal.timeout(TIMEOUT_MS);
        const answer = await fetch(this.address + path, { method, headers, body, signal, redirect: "manual" });
        const text = await answer.text();
        if (answer.status === 200) return JSON.parse(text);
        if (attempt === TRIES || !TRY_AGAIN.includes(answer.status)) throw readRefusal(answer.status, text);
        pause = Number(answer.headers.get("Retry-After") ?? pause);
      } catch (problem) {
        if (problem instanceof Refused) throw problem;
        if (attempt === TRIES) throw new Error(`${this.address} cannot be reached: ${problem.cause ?? problem}`);
      }
      await pauseFor(1000 * pause);
    }
  }

  /** Upload rows in as few calls as the limits allow; yields each call's first row and its result. */
  async *push(rows) {
    let start = 0;
    for (const batch of batches(rows)) {
      yield { start, result: await this.call("POST", "/v1/items", `{"items":[${batch.join(",")}]}`) };
      start += batch.length;
    }
  }

  /** A page of events after that cursor (null: from the oldest kept), waiting so many seconds for the first. */
  events(cursor, wait = 0) {
    const query = new URLSearchParams({ limit: 100, wait });
    if (cursor !== null) query.set("after", cursor);
    return this.call("GET", `/v1/events?${query}`);
  }

  /** Move an order: confirm_fitment, accept, reject (with a reason), ready, dispatched, delivered. */
  async act(order, action, reason) {
    const body = reason === undefined ? undefined : JSON.stringify({ reason });
    return (await this.call("POST", `/v1/orders/${encodeURIComponent(order)}/${action}`, body)).status;
  }
}

/** The error body; what stands before the service (a proxy) may answer without one. */
function readRefusal(status, text) {
  try {
    const { error, message } = JSON.parse(text);
    return new Refused(status, error, message);
  } catch {
    return new Refused(status, "no_reason", "The answer has no error body.");
  }
}

/** Lists of rows as JSON text, each list within both limits. */
function* batches(rows) {
  let batch = [];
  let size = 0;
  for (const row of rows) {
    const text = JSON.stringify(row);
    const bytes = Buffer.byteLength(text) + 1;
    if (batch.length > 0 && (batch.length === MAX_ROWS || size + bytes > MAX_BYTES - 20)) {
      yield batch;
      batch = [];
      size = 0;
    }
    batch.push(text);
    size += bytes;
  }
  if (batch.length > 0) yield batch;
}

/** Whether x-service-signature is right for the raw body (a Buffer), compared in constant time. */
function isGenuine(secret, body, signature) {
  const wanted = Buffer.from("sha256=" + crypto.createHmac("sha256", secret).update(body).digest("hex"));
  const given = Buffer.from(signature);
  return wanted.length === given.length && crypto.timingSafeEqual(wanted, given);
}

/** Your part: called for each event, perhaps twice for one; `event.id` tells. */
async function handle(event) {
  const { order, sku, rfq } = event.data;
  console.log(event.event, order?.reference ?? sku ?? rfq?.reference ?? "");
}

/** Handle everything since the last time; the cursor is kept once a page has been handled. */
async function readEvents(client, wait) {
  let page;
  do {
    page = await client.events(readCursor(), wait);
    if (page.gap) console.error("Events are missing: read the catalogue and the open orders once.");
    for (const event of page.events) await handle(event);
    writeCursor(page.next);
  } while (page.more);
}

function readCursor() {
  const text = fs.existsSync(CURSOR_FILE) ? fs.readFileSync(CURSOR_FILE, "ascii").trim() : "";
  return text === "" ? null : text;
}

/** In one step, so that a power cut leaves the old one or the new one. */
function writeCursor(cursor) {
  fs.writeFileSync(`${CURSOR_FILE}.new`, cursor, { flush: true });
  fs.renameSync(`${CURSOR_FILE}.new`, CURSOR_FILE);
}

/** Upload a file; 1 when rows were rejected. */
async function pushFile(client, path) {
  let saved = 0;
  let rejected = 0;
  for await (const { start, result } of client.push(JSON.parse(fs.readFileSync(path, "utf8")))) {
    saved += result.saved;
    rejected += result.errors.length;
    for (const { index, sku, error } of result.errors) console.log(`row ${start + index} ${sku}: ${error}`);
  }
  console.log(`saved ${saved}, rejected ${rejected}`);
  return rejected > 0 ? 1 : 0;
}

function verifyFile(path, signature) {
  const genuine = isGenuine(process.env.COUNTERPART_WEBHOOK_SECRET, fs.readFileSync(path), signature);
  console.log(genuine ? "genuine" : "forged");
  return genuine ? 0 : 1;
}

/** One command; its exit code. */
async function run(words) {
  const [command, first, second] = words;
  if (command === "verify" && words.length === 3) return verifyFile(first, second);
  const client = new Client(process.env.COUNTERPART_ADDRESS ?? "http://127.0.0.1:8710", process.env.COUNTERPART_KEY);
  if (command === "push" && words.length === 2) return pushFile(client, first);
  if (command === "accept" && words.length === 2) {
    console.log(await client.act(first, "accept"));
    return 0;
  }
  if (command === "events" && words.length === 1) {
    await readEvents(client, 0);
    return 0;
  }
  if (command === "follow" && words.length === 1) {
    for (;;) await readEvents(client, 25);
  }
  console.log("node counterpart.js push FILE | events | follow | accept ORDER | verify BODY SIGNATURE");
  return 2;
}

run(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (problem) => {
    console.error(`counterpart: ${problem.message}`);
    process.exitCode = 1;
  },
);
