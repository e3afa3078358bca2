// Keeps the list of notices across a reload (docs/rules/access.md, "What a reload keeps"), for this tab and user, until
// the session ends.
import { currentNotices, type ListedNotice, addEarlierNotices, useNotices, watchNotices } from '#services/notices.ts'
import { createPersistedState } from './persisted-state.ts'

type StoredNotice = Omit<ListedNotice, 'id'>

const persistedList = createPersistedState<{ readonly list: readonly StoredNotice[] }>(
  'notices',
  { list: [] },
  (value) => {
    const { list } = (value ?? {}) as { list?: unknown }
    return Array.isArray(list) && list.every(isNotice) ? { list } : undefined
  },
)

/**
 * True once the list contains the user's notices that were stored before the last reload. Nothing is stored before
 * that.
 */
let isComplete = false

persistedList.subscribe(updateIsComplete)
watchNotices(write)
updateIsComplete()

/** All notices since the sign-in, newest first. */
export const useNoticeList = (): readonly ListedNotice[] => useNotices().history

function updateIsComplete(): void {
  const isReady = persistedList.isReady()
  if (isReady === isComplete) return
  isComplete = isReady
  if (isComplete) addEarlierNotices(persistedList.get().list)
}

function write(): void {
  if (isComplete)
    persistedList.change({
      list: currentNotices().history.map(({ id: _id, kind, text, about, at }) => ({ kind, text, about, at })),
    })
}

function isNotice(value: unknown): value is StoredNotice {
  const { kind, text, about, at } = (value ?? {}) as Partial<Record<keyof StoredNotice, unknown>>
  const hasTexts = typeof text === 'string' && (about === undefined || typeof about === 'string')
  return hasTexts && (kind === 'normal' || kind === 'error' || kind === 'success') && typeof at === 'number'
}
