/* Starts the program: counterpart.exe in a console, counterpartw.exe with its window only.
 *
 * Beside an installed launcher lies the file `current`: its first line names the folder below `versions` that is run.
 * A version's own launcher has no such file beside it and runs its own folder. Python's library is loaded by its full
 * path, and its search path is the one in the ._pth file beside that library, so neither PATH nor PYTHONPATH nor the
 * current folder decides what is run.
 */
#include <windows.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#define LONGEST 32768
#define NAME_LONGEST 100
#define ALLOWED "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.+~-"

typedef int (*python_main)(int, wchar_t **);

static int fail(const wchar_t *sentence)
{
#ifdef WINDOWED
    MessageBoxW(NULL, sentence, L"Counterpart", MB_OK | MB_ICONERROR);
#else
    fwprintf(stderr, L"counterpart: %ls\n", sentence);
#endif
    return 1;
}

/* Read the version's folder name into `name`: 1 when it is there, 0 when there is no file, -1 when it is no name. */
static int read_current(const wchar_t *file, char *name)
{
    DWORD size = 0;
    HANDLE handle = CreateFileW(file, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_DELETE, NULL, OPEN_EXISTING, 0, NULL);
    BOOL done;

    if (handle == INVALID_HANDLE_VALUE)
        return GetLastError() == ERROR_FILE_NOT_FOUND ? 0 : -1;
    done = ReadFile(handle, name, NAME_LONGEST, &size, NULL);
    CloseHandle(handle);
    if (!done)
        return -1;
    name[size] = '\0';
    name[strcspn(name, "\r\n")] = '\0';
    return name[0] != '\0' && name[0] != '.' && name[strspn(name, ALLOWED)] == '\0' ? 1 : -1;
}

/* Append the folder of the version to run to `folder`, which ends with a backslash. */
static int find_version(wchar_t *folder)
{
    char name[NAME_LONGEST + 1];
    wchar_t *end = folder + wcslen(folder);
    int found;

    wcscpy(end, L"current");
    found = read_current(folder, name);
    *end = L'\0';
    if (found == 1)
        swprintf(end, NAME_LONGEST + 16, L"versions\\%hs\\", name);
    return found != -1;
}

/* Append the path of Python's library: python3.dll, which only forwards, is not it. */
static int find_python(wchar_t *folder)
{
    WIN32_FIND_DATAW found;
    wchar_t *end = folder + wcslen(folder);
    HANDLE search;
    int done = 0;

    wcscpy(end, L"runtime\\python3*.dll");
    search = FindFirstFileW(folder, &found);
    if (search == INVALID_HANDLE_VALUE)
        return 0;
    do {
        if (wcslen(found.cFileName) > wcslen(L"python3.dll")) {
            wcscpy(end + wcslen(L"runtime\\"), found.cFileName);
            done = 1;
        }
    } while (!done && FindNextFileW(search, &found));
    FindClose(search);
    return done;
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

    if (length == 0 || length >= LONGEST - 2 * NAME_LONGEST)
        return fail(L"This folder's path is too long. Install Counterpart elsewhere.");
    wcscpy(library, own);
    end = wcsrchr(library, L'\\');
    end[1] = L'\0';
    if (!find_version(library))
        return fail(L"The file `current` in the program's folder cannot be read. Install Counterpart again.");
    python = find_python(library) ? LoadLibraryExW(library, NULL, LOAD_WITH_ALTERED_SEARCH_PATH) : NULL;
    main_of_python = python ? (python_main)(void *)GetProcAddress(python, "Py_Main") : NULL;
    if (main_of_python == NULL)
        return fail(L"A part of the program is missing (Python in the folder runtime). Install Counterpart again.");
    line = calloc((size_t)(count + lead), sizeof *line);
    if (line == NULL)
        return fail(L"There is no memory left. Close other programs and start Counterpart again.");
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
