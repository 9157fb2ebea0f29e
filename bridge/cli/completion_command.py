"""Completion of command lines: click's for bash, zsh and fish, and one for PowerShell.

A shell runs the program with `_COUNTERPART_COMPLETE` set and the words so far, and the program
answers with what fits. Only the modules of the command that is being typed are loaded.
"""

from __future__ import annotations

import os
from typing import ClassVar

import click
from click.shell_completion import (
    CompletionItem,
    ShellComplete,
    add_completion_class,
    get_completion_class,
    shell_complete,
)

from bridge.cli.command_group import Command
from bridge.cli.command_table import summary_of

COMPLETE_VARIABLE = "_COUNTERPART_COMPLETE"
"""Set by a shell that asks for completion: what it wants, such as `bash_complete`."""

_PROGRAM = "counterpart"
_POWERSHELL = """\
Register-ArgumentCompleter -Native -CommandName %(prog_name)s -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $typed = $commandAst.CommandElements | Where-Object { $_.Extent.StartOffset -lt $cursorPosition }
    $env:COMP_WORDS = ($typed | ForEach-Object { $_.Extent.Text }) -join "`n"
    $env:COMP_CWORD = $wordToComplete
    $env:%(complete_var)s = 'powershell_complete'
    try {
        & '%(prog_name)s' | ForEach-Object {
            $value, $help = $_ -split "`t", 2
            if (-not $value) { return }
            if (-not $help) { $help = $value }
            [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $help)
        }
    } finally {
        Remove-Item env:%(complete_var)s, env:COMP_WORDS, env:COMP_CWORD -ErrorAction SilentlyContinue
    }
}
"""
SHELLS = ("bash", "zsh", "fish", "powershell")


@add_completion_class
class PowerShellComplete(ShellComplete):
    """Words come one a line, as they were typed; a line of the answer is a value, a tab, its help.

    For a file or folder the answer is empty: PowerShell then offers files itself.
    """

    name: ClassVar[str] = "powershell"
    source_template: ClassVar[str] = _POWERSHELL

    def get_completion_args(self) -> tuple[list[str], str]:
        words = [_unquote(word) for word in os.environ.get("COMP_WORDS", "").splitlines()][1:]
        incomplete = _unquote(os.environ.get("COMP_CWORD", ""))
        if incomplete and words and words[-1] == incomplete:
            words.pop()
        return words, incomplete

    def format_completion(self, item: CompletionItem[str]) -> str:
        if item.type != "plain":
            return ""
        return f"{item.value}\t{' '.join((item.help or '').split())}"


def _unquote(word: str) -> str:
    return word[1:-1] if len(word) > 1 and word[0] == word[-1] and word[0] in "'\"" else word


def completion_script(program: click.Command, shell: str) -> str:
    """What a shell reads to complete `counterpart`. Raises ValueError for another shell."""
    kind = get_completion_class(shell)
    if kind is None:
        raise ValueError(shell)
    # Not kind.source(): that starts bash only to look at its version.
    return ShellComplete.source(kind(program, {}, _PROGRAM, COMPLETE_VARIABLE)).lstrip() + "\n"


def answer_shell(program: click.Command, instruction: str) -> int:
    """Prints what fits the words in the environment. Returns the exit code."""
    return shell_complete(program, {}, _PROGRAM, COMPLETE_VARIABLE, instruction)


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
