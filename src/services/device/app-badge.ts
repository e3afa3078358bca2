// The number on the icon of the installed app. Nothing happens if the browser has no badges, or if the portal is not
// installed.

/** 0 removes the number. */
export function showBadge(count: number): void {
  if (!('setAppBadge' in navigator)) return
  const change = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()
  void change.catch(() => undefined)
}
