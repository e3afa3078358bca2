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
 * True once the notices that were stored before a reload are in the list again. Until then nothing is written, because
 * a write would overwrite the stored notices.
 */
let hasEarlierNotices = false

persistedList.subscribe(addNoticesOnceReady)
watchNotices(storeNotices)
addNoticesOnceReady()

/** All notices since the sign-in, newest first. */
export const useNoticeList = (): readonly ListedNotice[] => useNotices().history

/** Adds the stored notices to the list once they are read. Also called when another user signs in. */
function addNoticesOnceReady(): void {
  const isReady = persistedList.isReady()
  if (isReady === hasEarlierNotices) return
  hasEarlierNotices = isReady
  if (hasEarlierNotices) addEarlierNotices(persistedList.get().list)
}

function storeNotices(): void {
  if (!hasEarlierNotices) return
  const list = currentNotices().history.map(({ kind, text, about, at }) => ({ kind, text, about, at }))
  persistedList.change({ list })
}

function isNotice(value: unknown): value is StoredNotice {
  const { kind, text, about, at } = (value ?? {}) as Partial<Record<keyof StoredNotice, unknown>>
  const hasKnownKind = kind === 'normal' || kind === 'error' || kind === 'success'
  const hasTexts = typeof text === 'string' && (about === undefined || typeof about === 'string')
  const hasTime = typeof at === 'number'
  return hasKnownKind && hasTexts && hasTime
}
