// The service worker's registration, and the news that a new version waits. It never takes over by itself: only
// `applyUpdate`, which the operator presses, lets it (threats T50).
import { useSyncExternalStore } from 'react'
import type { Workbox } from 'workbox-window'

const CHECK_EVERY_MS = 60 * 60_000

let workbox: Workbox | undefined
let waiting = false
const listeners = new Set<() => void>()

/** Called once the page has loaded: nobody waits for it. */
export async function registerServiceWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const { Workbox } = await import('workbox-window')
  const registering = new Workbox(`${import.meta.env.BASE_URL}service-worker.js`, { scope: import.meta.env.BASE_URL })
  workbox = registering
  registering.addEventListener('waiting', () => {
    waiting = true
    for (const listener of listeners) listener()
  })
  // Without it the portal works as before, only not offline; the next visit tries again.
  await registering.register()
  setInterval(() => void registering.update().catch(() => undefined), CHECK_EVERY_MS)
}

/** Whether a new version waits for a reload. */
export const useUpdateWaiting = (): boolean => useSyncExternalStore(subscribe, () => waiting)

/** Lets the new version take over and reloads this tab; other tabs are left alone until they reload themselves. */
export function applyUpdate(): void {
  workbox?.addEventListener('controlling', () => location.reload())
  workbox?.messageSkipWaiting()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
