// Compiles one VB.NET file as VB 11 (that of .NET Framework 4.5) with the compiler of a .NET Core SDK, run by Mono:
// VbCompiler SOURCE OUTPUT REFERENCE...
using System;
using System.IO;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Emit;
using Microsoft.CodeAnalysis.VisualBasic;

public static class VbCompiler
{
    public static int Main(string[] words)
    {
        var parse = new VisualBasicParseOptions(LanguageVersion.VisualBasic11);
        SyntaxTree tree = VisualBasicSyntaxTree.ParseText(File.ReadAllText(words[0]), parse, words[0]);
        var references = words.Skip(2).Select(path => MetadataReference.CreateFromFile(path));
        var options = new VisualBasicCompilationOptions(OutputKind.ConsoleApplication)
            .WithEmbedVbCoreRuntime(true).WithParseOptions(parse).WithConcurrentBuild(false)
            .WithGeneralDiagnosticOption(ReportDiagnostic.Error);
        var name = Path.GetFileNameWithoutExtension(words[1]);
        EmitResult result = VisualBasicCompilation.Create(name, new SyntaxTree[] { tree }, references, options).Emit(words[1]);
        foreach (var diagnostic in result.Diagnostics.Where(one => one.Severity == DiagnosticSeverity.Error))
            Console.Error.WriteLine(diagnostic);
        return result.Success ? 0 : 1;
    }
}
