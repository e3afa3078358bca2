// Expired drafts are deleted after an earlier notice. Drafts with a pending request are not deleted.
import { beforeEach, expect, test } from 'vitest'
import { client } from '#brand/current.ts'
import { permissions, permissionsToMap } from '#domain/access/permissions.ts'
import { DAY_MS } from '#domain/units.ts'
import { toDraft } from '#flows/drafts/drafts.ts'
import { expireDrafts } from '#flows/drafts/expiry.ts'
import { storeChange } from '#flows/pending-changes/store.ts'
import { currentNotices } from '#services/notices.ts'
import { ownerUserOf } from '#services/session/session.ts'
import { inDb } from '#storage/db.ts'
import { listDrafts, saveDraft } from '#storage/drafts.ts'
import { cipherOfUser, storeUploadDraft } from '#tests/support/drafts.ts'
import { signInTestUser } from '#tests/support/test-user.ts'

const NOW = Date.parse('2026-06-30T04:00:00Z')
const daysAgo = (days: number) => new Date(NOW - days * DAY_MS).toISOString()
const messages = () => currentNotices().history.map(({ text }) => text)
const remainingIds = async () => {
  const ids = await inDb((db) => db.drafts.toCollection().primaryKeys())
  return ids.ok ? ids.value : []
}

let ownerUser: string
beforeEach(async () => {
  ownerUser = ownerUserOf(signInTestUser({ Batch: ['load'] }))
  await inDb((db) => Promise.all([db.drafts.clear(), db.draftChunks.clear(), db.pendingChanges.clear()]))
})

const draft = { type: 'load', fileName: 'a.csv' } as const

test('an expired draft is deleted with a notice, but not drafts with a pending request', async () => {
  await storeUploadDraft(ownerUser, { ...draft, id: 'old', savedAt: daysAgo(client.draftDays + 1) })
  await storeUploadDraft(ownerUser, { ...draft, id: 'young', savedAt: daysAgo(client.draftDays - 8) })
  await storeUploadDraft(ownerUser, { ...draft, id: 'sent', savedAt: daysAgo(90), step: 'outcomeUnknown' })
  // Sent from another tab after the draft was last saved.
  await storeUploadDraft(ownerUser, { ...draft, id: 'sent-elsewhere', savedAt: daysAgo(90) })
  await storeChange(ownerUser, {
    kind: 'upload',
    params: { type: 'load', draftId: 'sent-elsewhere' },
    subject: 'sent-elsewhere',
    done: 'x',
    success: 'x',
  })
  await expireDrafts(ownerUser, NOW)
  expect(await remainingIds()).toEqual(['sent', 'sent-elsewhere', 'young'])
  await expect
    .poll(() => messages())
    .toEqual(['1 draft was deleted from this device because it had not been saved for 30 days.'])
})

test('a notice once a day counts the drafts that expire within a week', async () => {
  await storeUploadDraft(ownerUser, { ...draft, id: 'a', savedAt: daysAgo(client.draftDays - 6) })
  await storeUploadDraft(ownerUser, { ...draft, id: 'b', savedAt: daysAgo(client.draftDays) })
  const warning =
    '2 drafts will be deleted from this device within 7 days. Open Drafts to see which. Save a draft to keep it.'
  await expireDrafts(ownerUser, NOW)
  await expect.poll(() => messages()).toEqual([warning])
  await expireDrafts(ownerUser, NOW)
  await expect.poll(() => messages()).toEqual([warning])
  await expireDrafts(ownerUser, NOW + DAY_MS)
  await expect
    .poll(() => messages())
    .toEqual([
      expect.stringContaining('1 draft will be deleted'),
      '1 draft was deleted from this device because it had not been saved for 30 days.',
      warning,
    ])
})

test('drafts of a user who does not return are deleted without a notice after twice the time', async () => {
  await storeUploadDraft('3:elsewhere', { ...draft, id: 'theirs', savedAt: daysAgo(2 * client.draftDays - 1) })
  await storeUploadDraft('3:elsewhere', { ...draft, id: 'theirs-old', savedAt: daysAgo(2 * client.draftDays + 1) })
  await expireDrafts(ownerUser, NOW)
  expect(await remainingIds()).toEqual(['theirs'])
})

test('a draft of a type that this version does not know is not listed, and expires like the others', async () => {
  const unknown = { kind: 'merchant.file', version: 1, head: {}, chunkCount: 0, chunks: new Map() }
  const cipher = await cipherOfUser(ownerUser)
  await saveDraft(cipher, { ...unknown, id: 'old', savedAt: Date.parse(daysAgo(client.draftDays + 1)) })
  await saveDraft(cipher, { ...unknown, id: 'young', savedAt: Date.parse(daysAgo(1)) })
  const drafts = await listDrafts(ownerUser)
  expect(drafts.map((each) => toDraft(each, permissionsToMap(permissions)))).toEqual([undefined, undefined])
  await expireDrafts(ownerUser, NOW)
  expect(await remainingIds()).toEqual(['young'])
})
