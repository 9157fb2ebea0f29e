// A client for Counterpart in one file: C# 5, .NET Framework 4.5 to 4.8 or Mono. Copy it and change what you like.
//
//     Windows:  C:\Windows\Microsoft.NET\Framework64\v4.0.30319\csc.exe /r:System.Web.Extensions.dll Counterpart.cs
//     Mono:     mcs -r:System.Web.Extensions.dll Counterpart.cs
//
//     set COUNTERPART_KEY=cp_test_...          the key of the shop (a staging key while you try)
//     Counterpart push rows.json               upload the rows of a JSON array
//     Counterpart events                       read what happened since the last time
//     Counterpart follow                       the same, without end: an event is there within a second
//     Counterpart accept ORD-2026-000001
//     Counterpart verify body.bin sha256=...   check a webhook (COUNTERPART_WEBHOOK_SECRET)

using System;
using System.Collections;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Net;
using System.Security.Cryptography;
using System.Text;
using System.Threading;
using System.Web.Script.Serialization;

/// <summary>The service refused the call. Sending the same call again changes nothing.</summary>
public class RefusedException : Exception
{
    public readonly int Status;

    public RefusedException(int status, string code, string message)
        : base(status + " " + code + ": " + message)
    {
        Status = status;
    }
}

/// <summary>Calls the service; each call is tried again where that can help.</summary>
public class Client
{
    const int MaxRows = 1000; // rows of one upload
    const int MaxBytes = 2000000; // bytes of one upload; the service takes 2,097,152
    const int Tries = 6; // waits between them: 1, 2, 4, 8 and 16 seconds
    const int TimeoutMs = 60000; // longer than the longest wait for an event (25 seconds)

    // 409: the same Idempotency-Key is being worked on.
    static readonly int[] TryAgain = { 409, 429, 500, 502, 503, 504 };
    static readonly Random Chance = new Random();

    public static readonly JavaScriptSerializer Json = new JavaScriptSerializer { MaxJsonLength = int.MaxValue };

    readonly string address;
    readonly string key;

    public Client(string address, string key)
    {
        this.address = address.TrimEnd('/');
        this.key = key;
    }

    /// <summary>The answer's JSON. Throws RefusedException, or IOException when the service cannot be reached.</summary>
    public Dictionary<string, object> Call(string method, string path, string body)
    {
        // The same name on every try: work that was done, but whose answer was lost, is not done twice.
        string once = method == "POST" ? Guid.NewGuid().ToString() : null;
        for (int attempt = 1; ; attempt++)
        {
            double pause = Math.Pow(2, attempt - 1) * (0.8 + 0.4 * Chance.NextDouble());
            try
            {
                return Json.Deserialize<Dictionary<string, object>>(Send(method, path, body, once));
            }
            catch (Exception problem)
            {
                var failure = problem as WebException;
                if (failure == null && !(problem is IOException)) throw;
                var answer = failure == null ? null : failure.Response as HttpWebResponse;
                if (answer == null)
                {
                    if (attempt == Tries) throw new IOException(address + " cannot be reached: " + problem.Message);
                }
                else
                {
                    using (answer)
                    {
                        int status = (int)answer.StatusCode;
                        if (attempt == Tries || Array.IndexOf(TryAgain, status) < 0) throw ReadRefusal(answer);
                        double seconds;
                        if (double.TryParse(answer.Headers["Retry-After"], NumberStyles.Integer,
                            CultureInfo.InvariantCulture, out seconds)) pause = seconds;
                    }
                }
            }
            Thread.Sleep((int)(1000 * pause));
        }
    }

    /// <summary>Upload rows in as few calls as the limits allow; gives each call's first row and its result.</summary>
    public IEnumerable<KeyValuePair<int, Dictionary<string, object>>> Push(IEnumerable rows)
    {
        int start = 0;
        foreach (List<string> batch in Batches(rows))
        {
            string body = "{\"items\":[" + string.Join(",", batch) + "]}";
            yield return new KeyValuePair<int, Dictionary<string, object>>(start, Call("POST", "/v1/items", body));
            start += batch.Count;
        }
    }

    /// <summary>A page of events after that cursor (null: from the oldest kept), waiting up to so many seconds.</summary>
    public Dictionary<string, object> Events(string cursor, int wait)
    {
        string after = cursor == null ? "" : "&after=" + Uri.EscapeDataString(cursor);
        return Call("GET", "/v1/events?limit=100&wait=" + wait + after, null);
    }

    /// <summary>Move an order: confirm_fitment, accept, reject (with a reason), ready, dispatched, delivered.</summary>
    public string Act(string order, string action, string reason)
    {
        string body = reason == null ? "" : Json.Serialize(new Dictionary<string, string> { { "reason", reason } });
        return (string)Call("POST", "/v1/orders/" + Uri.EscapeDataString(order) + "/" + action, body)["status"];
    }

    /// <summary>Whether x-service-signature is right for the raw body, compared in constant time.</summary>
    public static bool IsGenuine(string secret, byte[] body, string signature)
    {
        byte[] wanted;
        using (var hmac = new HMACSHA256(Encoding.UTF8.GetBytes(secret)))
        {
            string hex = BitConverter.ToString(hmac.ComputeHash(body)).Replace("-", "").ToLowerInvariant();
            wanted = Encoding.UTF8.GetBytes("sha256=" + hex);
        }
        byte[] given = Encoding.UTF8.GetBytes(signature);
        int difference = wanted.Length ^ given.Length;
        for (int i = 0; i < wanted.Length && i < given.Length; i++) difference |= wanted[i] ^ given[i];
        return difference == 0;
    }

    /// <summary>Lists of rows as JSON text, each list within both limits.</summary>
    static IEnumerable<List<string>> Batches(IEnumerable rows)
    {
        var batch = new List<string>();
        int size = 0;
        foreach (object row in rows)
        {
            string text = Json.Serialize(row);
            int bytes = Encoding.UTF8.GetByteCount(text) + 1;
            if (batch.Count > 0 && (batch.Count == MaxRows || size + bytes > MaxBytes - 20))
            {
                yield return batch;
                batch = new List<string>();
                size = 0;
            }
            batch.Add(text);
            size += bytes;
        }
        if (batch.Count > 0) yield return batch;
    }

    /// <summary>One try: the body of a 200. Throws WebException, with the answer where there is one.</summary>
    string Send(string method, string path, string body, string once)
    {
        var request = (HttpWebRequest)WebRequest.Create(address + path);
        request.Method = method;
        request.Timeout = TimeoutMs;
        request.ReadWriteTimeout = TimeoutMs;
        request.Proxy = null; // the service is on this computer or in the shop's own network
        request.AllowAutoRedirect = false;
        request.ServicePoint.Expect100Continue = false;
        request.Headers["Authorization"] = "Bearer " + key;
        if (once != null) request.Headers["Idempotency-Key"] = once;
        if (body != null)
        {
            byte[] bytes = Encoding.UTF8.GetBytes(body);
            request.ContentType = "application/json";
            request.ContentLength = bytes.Length;
            using (Stream stream = request.GetRequestStream()) stream.Write(bytes, 0, bytes.Length);
        }
        using (WebResponse answer = request.GetResponse()) return ReadText(answer);
    }

    static string ReadText(WebResponse answer)
    {
        using (var reader = new StreamReader(answer.GetResponseStream(), Encoding.UTF8)) return reader.ReadToEnd();
    }

    /// <summary>The error body; what stands before the service (a proxy) may answer without one.</summary>
    static RefusedException ReadRefusal(HttpWebResponse answer)
    {
        int status = (int)answer.StatusCode;
        try
        {
            var error = Json.Deserialize<Dictionary<string, string>>(ReadText(answer));
            return new RefusedException(status, error["error"], error["message"]);
        }
        catch (Exception)
        {
            return new RefusedException(status, "no_reason", "The answer has no error body.");
        }
    }
}

public static class Program
{
    const string CursorFile = "counterpart.cursor";

    public static int Main(string[] words)
    {
        try
        {
            Console.OutputEncoding = new UTF8Encoding(false);
            return Run(words);
        }
        catch (Exception problem)
        {
            Console.Error.WriteLine("counterpart: " + problem.Message);
        }
        return 1;
    }

    /// <summary>One command; its exit code.</summary>
    static int Run(string[] words)
    {
        if (words.Length == 3 && words[0] == "verify") return VerifyFile(words[1], words[2]);
        string address = Environment.GetEnvironmentVariable("COUNTERPART_ADDRESS") ?? "http://127.0.0.1:8710";
        var client = new Client(address, Environment.GetEnvironmentVariable("COUNTERPART_KEY"));
        if (words.Length == 2 && words[0] == "push") return PushFile(client, words[1]);
        if (words.Length == 2 && words[0] == "accept")
        {
            Console.WriteLine(client.Act(words[1], "accept", null));
            return 0;
        }
        if (words.Length == 1 && words[0] == "events")
        {
            ReadEvents(client, 0);
            return 0;
        }
        if (words.Length == 1 && words[0] == "follow")
        {
            while (true) ReadEvents(client, 25);
        }
        Console.WriteLine("Counterpart push FILE | events | follow | accept ORDER | verify BODY SIGNATURE");
        return 2;
    }

    /// <summary>Your part: called for each event, perhaps twice for one; @event["id"] tells.</summary>
    static void Handle(Dictionary<string, object> @event)
    {
        var data = (Dictionary<string, object>)@event["data"];
        object about = Read(data, "order", "reference") ?? Read(data, "rfq", "reference");
        if (about == null && data.ContainsKey("sku")) about = data["sku"];
        Console.WriteLine(@event["event"] + " " + about);
    }

    static object Read(Dictionary<string, object> data, string name, string field)
    {
        return data.ContainsKey(name) ? ((Dictionary<string, object>)data[name])[field] : null;
    }

    /// <summary>Handle everything since the last time; the cursor is kept once a page has been handled.</summary>
    static void ReadEvents(Client client, int wait)
    {
        Dictionary<string, object> page;
        do
        {
            page = client.Events(ReadCursor(), wait);
            if (page.ContainsKey("gap") && (bool)page["gap"])
                Console.Error.WriteLine("Events are missing: read the catalogue and the open orders once.");
            foreach (Dictionary<string, object> one in (ArrayList)page["events"]) Handle(one);
            WriteCursor((string)page["next"]);
        } while ((bool)page["more"]);
    }

    static string ReadCursor()
    {
        string text = File.Exists(CursorFile) ? File.ReadAllText(CursorFile).Trim() : "";
        return text == "" ? null : text;
    }

    /// <summary>In one step, so that what ends in between leaves the old one or the new one.</summary>
    static void WriteCursor(string cursor)
    {
        File.WriteAllText(CursorFile + ".new", cursor);
        if (File.Exists(CursorFile)) File.Replace(CursorFile + ".new", CursorFile, null);
        else File.Move(CursorFile + ".new", CursorFile);
    }

    /// <summary>Upload a file; 1 when rows were rejected.</summary>
    static int PushFile(Client client, string path)
    {
        var rows = (IEnumerable)Client.Json.DeserializeObject(File.ReadAllText(path, Encoding.UTF8));
        int saved = 0, rejected = 0;
        foreach (KeyValuePair<int, Dictionary<string, object>> call in client.Push(rows))
        {
            saved += (int)call.Value["saved"];
            foreach (Dictionary<string, object> error in (ArrayList)call.Value["errors"])
            {
                rejected++;
                Console.WriteLine("row " + (call.Key + (int)error["index"]) + " " + error["sku"] + ": " + error["error"]);
            }
        }
        Console.WriteLine("saved " + saved + ", rejected " + rejected);
        return rejected > 0 ? 1 : 0;
    }

    static int VerifyFile(string path, string signature)
    {
        string secret = Environment.GetEnvironmentVariable("COUNTERPART_WEBHOOK_SECRET");
        bool genuine = Client.IsGenuine(secret, File.ReadAllBytes(path), signature);
        Console.WriteLine(genuine ? "genuine" : "forged");
        return genuine ? 0 : 1;
    }
}
