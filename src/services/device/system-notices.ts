// System notifications, for users who turn them on for this device. The service worker shows them while the portal is
// not in the foreground. A click on a notification opens the portal. A notification contains no card, batch, amount or
// number, because other people may see the screen.
import { m } from '#words/messages.js'
import { client } from '#brand/current.ts'
import { usePreference, readPreference } from './preference.ts'

export interface SystemNotice {
  /** Of the notices with the same tag, from all tabs, only the last is shown. */
  readonly tag: string
  readonly title: string
  /** The path that a click opens. */
  readonly path: string
  /** Buttons on the notice, each of which opens a path. Not every system shows them. */
  readonly actions?: readonly { readonly title: string; readonly path: string }[]
}

// The DOM types do not have actions yet. Browsers that do not support actions ignore them.
interface NotificationOptionsWithActions extends NotificationOptions {
  readonly actions: readonly { readonly action: string; readonly title: string }[]
}

/** The tag of the general notice that items wait for approval. */
export const WAITING_TAG = 'waiting'

const PREFERENCE = 'notifications'
const choices = ['off', 'on'] as const

/** 'missing' if the browser has no notifications, 'refused' if the user has blocked them for this site. */
export type SystemNoticeState = 'on' | 'off' | 'refused' | 'missing'

export function useSystemNotices(): {
  readonly state: SystemNoticeState
  /** Turns notifications on or off. The browser asks the user, if it has not asked before. */
  readonly setEnabled: (isEnabled: boolean) => Promise<void>
} {
  const [choice, choose] = usePreference(PREFERENCE, choices)
  const setEnabled = async (isEnabled: boolean) => {
    if (isEnabled && Notification.permission === 'default') await Notification.requestPermission()
    choose(isEnabled ? 'on' : 'off')
  }
  return { state: stateOf(choice), setEnabled }
}

function isOn(choice: (typeof choices)[number]): boolean {
  // `stateOf` reads the permission, which blocks the browser for a moment.
  if (choice === 'off') return false
  return stateOf(choice) === 'on'
}

export const areSystemNoticesOn = (): boolean => isOn(readPreference(PREFERENCE, choices))

export const useAreSystemNoticesOn = (): boolean => isOn(usePreference(PREFERENCE, choices)[0])

function stateOf(choice: (typeof choices)[number]): SystemNoticeState {
  const hasNotifications = 'Notification' in globalThis && 'serviceWorker' in navigator
  if (!hasNotifications) return 'missing'
  if (Notification.permission === 'denied') return 'refused'
  return choice === 'on' && Notification.permission === 'granted' ? 'on' : 'off'
}

/** Shows the notice, unless the portal is in the foreground. */
export async function showSystemNotice({ tag, title, path, actions = [] }: SystemNotice): Promise<void> {
  const isInForeground = document.visibilityState === 'visible' && document.hasFocus()
  if (!areSystemNoticesOn() || isInForeground) return
  const registration = await navigator.serviceWorker.getRegistration()
  // A specific notice replaces the general notice.
  const generalNotices = (await registration?.getNotifications({ tag: WAITING_TAG })) ?? []
  for (const generalNotice of generalNotices) generalNotice.close()
  const options: NotificationOptionsWithActions = {
    tag,
    body: m.common_portalOf({ client: client.name }),
    icon: `${client.basePath}icons/icon-192.png`,
    // A click on a button opens the path of the button. A click anywhere else on the notice opens this path.
    data: { path },
    actions: actions.map((each) => ({ action: each.path, title: each.title })),
  }
  await registration?.showNotification(title, options)
}

/** Removes all notices. */
export async function clearSystemNotices(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.getRegistration()
  const notices = (await registration?.getNotifications()) ?? []
  for (const notice of notices) notice.close()
}
