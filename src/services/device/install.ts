// Installs the portal on this device. The browser reports when that is possible. The portal decides when the browser
// asks the user.
import { useSyncExternalStore } from 'react'
import { createObservable } from '../observable.ts'

// The DOM types do not have this event yet.
interface InstallPromptEvent extends Event {
  readonly prompt: () => Promise<{ readonly outcome: 'accepted' | 'dismissed' }>
}

const installPrompt = createObservable<InstallPromptEvent | undefined>(undefined)

/** Stores the browser's install prompt for later. Called once, before the page has loaded. */
export function watchInstall(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    installPrompt.set(event as InstallPromptEvent)
  })
  addEventListener('appinstalled', () => {
    installPrompt.set(undefined)
    void import('./persistence.ts')
      .then(({ requestPersistentStorage }) => requestPersistentStorage({ isInstalled: true }))
      .catch(() => undefined)
  })
}

/**
 * A function that lets the browser ask the user whether to install the portal, and returns true if the user accepts.
 * Undefined if the portal cannot be installed, or is installed already.
 */
export function useInstall(): (() => Promise<boolean>) | undefined {
  const promptEvent = useSyncExternalStore(installPrompt.subscribe, installPrompt.get)
  if (!promptEvent) return undefined
  return async () => {
    // The prompt can be used only once.
    installPrompt.set(undefined)
    const { outcome } = await promptEvent.prompt()
    return outcome === 'accepted'
  }
}

/** How this browser installs the portal without a prompt: through its own menu, or not at all. */
export type InstallMethod = 'dock' | 'homeScreen' | 'menu' | 'none'

export function installMethod({ userAgent, maxTouchPoints }: Navigator = navigator): InstallMethod {
  // An iPad says that it is a Macintosh, but only an iPad has a touch screen.
  const isDisguisedIPad = /Macintosh/.test(userAgent) && maxTouchPoints > 1
  const isIOS = /iPhone|iPad|iPod/.test(userAgent) || isDisguisedIPad
  if (isIOS) return 'homeScreen'
  if (/Macintosh.*Version\/.*Safari/.test(userAgent)) return 'dock'
  // Firefox can install from its menu on Android, but not on the desktop.
  if (/Android.*Firefox/.test(userAgent)) return 'menu'
  return 'none'
}
