// Notifications of the system, for those who want them on this device: shown by the service worker while the portal is open and not
// looked at, so that a click brings it to the front. They name no card, no batch, no amount and no number: anybody may read a screen.
import { client } from '#brand/current.ts'
import { usePreference, readPreference } from './preference.ts'

export interface SystemNotice {
  /** A later one with the same tag takes its place, from whichever tab. */
  readonly tag: string
  readonly title: string
  /** The page that it leads to, as the router has it. */
  readonly path: string
}

const NAME = 'notifications'
const choices = ['off', 'on'] as const

/** Whether they are shown here; 'missing' where the browser has none, 'refused' where its user has forbidden them to this site. */
export type SystemNoticeState = 'on' | 'off' | 'refused' | 'missing'

export function useSystemNotices(): {
  readonly state: SystemNoticeState
  /** Asks the browser, which asks its user, where that was not done before. */
  readonly turn: (isOn: boolean) => Promise<void>
} {
  const [choice, choose] = usePreference(NAME, choices)
  const turn = async (isOn: boolean) => {
    if (isOn && Notification.permission === 'default') await Notification.requestPermission()
    choose(isOn ? 'on' : 'off')
  }
  return { state: stateOf(choice), turn }
}

export const areSystemNoticesOn = (): boolean => stateOf(readPreference(NAME, choices)) === 'on'

function stateOf(choice: (typeof choices)[number]): SystemNoticeState {
  if (!('Notification' in globalThis) || !('serviceWorker' in navigator)) return 'missing'
  if (Notification.permission === 'denied') return 'refused'
  return choice === 'on' && Notification.permission === 'granted' ? 'on' : 'off'
}

/** Shows it, unless somebody looks at the portal, who sees it there. */
export async function showSystemNotice({ tag, title, path }: SystemNotice): Promise<void> {
  if (!areSystemNoticesOn() || (document.visibilityState === 'visible' && document.hasFocus())) return
  const registration = await navigator.serviceWorker.getRegistration()
  await registration?.showNotification(title, {
    tag,
    body: `${client.name} ${client.title}`,
    icon: `${client.basePath}icons/${client.key}/icon-192.png`,
    data: { path },
  })
}

/** Whoever signs out leaves none behind. */
export async function clearSystemNotices(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.getRegistration()
  for (const notice of (await registration?.getNotifications()) ?? []) notice.close()
}
