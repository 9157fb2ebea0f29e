<?php
/**
 * A client for Counterpart in one file: PHP 7.4 or later, no extension needed. Copy it and change what you like.
 *
 *     export COUNTERPART_KEY=cp_test_...          the key of the shop (a staging key while you try)
 *     php counterpart.php push rows.json          upload the rows of a JSON array
 *     php counterpart.php events                  read what happened since the last time
 *     php counterpart.php follow                  the same, without end: an event is there within a second
 *     php counterpart.php accept ORD-2026-000001
 *     php counterpart.php verify body.bin sha256=...     check a webhook (COUNTERPART_WEBHOOK_SECRET)
 */

declare(strict_types=1);

const MAX_ROWS = 1000; // rows of one upload
const MAX_BYTES = 2000000; // bytes of one upload; the service takes 2,097,152
const TRIES = 6; // waits between them: 1, 2, 4, 8 and 16 seconds
const TIMEOUT = 60; // seconds without an answer, longer than the longest wait for an event (25)
const TRY_AGAIN = [409, 429, 500, 502, 503, 504]; // 409: the same Idempotency-Key is being worked on
const CURSOR_FILE = 'counterpart.cursor';
const JSON_FORM = JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_THROW_ON_ERROR;

/** The service refused the call. Sending the same call again changes nothing. */
class Refused extends RuntimeException
{
    public int $status;

    public function __construct(int $status, string $code, string $message)
    {
        parent::__construct("$status $code: $message");
        $this->status = $status;
    }
}

/** Calls the service; each call is tried again where that can help. */
class Client
{
    private string $address;
    private string $key;

    public function __construct(string $address, string $key)
    {
        $this->address = rtrim($address, '/');
        $this->key = $key;
    }

    /** The answer's JSON. Throws Refused, or RuntimeException when the service cannot be reached. */
    public function call(string $method, string $path, string $body = ''): array
    {
        $headers = ["Authorization: Bearer {$this->key}", 'Content-Type: application/json', 'Connection: close'];
        if ($method === 'POST') {
            // The same name on every try: work that was done, but whose answer was lost, is not done twice.
            $headers[] = 'Idempotency-Key: ' . bin2hex(random_bytes(16));
        }
        for ($attempt = 1; ; $attempt++) {
            $answer = $this->send($method, $path, $headers, $body);
            if ($answer !== null && $answer['status'] === 200) {
                return json_decode($answer['body'], true, 512, JSON_THROW_ON_ERROR);
            }
            $last = $attempt === TRIES;
            if ($answer === null && $last) {
                throw new RuntimeException("{$this->address} cannot be reached: " . (error_get_last()['message'] ?? ''));
            }
            if ($answer !== null && ($last || !in_array($answer['status'], TRY_AGAIN, true))) {
                $error = json_decode($answer['body'], true);
                throw new Refused(
                    $answer['status'],
                    $error['error'] ?? 'no_reason',
                    $error['message'] ?? 'The answer has no error body.'
                );
            }
            $pause = 2 ** ($attempt - 1) * random_int(800, 1200) / 1000;
            usleep((int) (1000000 * ($answer['retry_after'] ?? $pause)));
        }
    }

    /** Upload rows in as few calls as the limits allow; yields each call's first row and its result. */
    public function push(iterable $rows): Generator
    {
        $start = 0;
        foreach (batches($rows) as $batch) {
            yield $start => $this->call('POST', '/v1/items', '{"items":[' . implode(',', $batch) . ']}');
            $start += count($batch);
        }
    }

    /** A page of events after that cursor (null: from the oldest kept), waiting so many seconds for the first. */
    public function events(?string $cursor, int $wait = 0): array
    {
        $query = ['limit' => 100, 'wait' => $wait] + ($cursor === null ? [] : ['after' => $cursor]);
        return $this->call('GET', '/v1/events?' . http_build_query($query));
    }

    /** Move an order: confirm_fitment, accept, reject (with a reason), ready, dispatched, delivered. */
    public function act(string $order, string $action, ?string $reason = null): string
    {
        $body = $reason === null ? '' : json_encode(['reason' => $reason], JSON_FORM);
        return $this->call('POST', '/v1/orders/' . rawurlencode($order) . "/$action", $body)['status'];
    }

    /** One try: status, body and Retry-After, or null when there was no whole answer. */
    private function send(string $method, string $path, array $headers, string $body): ?array
    {
        $options = [
            'method' => $method, 'header' => $headers, 'content' => $body, 'timeout' => TIMEOUT,
            'ignore_errors' => true, 'follow_location' => 0, 'protocol_version' => 1.1,
        ];
        $stream = @fopen($this->address . $path, 'rb', false, stream_context_create(['http' => $options]));
        if ($stream === false) {
            return null;
        }
        $text = stream_get_contents($stream);
        $about = stream_get_meta_data($stream);
        fclose($stream);
        if ($text === false || $about['timed_out']) {
            return null;
        }
        $answer = ['status' => (int) substr($about['wrapper_data'][0], 9, 3), 'body' => $text];
        foreach ($about['wrapper_data'] as $line) {
            [$name, $value] = explode(':', $line, 2) + [1 => ''];
            if (strcasecmp($name, 'Retry-After') === 0 && ctype_digit(trim($value))) {
                $answer['retry_after'] = (int) $value;
            }
            if (strcasecmp($name, 'Content-Length') === 0 && (int) $value !== strlen($text)) {
                return null; // cut off
            }
        }
        return $answer;
    }
}

/** Lists of rows as JSON text, each list within both limits. */
function batches(iterable $rows): Generator
{
    $batch = [];
    $size = 0;
    foreach ($rows as $row) {
        $text = json_encode($row, JSON_FORM);
        if ($batch && (count($batch) === MAX_ROWS || $size + strlen($text) + 1 > MAX_BYTES - 20)) {
            yield $batch;
            $batch = [];
            $size = 0;
        }
        $batch[] = $text;
        $size += strlen($text) + 1;
    }
    if ($batch) {
        yield $batch;
    }
}

/** Whether x-service-signature is right for the raw body, compared in constant time. */
function is_genuine(string $secret, string $body, string $signature): bool
{
    return hash_equals('sha256=' . hash_hmac('sha256', $body, $secret), $signature);
}

/** Your part: called for each event, perhaps twice for one; $event['id'] tells. */
function handle(array $event): void
{
    $data = $event['data'];
    $about = $data['order']['reference'] ?? $data['sku'] ?? $data['rfq']['reference'] ?? '';
    echo $event['event'], ' ', $about, "\n";
}

/** Handle everything since the last time; the cursor is kept once a page has been handled. */
function read_events(Client $client, int $wait): void
{
    do {
        $page = $client->events(read_cursor(), $wait);
        if ($page['gap'] ?? false) {
            fwrite(STDERR, "Events are missing: read the catalogue and the open orders once.\n");
        }
        foreach ($page['events'] as $event) {
            handle($event);
        }
        write_cursor($page['next']);
    } while ($page['more']);
}

function read_cursor(): ?string
{
    $text = is_file(CURSOR_FILE) ? trim((string) file_get_contents(CURSOR_FILE)) : '';
    return $text === '' ? null : $text;
}

/** In one step, so that what ends in between leaves the old one or the new one. */
function write_cursor(string $cursor): void
{
    if (file_put_contents(CURSOR_FILE . '.new', $cursor) === false || !rename(CURSOR_FILE . '.new', CURSOR_FILE)) {
        throw new RuntimeException(CURSOR_FILE . ' cannot be written');
    }
}

function read_file(string $path): string
{
    $text = is_file($path) ? file_get_contents($path) : false;
    if ($text === false) {
        throw new RuntimeException("$path cannot be read");
    }
    return $text;
}

/** Upload a file; 1 when rows were rejected. */
function push_file(Client $client, string $path): int
{
    $text = read_file($path);
    $saved = $rejected = 0;
    foreach ($client->push(json_decode($text, false, 512, JSON_THROW_ON_ERROR)) as $start => $result) {
        $saved += $result['saved'];
        $rejected += count($result['errors']);
        foreach ($result['errors'] as $error) {
            echo 'row ', $start + $error['index'], ' ', $error['sku'], ': ', $error['error'], "\n";
        }
    }
    echo "saved $saved, rejected $rejected\n";
    return $rejected ? 1 : 0;
}

function verify_file(string $path, string $signature): int
{
    $secret = (string) getenv('COUNTERPART_WEBHOOK_SECRET');
    $genuine = $secret !== '' && is_genuine($secret, read_file($path), $signature);
    echo $genuine ? "genuine\n" : "forged\n";
    return $genuine ? 0 : 1;
}

/** One command; its exit code. */
function run(array $words): int
{
    if (count($words) === 3 && $words[0] === 'verify') {
        return verify_file($words[1], $words[2]);
    }
    $client = new Client(getenv('COUNTERPART_ADDRESS') ?: 'http://127.0.0.1:8710', (string) getenv('COUNTERPART_KEY'));
    if (count($words) === 2 && $words[0] === 'push') {
        return push_file($client, $words[1]);
    }
    if (count($words) === 2 && $words[0] === 'accept') {
        echo $client->act($words[1], 'accept'), "\n";
    } elseif ($words === ['events']) {
        read_events($client, 0);
    } elseif ($words === ['follow']) {
        while (true) {
            read_events($client, 25);
        }
    } else {
        echo "php counterpart.php push FILE | events | follow | accept ORDER | verify BODY SIGNATURE\n";
        return 2;
    }
    return 0;
}

try {
    exit(run(array_slice($argv, 1)));
} catch (Throwable $problem) {
    fwrite(STDERR, "counterpart: {$problem->getMessage()}\n");
    exit(1);
}
