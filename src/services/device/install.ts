// Installing the portal on this device: the browser says when that is possible, and asks only on request.
import { useSyncExternalStore } from 'react'
import { createCell } from '../cell.ts'

// Not in the DOM types yet.
interface InstallPromptEvent extends Event {
  readonly prompt: () => Promise<{ readonly outcome: 'accepted' | 'dismissed' }>
}

const offer = createCell<InstallPromptEvent | undefined>(undefined)

/** Stores the browser's offer for later. Called once, before the page has loaded. */
export function watchInstall(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    offer.set(event as InstallPromptEvent)
  })
  addEventListener('appinstalled', () => {
    offer.set(undefined)
    void import('./persistence.ts').then(({ keepStorage }) => keepStorage(true)).catch(() => undefined)
  })
}

/** Whether this is the window of the installed portal. */
export const isInstalledWindow = (): boolean =>
  matchMedia('(display-mode: standalone), (display-mode: window-controls-overlay)').matches

/**
 * Makes the browser ask the user whether to install the portal. Returns the user's choice; undefined if it cannot be
 * installed or already is.
 */
export function useInstall(): (() => Promise<boolean>) | undefined {
  const event = useSyncExternalStore(offer.subscribe, offer.get)
  return (
    event &&
    (async () => {
      // It can be asked once.
      offer.set(undefined)
      return (await event.prompt()).outcome === 'accepted'
    })
  )
}

/** How this browser installs the portal, if it offers no prompt: by its own menu, or not at all. */
export type InstallWay = 'dock' | 'homeScreen' | 'menu' | 'none'

export function installWay({ userAgent, maxTouchPoints }: Navigator = navigator): InstallWay {
  const isIOS = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
  if (isIOS) return 'homeScreen'
  if (/Macintosh.*Version\/.*Safari/.test(userAgent)) return 'dock'
  // On Android the menu of Firefox installs; on the desktop it cannot.
  if (/Android.*Firefox/.test(userAgent)) return 'menu'
  return 'none'
}
