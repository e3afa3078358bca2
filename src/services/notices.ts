// Short notices to the user (access §2): those on screen now, and the history of this session.
import { useSyncExternalStore } from 'react'
import { createCell } from './cell.ts'

export interface Notice {
  readonly id: string
  readonly kind: 'normal' | 'error' | 'success'
  readonly text: string
  /** Which thing it speaks of, where the text (given by the specification) does not name it. */
  readonly about: string | undefined
  /** How long it stands on screen: an outcome about money for longer, an error until closed. The history keeps each. */
  readonly lasts: 'short' | 'long' | 'untilClosed'
  /** How often it was said while it stood there, this time included. */
  readonly times: number
  /** When it was said, epoch milliseconds. */
  readonly at: number
  /** Called once, when it is closed or has vanished. */
  readonly onClose?: (() => void) | undefined
}

export interface NoticeInput {
  readonly kind: Notice['kind']
  readonly text: string
  readonly about?: string
  readonly lasts?: Notice['lasts']
  readonly onClose?: (() => void) | undefined
}

/** A notice as the list of notices keeps it. */
export type ListedNotice = Pick<Notice, 'id' | 'kind' | 'text' | 'about' | 'at'>

export interface Notices {
  /** On screen now, oldest first. */
  readonly shown: readonly Notice[]
  /** All notices since the sign-in, newest first. */
  readonly history: readonly ListedNotice[]
}

const HISTORY_LIMIT = 100
const none: Notices = { shown: [], history: [] }
const notices = createCell(none)
let lastId = 0
const newId = () => `notice-${++lastId}`

/**
 * Says something to the user; returns the notice's id. Each is shown and listed: a second success is a second change. An error
 * or a note takes the place of an equal one that is still on screen, and says how often it was said.
 */
export function notify({
  kind,
  text,
  about,
  lasts = kind === 'error' ? 'untilClosed' : 'short',
  onClose,
}: NoticeInput): string {
  const { shown, history } = notices.get()
  const isEqual = (other: Notice) => other.kind === kind && other.text === text && other.about === about
  const equal = kind === 'success' ? [] : shown.filter(isEqual)
  const others = shown.filter((other) => !equal.includes(other))
  const times = equal.reduce((sum, other) => sum + other.times, 1)
  const notice: Notice = { id: newId(), kind, text, about, lasts, times, at: Date.now(), onClose }
  notices.set({ shown: [...others, notice], history: [notice, ...history].slice(0, HISTORY_LIMIT) })
  return notice.id
}

/** Takes a notice off the screen; the history keeps it. */
export function dismissNotice(id: string): void {
  const { shown, history } = notices.get()
  const closed = shown.find((notice) => notice.id === id)
  notices.set({ shown: shown.filter((notice) => notice.id !== id), history })
  closed?.onClose?.()
}

/** Lists notices of this user's earlier pages below those of this page; none of them is shown again. */
export function listEarlierNotices(earlier: readonly Omit<ListedNotice, 'id'>[]): void {
  const { shown, history } = notices.get()
  const listed = earlier.map((notice) => ({ ...notice, id: newId() }))
  notices.set({ shown, history: [...history, ...listed].slice(0, HISTORY_LIMIT) })
}

/** The notices of one user are not there for the next. */
export const forgetNotices = (): void => notices.set(none)

export const watchNotices = notices.subscribe

export const useNotices = (): Notices => useSyncExternalStore(notices.subscribe, notices.get)

export const currentNotices = (): Notices => notices.get()
