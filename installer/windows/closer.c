/* Ends what runs from a folder: closer.exe FOLDER [PROCESS...]. Upgrade and removal use it before they touch files.
 * The processes with these numbers go on: an upgrade runs from that folder itself.
 *
 * A program with a window is told as at log-off, one in a console as by Ctrl-C; what still runs after 12 s is ended.
 * SQLite keeps its data whole in either case. The exit code is how many could not be ended.
 */
#include <windows.h>
#include <tlhelp32.h>
#include <stdlib.h>
#include <wchar.h>

#define LONGEST 32768
#define PATIENCE_MS 12000
#define MOST 64

static DWORD asked_for;

static BOOL CALLBACK tell_window(HWND window, LPARAM unused)
{
    DWORD process = 0;
    DWORD_PTR answer;

    (void)unused;
    GetWindowThreadProcessId(window, &process);
    if (process == asked_for) {
        SendMessageTimeoutW(window, WM_QUERYENDSESSION, 0, ENDSESSION_CLOSEAPP, SMTO_ABORTIFHUNG, 5000, &answer);
        PostMessageW(window, WM_ENDSESSION, TRUE, ENDSESSION_CLOSEAPP);
    }
    return TRUE;
}

static void tell(DWORD process)
{
    asked_for = process;
    EnumWindows(tell_window, 0);
    FreeConsole();
    if (AttachConsole(process)) {
        SetConsoleCtrlHandler(NULL, TRUE);
        GenerateConsoleCtrlEvent(CTRL_C_EVENT, 0);
        FreeConsole();
    }
}

/* The removal itself may run from that folder, and waits for this program. */
static int runs_from(HANDLE process, const wchar_t *folder)
{
    static wchar_t path[LONGEST];
    DWORD size = LONGEST;
    size_t length = wcslen(folder);

    return QueryFullProcessImageNameW(process, 0, path, &size) && _wcsnicmp(path, folder, length) == 0 &&
           path[length] == L'\\' && _wcsicmp(path + length + 1, L"uninstall.exe") != 0;
}

static int is_spared(DWORD process, int count, wchar_t **numbers)
{
    for (int i = 0; i < count; i++)
        if (wcstoul(numbers[i], NULL, 10) == process)
            return 1;
    return process == GetCurrentProcessId();
}

static int find(const wchar_t *folder, HANDLE *found, int spared, wchar_t **numbers)
{
    HANDLE all = CreateToolhelp32Snapshot(TH32CS_SNAPPROCESS, 0);
    PROCESSENTRY32W entry = {.dwSize = sizeof entry};
    int count = 0;

    if (all == INVALID_HANDLE_VALUE)
        return 0;
    for (BOOL more = Process32FirstW(all, &entry); more && count < MOST; more = Process32NextW(all, &entry)) {
        HANDLE process = OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION | PROCESS_TERMINATE | SYNCHRONIZE, FALSE,
                                     entry.th32ProcessID);
        if (process == NULL)
            continue;
        if (!is_spared(entry.th32ProcessID, spared, numbers) && runs_from(process, folder))
            found[count++] = process;
        else
            CloseHandle(process);
    }
    CloseHandle(all);
    return count;
}

int wmain(int count, wchar_t **words)
{
    HANDLE found[MOST];
    int left = 0, number = count > 1 ? find(words[1], found, count - 2, words + 2) : 0;

    for (int i = 0; i < number; i++)
        tell(GetProcessId(found[i]));
    if (number)
        WaitForMultipleObjects((DWORD)number, found, TRUE, PATIENCE_MS);
    for (int i = 0; i < number; i++) {
        if (WaitForSingleObject(found[i], 0) != WAIT_OBJECT_0)
            left += !TerminateProcess(found[i], 1) || WaitForSingleObject(found[i], 3000) != WAIT_OBJECT_0;
    }
    return left;
}
