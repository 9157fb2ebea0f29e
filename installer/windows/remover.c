/* Removes versions of the program by their lists: remover.exe FOLDER...
 *
 * Each FOLDER is one version. Its file contents.txt names every file that was installed, as `HASH  PATH` with slashes.
 * Those files, what Python compiled from them, the list itself and the folders that are empty afterwards are removed.
 * Nothing else is touched: a file that somebody put there stays, and so does its folder. The exit code is how many
 * files of ours could not be removed, at most 255.
 */
#include <windows.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#define LONGEST 32768
#define LINE_LONGEST 1024
#define HASH_AND_SPACES 66
#define LIST L"contents.txt"

static wchar_t path[LONGEST];
static wchar_t *own; /* where the part below the version's folder begins in `path` */

static int remove_file(void)
{
    if (DeleteFileW(path))
        return 0;
    return GetLastError() != ERROR_FILE_NOT_FOUND && GetLastError() != ERROR_PATH_NOT_FOUND;
}

/* Remove the compiled forms of the source file in `path`; `path` stays as it is. */
static void remove_compiled(void)
{
    static wchar_t pattern[LONGEST];
    WIN32_FIND_DATAW found;
    wchar_t *end, *name;
    HANDLE search;

    wcscpy(pattern, path);
    end = wcsrchr(pattern, L'\\') + 1;
    name = path + (end - pattern);
    swprintf(end, LINE_LONGEST + 32, L"__pycache__\\%.*ls.cpython-*.pyc", (int)(wcslen(name) - 3), name);
    search = FindFirstFileW(pattern, &found);
    if (search == INVALID_HANDLE_VALUE)
        return;
    do {
        wcscpy(end + wcslen(L"__pycache__\\"), found.cFileName);
        DeleteFileW(pattern);
    } while (FindNextFileW(search, &found));
    FindClose(search);
}

/* Remove the folder of the file in `path` and the folders above it, up to the version's own, while they are empty. */
static void remove_empty_folders(void)
{
    wchar_t *end;

    for (end = wcsrchr(path, L'\\'); end > own; end = wcsrchr(path, L'\\')) {
        wcscpy(end + 1, L"__pycache__");
        RemoveDirectoryW(path);
        *end = L'\0';
        if (!RemoveDirectoryW(path))
            return;
    }
}

/* Put the path of a line behind the version's folder: 0 for a line that leads elsewhere. */
static int read_path(char *line)
{
    char *part = line + HASH_AND_SPACES;

    line[strcspn(line, "\r\n")] = '\0';
    if (strlen(line) <= HASH_AND_SPACES || part[0] == '/' || strstr(part, "..") || strpbrk(part, ":\\"))
        return 0;
    swprintf(own, LINE_LONGEST, L"%hs", part);
    for (wchar_t *one = own; *one; one++)
        if (*one == L'/')
            *one = L'\\';
    return 1;
}

static int remove_listed(FILE *list, int folders)
{
    static char line[LINE_LONGEST];
    int left = 0;

    rewind(list);
    while (fgets(line, sizeof line, list)) {
        if (!read_path(line))
            continue;
        if (folders) {
            remove_empty_folders();
        } else {
            size_t length = wcslen(path);

            left += remove_file();
            if (length > 3 && wcscmp(path + length - 3, L".py") == 0)
                remove_compiled();
        }
    }
    return left;
}

static int remove_version(const wchar_t *folder)
{
    FILE *list;
    int left;

    if (wcslen(folder) > LONGEST - 2 * LINE_LONGEST)
        return 1;
    swprintf(path, LONGEST, L"%ls\\", folder);
    own = path + wcslen(path);
    wcscpy(own, LIST);
    list = _wfopen(path, L"rb");
    if (list == NULL)
        return 0;
    left = remove_listed(list, 0);
    if (left == 0)
        remove_listed(list, 1);
    fclose(list);
    if (left == 0) {
        wcscpy(own, LIST);
        left = remove_file();
        own[-1] = L'\0';
        RemoveDirectoryW(path);
    }
    return left;
}

int wmain(int count, wchar_t **words)
{
    int left = 0;

    for (int i = 1; i < count; i++)
        left += remove_version(words[i]);
    return left > 255 ? 255 : left;
}
