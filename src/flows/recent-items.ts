// The recently opened cards, batches and orders. They are stored encrypted on this device, so that the user finds them
// again after the next sign-in.
import { useEffect } from 'react'
import {
  addRecentItems,
  recentItemTypes,
  type RecentItem,
  recentItems,
  useRecentItemsInMemory,
} from '#services/recent-items.ts'
import { ownerUserOf, sessionStore, useSession } from '#services/session/session.ts'
import { storedRecentItems } from '#storage/device-lists.ts'
import type { StoredRecord } from '#storage/encrypted-rows.ts'

/** The recently opened items, newest first. */
export function useRecentItems(): readonly RecentItem[] {
  const session = useSession()
  const ownerUser = session && ownerUserOf(session)
  useEffect(() => {
    if (ownerUser === undefined) return undefined
    return storedRecentItems.watch(ownerUser, (records) => {
      const itemRecords = records.filter(hasRecentItem)
      addRecentItems(itemRecords.map(({ value }) => value))
      // The list in memory keeps only the newest items. Records of older items are deleted.
      const pathsToKeep = new Set(recentItems().map(({ to }) => to))
      const oldIds = itemRecords.filter(({ value }) => !pathsToKeep.has(value.to)).map(({ id }) => id)
      if (oldIds.length > 0) void storedRecentItems.remove(oldIds)
    })
  }, [ownerUser])
  return useRecentItemsInMemory()
}

/** Adds this card, batch or order to the recently opened items. Does nothing while its label is unknown. */
export function useRecordRecentItem(kind: RecentItem['kind'], label: string | undefined, to: string): void {
  useEffect(() => {
    if (label === undefined) return
    const item: RecentItem = { kind, label, to, at: Date.now() }
    addRecentItems([item])
    const session = sessionStore.get()
    if (!session) return
    const ownerUser = ownerUserOf(session)
    // The id of the record contains the path. If the item was opened before, its record is therefore replaced.
    void storedRecentItems.store(ownerUser, [{ id: `${ownerUser} ${to}`, value: item }])
  }, [kind, label, to])
}

// The table also contains recently opened reports, and possibly records of another version of the portal.
function hasRecentItem(record: StoredRecord): record is StoredRecord & { readonly value: RecentItem } {
  const { kind, label, to, at } = record.value as Partial<Record<keyof RecentItem, unknown>>
  const hasKnownKind = recentItemTypes.some((each) => each === kind)
  const hasTexts = typeof label === 'string' && typeof to === 'string'
  const hasTime = typeof at === 'number'
  return hasKnownKind && hasTexts && hasTime
}
