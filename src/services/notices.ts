// Short notices to the user: those on screen, and the history of this session.
import { useSyncExternalStore } from 'react'
import { createObservable } from './observable.ts'

export interface Notice {
  readonly id: string
  readonly kind: 'normal' | 'error' | 'success'
  readonly text: string
  /** The subject of the notice, if its text is fixed and does not name the subject. */
  readonly about: string | undefined
  /**
   * How long the notice stays on screen: 'short' by default, 'long' for a result about money, 'untilClosed' for an
   * error. The history keeps every notice.
   */
  readonly duration: 'short' | 'long' | 'untilClosed'
  /** How often the notice occurred while on screen, including this time. */
  readonly times: number
  /** The time of the notice, epoch milliseconds. */
  readonly at: number
  /** Called once, when the notice is closed or has timed out. */
  readonly onClose?: (() => void) | undefined
}

export interface NoticeInput {
  readonly kind: Notice['kind']
  readonly text: string
  readonly about?: string | undefined
  readonly duration?: Notice['duration'] | undefined
  readonly onClose?: (() => void) | undefined
}

/** A notice as the history stores it. */
export type ListedNotice = Pick<Notice, 'id' | 'kind' | 'text' | 'about' | 'at'>

export interface Notices {
  /** On screen now, oldest first. */
  readonly visible: readonly Notice[]
  /** All notices since login, newest first. */
  readonly history: readonly ListedNotice[]
}

const HISTORY_LIMIT = 100
const noNotices: Notices = { visible: [], history: [] }
const notices = createObservable(noNotices)
let lastId = 0
const newId = () => {
  lastId += 1
  return `notice-${lastId}`
}

/**
 * Shows a notice to the user and returns its id. A notice replaces an equal notice that is still on screen, and shows
 * how often it has occurred. A success never replaces a notice, because a second success is about a second change.
 */
export function notify({
  kind,
  text,
  about,
  duration = kind === 'error' ? 'untilClosed' : 'short',
  onClose,
}: NoticeInput): string {
  const { visible, history } = notices.get()
  const isEqual = (shown: Notice) => shown.kind === kind && shown.text === text && shown.about === about
  const replaced = kind === 'success' ? undefined : visible.find(isEqual)
  const otherNotices = visible.filter((each) => each !== replaced)
  const times = (replaced?.times ?? 0) + 1
  const notice: Notice = { id: newId(), kind, text, about, duration, times, at: Date.now(), onClose }
  notices.set({ visible: [...otherNotices, notice], history: [notice, ...history].slice(0, HISTORY_LIMIT) })
  return notice.id
}

/** Removes a notice from the screen. The history keeps it. */
export function dismissNotice(id: string): void {
  const { visible, history } = notices.get()
  const closedNotice = visible.find((notice) => notice.id === id)
  notices.set({ visible: visible.filter((notice) => notice.id !== id), history })
  closedNotice?.onClose?.()
}

/** Adds notices from this user's earlier pages to the end of the history. Does not show them again. */
export function addEarlierNotices(earlier: readonly Omit<ListedNotice, 'id'>[]): void {
  const { visible, history } = notices.get()
  const listed = earlier.map((notice) => ({ ...notice, id: newId() }))
  notices.set({ visible, history: [...history, ...listed].slice(0, HISTORY_LIMIT) })
}

/** Deletes the notices, so that the next user does not see them. */
export const clearNotices = (): void => notices.set(noNotices)

export const watchNotices = notices.subscribe

export const useNotices = (): Notices => useSyncExternalStore(notices.subscribe, notices.get)

export const currentNotices = (): Notices => notices.get()
