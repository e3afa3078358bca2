// Stores the notification token of this device, for all tabs. The token outlives the session, and can only read the
// number of items that wait for approval. Rules: docs/rules/access.md, "Notices on a device".
import { useSyncExternalStore } from 'react'
import { readStoredChannel, writeStoredChannel } from './notice-storage.ts'

export interface NoticeChannel {
  readonly userId: string
  readonly deviceToken: string
  /** Epoch milliseconds. */
  readonly until: number
  /** The last known number of waiting items. The user is notified only if the number has grown. */
  readonly waiting: number
  /** True if Web Push reaches this device. */
  readonly isPushed: boolean
  /** False once the session that opened the channel has ended. */
  readonly isSessionActive: boolean
}

let cached: { readonly text: string | null; readonly channel: NoticeChannel | undefined } | undefined
const watchers = new Set<() => void>()

// Read from the storage each time, because a logout deletes it there.
function get(): NoticeChannel | undefined {
  const text = readStoredChannel()
  if (cached?.text !== text) cached = { text, channel: textToChannel(text) }
  return cached?.channel
}

function write(channel: NoticeChannel | undefined): void {
  writeStoredChannel(channel && JSON.stringify(channel))
  for (const watcher of watchers) watcher()
}

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher)
  addEventListener('storage', watcher)
  return () => {
    watchers.delete(watcher)
    removeEventListener('storage', watcher)
  }
}

export const noticeChannel = {
  get,
  subscribe,
  set: (channel: NoticeChannel): void => write(channel),
  /** Does nothing if the channel was deleted. */
  update: (change: Partial<NoticeChannel>): void => {
    const channel = get()
    if (!channel) return
    const changedNames = (Object.keys(change) as (keyof NoticeChannel)[]).filter(
      (name) => channel[name] !== change[name],
    )
    if (changedNames.length > 0) write({ ...channel, ...change })
  },
  /** Deletes the channel in all tabs. */
  clear: (): void => write(undefined),
}

export const useNoticeChannel = (): NoticeChannel | undefined => useSyncExternalStore(subscribe, get)

function textToChannel(text: string | null): NoticeChannel | undefined {
  try {
    const stored: unknown = JSON.parse(text ?? 'null')
    if (typeof stored !== 'object' || stored === null) return undefined
    const { userId, deviceToken, until, waiting, isPushed, isSessionActive } = stored as Partial<NoticeChannel>
    const hasIds = typeof userId === 'string' && typeof deviceToken === 'string'
    if (!hasIds || typeof until !== 'number') return undefined
    return {
      userId,
      deviceToken,
      until,
      waiting: typeof waiting === 'number' ? waiting : 0,
      isPushed: isPushed === true,
      isSessionActive: isSessionActive === true,
    }
  } catch {
    return undefined
  }
}
