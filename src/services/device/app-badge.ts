// The number on the installed app's icon. Does nothing in a browser without badges or if the portal is not installed.

/** 0 clears it. */
export function showBadge(count: number): void {
  if (!('setAppBadge' in navigator)) return
  void (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => undefined)
}
