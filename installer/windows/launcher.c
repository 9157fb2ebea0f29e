/* Starts the program inside the Python beside it: counterpart.exe in a console, counterpartw.exe with its window only.
 *
 * Python's library is loaded from the folder of this file by its full path, and its search path is the one in
 * python312._pth there, so neither PATH nor PYTHONPATH nor the current folder decides what is run.
 */
#include <windows.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

#define LONGEST 32768

typedef int (*python_main)(int, wchar_t **);

static int told(const wchar_t *sentence)
{
#ifdef WINDOWED
    MessageBoxW(NULL, sentence, L"Counterpart", MB_OK | MB_ICONERROR);
#else
    fwprintf(stderr, L"counterpart: %ls\n", sentence);
#endif
    return 1;
}

static int start(int count, wchar_t **words)
{
    static wchar_t own[LONGEST], library[LONGEST];
    static wchar_t *fixed[] = {L"-X", L"utf8", L"-m", L"bridge"};
    const int lead = 1 + (int)(sizeof fixed / sizeof *fixed);
    DWORD length = GetModuleFileNameW(NULL, own, LONGEST);
    wchar_t *end, **line;
    python_main main_of_python;
    HMODULE python;

    if (length == 0 || length >= LONGEST - 64)
        return told(L"This folder's path is too long. Install Counterpart elsewhere.");
    wcscpy(library, own);
    end = wcsrchr(library, L'\\');
    wcscpy(end ? end + 1 : library, L"runtime\\python312.dll");
    python = LoadLibraryExW(library, NULL, LOAD_WITH_ALTERED_SEARCH_PATH);
    main_of_python = python ? (python_main)(void *)GetProcAddress(python, "Py_Main") : NULL;
    if (main_of_python == NULL)
        return told(L"A part of the program is missing (runtime\\python312.dll). Install Counterpart again.");
    line = calloc((size_t)(count + lead), sizeof *line);
    if (line == NULL)
        return told(L"There is no memory left. Close other programs and start Counterpart again.");
    line[0] = own;
    for (int i = 1; i < lead; i++)
        line[i] = fixed[i - 1];
    for (int i = 1; i < count; i++)
        line[lead + i - 1] = words[i];
    return main_of_python(lead + count - 1, line);
}

int wmain(int count, wchar_t **words)
{
    SetDllDirectoryW(L"");
    return start(count, words);
}

#ifdef WINDOWED
int WINAPI wWinMain(HINSTANCE own, HINSTANCE before, LPWSTR line, int show)
{
    int count = 0;
    wchar_t **words = CommandLineToArgvW(GetCommandLineW(), &count);

    (void)own, (void)before, (void)line, (void)show;
    return wmain(count, words);
}
#endif
