// Installing the portal on this device: the browser says when that is possible, and asks only when it is told to.
import { useSyncExternalStore } from 'react'
import { createCell } from '../cell.ts'

// Not among the types of the DOM yet.
interface InstallPromptEvent extends Event {
  readonly prompt: () => Promise<{ readonly outcome: 'accepted' | 'dismissed' }>
}

const offer = createCell<InstallPromptEvent | undefined>(undefined)

/** Keeps the browser's offer for whoever asks for it later. Called once, before the page has loaded. */
export function watchInstall(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    offer.set(event as InstallPromptEvent)
  })
  addEventListener('appinstalled', () => offer.set(undefined))
}

/**
 * Asks the browser to install the portal, which it asks its user about, and gives whether they want it; undefined where it cannot be
 * installed, or is already.
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
