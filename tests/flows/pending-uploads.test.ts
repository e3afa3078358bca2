// What a response to a repeated upload proves. The server refuses malformed parameters before it looks for an earlier
// copy of the upload, but refuses rows only after that. So only a refusal of rows settles a repeated upload.
import { expect, it } from 'vitest'
import { isUploadOutcomeUnknown } from '#flows/pending-changes/upload-changes.ts'

const refused = (details: object, ...paths: string[]) => ({
  ok: false as const,
  kind: 'refused' as const,
  code: '-20400',
  text: 'no',
  details: { ...details },
  errors: paths.map((path) => ({ path, message: 'no' })),
})

it.each([
  ['a row', refused({}, 'batchElements.3.amount'), false],
  ['rows of an order', refused({}, 'cardOrders.0.ERROR'), false],
  ['a missing reason', refused({}, 'duplicateReason'), false],
  ['a malformed row', refused({ malformed: true }, 'batchElements.3.amount'), true],
  ['another parameter', refused({}, 'fileName'), true],
])('tells whether a repeated upload that is refused because of %s may have arrived before', (_, failure, isUnknown) => {
  expect(isUploadOutcomeUnknown(failure, { isResent: true })).toBe(isUnknown)
  expect(isUploadOutcomeUnknown(failure, { isResent: false })).toBe(false)
})
