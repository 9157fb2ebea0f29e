"""The C# of docs/webhooks.md, compiled like .NET Framework 4.5, with genuine and
forged signatures.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from tests.examples.commands import LIMIT_S, run_compiler
from tests.service.delivery.test_foreign_receivers import cases, example

DRIVER = """
public static class Driver
{
    public static void Main()
    {
        Console.InputEncoding = new UTF8Encoding(false);
        var json = new System.Web.Script.Serialization.JavaScriptSerializer();
        foreach (var one in json.Deserialize<List<Case>>(Console.In.ReadToEnd()))
        {
            var body = Encoding.UTF8.GetBytes(one.body);
            Console.WriteLine(json.Serialize(new[] {
                Webhooks.SignatureIsRight(one.secret, one.headers, body),
                Webhooks.WebhookIsRight(one.secret, one.headers, body),
            }));
        }
    }

    public class Case
    {
        public string secret, body;
        public Dictionary<string, string> headers;
    }
}
"""


def try_documented_c_sharp(folder: Path) -> None:
    """Compile it, and hold its verdicts against those that the cases want."""
    source, program = folder / "Documented.cs", folder / "Documented.exe"
    source.write_text(example("csharp") + DRIVER, encoding="utf-8")
    form = ["-sdk:4.5-api", "-langversion:5", "-warnaserror", "-r:System.Web.Extensions.dll"]
    run_compiler(["mcs", *form, f"-out:{program}", str(source)])
    given, wanted = zip(*cases(), strict=True)
    line = ["mono", str(program)]
    done = subprocess.run(line, input=json.dumps(given).encode(), capture_output=True, timeout=LIMIT_S, check=False)
    assert done.returncode == 0, done.stderr.decode()
    assert [json.loads(one) for one in done.stdout.splitlines()] == list(wanted)
