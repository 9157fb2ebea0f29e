"""`counterpart completion`: what a shell reads to complete command lines."""

from __future__ import annotations

import click

from bridge.cli.command_table import summary_of
from bridge.cli.framework.command_group import Command
from bridge.cli.framework.shell_completion import completion_script

SHELLS = ("bash", "zsh", "fish", "powershell")


@click.command(
    "completion",
    cls=Command,
    help=f"{summary_of('completion')}\n\n"
    "bash: put `source <(counterpart completion bash)` into ~/.bashrc.\n\n"
    "zsh: save it as _counterpart in a folder of $fpath.\n\n"
    "fish: save it as ~/.config/fish/completions/counterpart.fish.\n\n"
    "PowerShell: put `counterpart completion powershell | Out-String | Invoke-Expression` into $PROFILE.",
    example="counterpart completion bash",
)
@click.argument("shell", type=click.Choice(SHELLS, case_sensitive=False))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    click.echo(completion_script(context.find_root().command, shell), nl=False)
