// Saves a draft after the browser has cleared the portal's storage: the whole draft must be written, not only the
// changes.
import { beforeEach, expect, test } from 'vitest'
import { packRows } from '#domain/rows/packed-rows.ts'
import { checkRow, toValues } from '#domain/rows/row-type.ts'
import { toRowType } from '#domain/row-types.ts'
import { createDraftWriter } from '#flows/open-rows/draft-writer.ts'
import { markAllUnsaved, type OpenRows } from '#flows/open-rows/open-rows.ts'
import { optionsToRules } from '#flows/upload/row-rules.ts'
import { defaultOptions } from '#machines/upload-steps.ts'
import { createRows } from '#rows/rows.ts'
import { inDb } from '#storage/db.ts'
import { readDraft, readDraftFile } from '#storage/drafts.ts'
import { cipherOfUser } from '#tests/support/drafts.ts'

const FILE = Uint8Array.of(1, 2, 3)
const clearStorage = () => inDb((db) => Promise.all(db.tables.map((table) => table.clear())))

beforeEach(clearStorage)

function openRows(draftId: string): Omit<OpenRows, 'edits'> {
  const rowType = toRowType(optionsToRules('load', { ...defaultOptions, identifierType: 2 }))
  const checkedRows = Array.from({ length: 1200 }, (_, index) =>
    checkRow(rowType, {
      rowNumber: index + 1,
      values: toValues(rowType, [String(100_000_000_000_000 + index), '5.00']),
      fieldCount: 2,
    }),
  )
  const rows = createRows(
    packRows(rowType, checkedRows, (text) => new TextEncoder().encode(text)),
    rowType,
  )
  markAllUnsaved(rows)
  return { draftId, rows, file: FILE, lock: { release: () => undefined } }
}

test.each([
  ['one chunk of rows', [0]],
  ['the head', []],
])(
  'writes the whole draft again after the storage was cleared, even if only %s has changed',
  async (_, dirtyChunks) => {
    const cipher = await cipherOfUser('3:1')
    const write = createDraftWriter(
      { kind: 'batch.load', version: 1 },
      { ownerUser: '3:1', initialCipher: cipher, isReadOnly: false },
    )
    const opened = openRows(`cleared-${dirtyChunks.length}`)
    const head = () => ({ name: 'x' })
    expect(await write(opened, head)).toEqual({ ok: true })
    await clearStorage()
    opened.rows.markDirty(dirtyChunks)
    expect(await write(opened, head)).toEqual({ ok: true })
    const draft = await readDraft(cipher, opened.draftId)
    expect(draft?.chunks).toHaveLength(opened.rows.chunkCount)
    expect(opened.rows.chunkCount).toBeGreaterThan(1)
    expect(draft?.chunks).not.toContain(undefined)
    expect(await readDraftFile(cipher, opened.draftId)).toEqual(FILE)
  },
)
