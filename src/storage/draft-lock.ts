// One draft is written by one tab (threats T52): whoever holds its lock. The browser lets go of it when the tab ends, however
// it ends.

export interface DraftLock {
  readonly release: () => void
}

/** The lock, or undefined while another tab holds it. Where the browser knows no locks, everybody is let in. */
export function takeDraftLock(id: string): Promise<DraftLock | undefined> {
  return request(id, { ifAvailable: true })
}

/** The lock as soon as the other tab lets go; undefined when the signal ends the waiting. */
export async function waitForDraftLock(id: string, signal: AbortSignal): Promise<DraftLock | undefined> {
  try {
    return await request(id, { signal })
  } catch {
    return undefined
  }
}

const PREFIX = 'draft:'

interface DraftMessage {
  /** 'wanted': somebody would go on with it in another tab; 'kept': it cannot be let go now. */
  readonly kind: 'wanted' | 'kept'
  readonly id: string
}

/** Says it to all other tabs. */
export const tellOfDraft = (message: DraftMessage): void => channel()?.postMessage(message)

/** Told what other tabs say; returns the way to stop. */
export function onDraftMessage(watcher: (message: DraftMessage) => void): () => void {
  const heard = ({ data }: MessageEvent<DraftMessage>) => watcher(data)
  channel()?.addEventListener('message', heard)
  return () => opened?.removeEventListener('message', heard)
}

let opened: BroadcastChannel | undefined
function channel(): BroadcastChannel | undefined {
  if (typeof BroadcastChannel === 'undefined') return undefined
  return (opened ??= new BroadcastChannel(`portal${import.meta.env.BASE_URL}drafts`))
}

function request(id: string, options: LockOptions): Promise<DraftLock | undefined> {
  // Types say it is always there; on plain http it is not.
  const locks = navigator.locks as LockManager | undefined
  if (locks === undefined) return Promise.resolve({ release: () => {} })
  return new Promise((resolve, reject) => {
    const held = locks.request(`${PREFIX}${id}`, options, (lock) => {
      if (lock === null) {
        resolve(undefined)
        return undefined
      }
      return new Promise<void>((release) => resolve({ release: () => release() }))
    })
    held.catch(reject)
  })
}
