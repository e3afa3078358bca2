// The number on the installed app's icon. Does nothing if the browser has no badges or the portal is not installed.

/** 0 removes the number. */
export function showBadge(count: number): void {
  if (!('setAppBadge' in navigator)) return
  void (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => undefined)
}
