/* A library that only forwards: the linker's list of exports names the functions and where they are.
 *
 * It calls one function of that library, so that Windows loads the library together with this one and from its folder.
 */
#include <windows.h>

__declspec(dllimport) void *REFERENCE(void);

BOOL WINAPI DllMainCRTStartup(HINSTANCE own, DWORD reason, LPVOID reserved)
{
    (void)own, (void)reason, (void)reserved;
    return TRUE;
}

__declspec(dllexport) void *counterpart_reference(void)
{
    return REFERENCE();
}
