// Stores drafts as wizards do, for tests that begin with drafts.
import type { UploadType } from '#domain/uploads.ts'
import { toRowType } from '#domain/row-types.ts'
import { DRAFT_VERSION, draftKindOf } from '#flows/upload/draft.ts'
import { optionsToRules } from '#flows/upload/row-rules.ts'
import { noFigures, defaultOptions, type UploadStep } from '#machines/upload-steps.ts'
import type { RowsFigures } from '#domain/rows/totals.ts'
import { type DraftCipher, saveDraft, cipherOf } from '#storage/drafts.ts'
import { storeDraftKey } from '#storage/keys.ts'

/** Stores the tests' draft key for a user, and returns the cipher for the user's drafts. */
export async function cipherOfUser(ownerUser: string): Promise<DraftCipher> {
  await storeDraftKey(ownerUser, btoa('k'.repeat(32)))
  const cipher = await cipherOf(ownerUser)
  if (!cipher) throw new Error('No draft key')
  return cipher
}

export interface UploadDraft {
  readonly type: UploadType
  readonly id: string
  readonly reference?: string
  readonly fileName: string
  /** ISO 8601. */
  readonly savedAt: string
  readonly step?: UploadStep
  readonly figures?: Partial<RowsFigures>
  /** Values in the order of the row type's fields. */
  readonly rows?: readonly (readonly string[])[]
  /** The version of the draft's format, if it is not the current one. */
  readonly version?: number
}

export async function storeUploadDraft(ownerUser: string, draft: UploadDraft): Promise<void> {
  const { type, id, reference = '', fileName, savedAt, step = 'reviewing', figures, rows = [] } = draft
  const wizard = {
    version: 1,
    step,
    options: { ...defaultOptions, reference },
    file: { name: fileName, facts: [], damage: [] },
    duplicateReason: '',
    ...(step === 'outcomeUnknown' && { intent: { requestId: id, sentAt: savedAt } }),
  }
  const { fields } = toRowType(optionsToRules(type, defaultOptions))
  // The zeros: not removed, not edited, and not checked by the server (src/rows/stored.ts).
  const storedRows = rows.map((values, index) => [
    index + 1,
    fields.map((_, field) => values[field] ?? ''),
    values.length,
    0,
    0,
    0,
  ])
  await saveDraft(await cipherOfUser(ownerUser), {
    id,
    kind: draftKindOf(type),
    version: draft.version ?? DRAFT_VERSION,
    head: { wizard, figures: { ...noFigures, ...figures }, currency: 'SGD', isAside: false },
    chunkCount: rows.length > 0 ? 1 : 0,
    chunks: new Map(rows.length > 0 ? [[0, storedRows]] : []),
    savedAt: Date.parse(savedAt),
  })
}
