// The figure on the installed app's icon. A browser without one, or a portal that is not installed, shows nothing.

/** 0 takes it away. */
export function showBadge(count: number): void {
  if (!('setAppBadge' in navigator)) return
  void (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => undefined)
}
