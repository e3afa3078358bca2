// Recent items for the search: encrypted on the device, and restored after a reload and at the same user's next
// sign-in.
import 'fake-indexeddb/auto'
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useRecordRecentItem, useRecentItems } from '#flows/recent-items.ts'
import { clearRecentItems } from '#services/recent-items.ts'
import { ownerUserOf, type Session, sessionStore } from '#services/session/session.ts'
import { inDb } from '#storage/db.ts'
import { storeDraftKey } from '#storage/keys.ts'
import { signInTestUser } from '#tests/support/test-user.ts'

let olive: Session
beforeEach(async () => {
  // Items that are opened in the same millisecond would have no order.
  let now = Date.now()
  vi.spyOn(Date, 'now').mockImplementation(() => ++now)
  olive = signInTestUser({})
  await storeDraftKey(ownerUserOf(olive), btoa('k'.repeat(32)))
})
afterEach(() => {
  cleanup()
  clearRecentItems()
  vi.restoreAllMocks()
})

const open = (number: number) =>
  renderHook(() => useRecordRecentItem('batch', `Batch ${number}, March`, `/batchloads?batch=${number}`)).unmount()
const labels = (list: ReturnType<typeof useRecentItems>) => list.map(({ label }) => label)
const storedRows = async () => {
  // This table contains all recent items.
  const rows = await inDb((db) => db.recentItems.where('ownerUser').equals(ownerUserOf(olive)).toArray())
  return rows.ok ? rows.value : []
}

it('recent items are stored encrypted, survive a reload and a sign-out, and are shown only to their user', async () => {
  open(1)
  open(2)
  await waitFor(async () => expect(await storedRows()).toHaveLength(2))
  expect(JSON.stringify(await storedRows())).not.toContain('March')
  // Has the effect of a reload and a logout.
  clearRecentItems()
  const { result } = renderHook(useRecentItems)
  await waitFor(() => expect(labels(result.current)).toEqual(['Batch 2, March', 'Batch 1, March']))
  cleanup()

  clearRecentItems()
  const amir = signInTestUser({}, 'amir')
  await storeDraftKey(ownerUserOf(amir), btoa('m'.repeat(32)))
  const amirsItems = renderHook(useRecentItems)
  open(9)
  await waitFor(() => expect(labels(amirsItems.result.current)).toEqual(['Batch 9, March']))
  sessionStore.set(olive)
})

it('the recent items are the six newest, each once; older ones are deleted from the device', async () => {
  for (const number of [1, 2, 3, 4, 5, 6, 7, 8, 3]) open(number)
  await waitFor(async () => expect(await storedRows()).toHaveLength(8))
  const { result } = renderHook(useRecentItems)
  await waitFor(async () => expect(await storedRows()).toHaveLength(6))
  expect(labels(result.current)).toEqual([3, 8, 7, 6, 5, 4].map((number) => `Batch ${number}, March`))
})
