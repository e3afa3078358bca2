// What this device keeps of its notices: a token that outlives the session and can only ask the server how many things
// wait. In the browser's storage, for all tabs. Rules: docs/rules/access.md, "Notices on a device".
import { useSyncExternalStore } from 'react'
import { client } from '#brand/current.ts'
import { createCell } from '../cell.ts'

export interface NoticeChannel {
  readonly userId: string
  readonly deviceToken: string
  /** Epoch milliseconds. */
  readonly until: number
  /** What waited when that was last known: only more of it is announced. */
  readonly waiting: number
  /** Web Push reaches this device. */
  readonly isPushed: boolean
  /** False once the session that opened it has ended. */
  readonly isOfSession: boolean
}

const KEY = `portal:${client.basePath}:notices`

const cell = createCell<NoticeChannel | undefined>(read())
globalThis.addEventListener?.('storage', ({ key }) => {
  if (key === KEY || key === null) cell.set(read())
})

export const noticeChannel = {
  get: cell.get,
  subscribe: cell.subscribe,
  set: (channel: NoticeChannel): void => {
    try {
      localStorage.setItem(KEY, JSON.stringify(channel))
    } catch {
      // No storage: the notices end with this page.
    }
    cell.set(channel)
  },
  /** Changes what is known of it, unless it has ended. */
  amend: (change: Partial<NoticeChannel>): void => {
    const channel = cell.get()
    const isChanged = (name: string) => channel?.[name as keyof NoticeChannel] !== change[name as keyof NoticeChannel]
    if (channel && Object.keys(change).some(isChanged)) noticeChannel.set({ ...channel, ...change })
  },
  /** In all tabs. */
  clear: (): void => {
    try {
      localStorage.removeItem(KEY)
    } catch {
      // As above.
    }
    cell.set(undefined)
  },
}

export const useNoticeChannel = (): NoticeChannel | undefined => useSyncExternalStore(cell.subscribe, cell.get)

function read(): NoticeChannel | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    if (typeof stored !== 'object' || stored === null) return undefined
    const { userId, deviceToken, until, waiting, isPushed, isOfSession } = stored as Partial<NoticeChannel>
    if (typeof userId !== 'string' || typeof deviceToken !== 'string' || typeof until !== 'number') return undefined
    return {
      userId,
      deviceToken,
      until,
      waiting: typeof waiting === 'number' ? waiting : 0,
      isPushed: isPushed === true,
      isOfSession: isOfSession === true,
    }
  } catch {
    return undefined
  }
}
