// Locks a draft, so that only the tab with the lock writes it (docs/security.md, T52). The browser releases the lock
// when the tab ends, even after a crash.
import { client } from '#brand/current.ts'

export interface DraftLock {
  readonly release: () => void
}

/** Takes the lock of a draft. Undefined if another tab has it. In a browser without locks, every tab gets a lock. */
export function takeDraftLock(id: string): Promise<DraftLock | undefined> {
  return requestLock(id, { ifAvailable: true })
}

/** Waits until the other tab releases the lock. Undefined if the signal is aborted before. */
export async function waitForDraftLock(id: string, signal: AbortSignal): Promise<DraftLock | undefined> {
  try {
    return await requestLock(id, { signal })
  } catch {
    return undefined
  }
}

const LOCK_PREFIX = 'draft:'

interface DraftMessage {
  /** 'request': another tab asks to continue with the draft. 'kept': the draft cannot be released now. */
  readonly kind: 'request' | 'kept'
  readonly id: string
}

/** Sends a message to all other tabs. */
export const postDraftMessage = (message: DraftMessage): void => channel()?.postMessage(message)

/** Receives the messages of other tabs. Returns a function to stop it. */
export function onDraftMessage(watcher: (message: DraftMessage) => void): () => void {
  const onMessage = ({ data }: MessageEvent<DraftMessage>) => watcher(data)
  channel()?.addEventListener('message', onMessage)
  return () => openedChannel?.removeEventListener('message', onMessage)
}

let openedChannel: BroadcastChannel | undefined
/** The channel between all tabs, opened at the first use. Undefined in a browser without broadcast channels. */
function channel(): BroadcastChannel | undefined {
  if (typeof BroadcastChannel === 'undefined') return undefined
  openedChannel ??= new BroadcastChannel(`portal${client.basePath}drafts`)
  return openedChannel
}

function requestLock(id: string, options: LockOptions): Promise<DraftLock | undefined> {
  // The types claim that the lock manager always exists, but plain http pages do not have it.
  const locks = navigator.locks as LockManager | undefined
  if (locks === undefined) return Promise.resolve({ release: () => {} })
  return new Promise((resolve, reject) => {
    const lockPromise = locks.request(`${LOCK_PREFIX}${id}`, options, (lock) => {
      if (lock === null) {
        resolve(undefined)
        return undefined
      }
      // The browser holds the lock until this promise is settled.
      return new Promise<void>((release) => resolve({ release: () => release() }))
    })
    lockPromise.catch(reject)
  })
}
