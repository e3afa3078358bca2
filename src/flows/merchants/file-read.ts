// Reads a dropped file as rows of merchants, with facts about it, or the reason why it cannot be read.
import { MAX_MERCHANT_ROWS } from '#domain/merchants/rows.ts'
import { type AnyRowKind, type MerchantRowRules, rowKindOf } from '#domain/row-kinds.ts'
import type { ReadColumns } from '#domain/rows/headings.ts'
import type { FileRefusal } from '#machines/merchant-file.ts'
import type { UploadedFile } from '#machines/upload-steps.ts'
import { type AnyRows, createRows } from '#rows/rows.ts'
import { sheetsWorker } from '#services/files/sheets-worker.ts'
import * as say from '#words/flows/merchants.ts'
import { type ChosenColumns, readByHeadings } from '../columns.ts'
import { readFactsToDamage } from '../rows/facts.ts'
import { factsOfFile, nameOfFile, numberedAsShown } from '../rows/made-file.ts'

/** Accepted formats and their name. */
export const MERCHANT_FILE = {
  itemName: say.file,
  accepts: ['csv', 'xlsx', 'xls'],
  maxRows: MAX_MERCHANT_ROWS,
} as const

type ReadMerchants =
  /** `columns`: those of the file, if they were not read in the expected order. */
  | {
      readonly kind: 'read'
      readonly rows: AnyRows
      readonly about: UploadedFile
      readonly columns: ReadColumns | undefined
      /** True if its first line names columns of merchants. */
      readonly hasHeadings: boolean
    }
  /** The columns must be chosen first. */
  | { readonly kind: 'columns'; readonly columns: ReadColumns }
  | { readonly kind: 'refused'; readonly refusal: FileRefusal }

/** `chosen`: the columns of the file and how the user has mapped them. */
export async function readMerchantFile(
  file: File,
  rules: MerchantRowRules,
  signal: AbortSignal,
  chosen: ChosenColumns | undefined,
): Promise<ReadMerchants> {
  const kind: AnyRowKind = rowKindOf(rules)
  const { accepts, maxRows } = MERCHANT_FILE
  const { read, facts } = await readByHeadings(
    kind,
    (columns) => sheetsWorker.readRows(file, { rules, accepts, maxRows, columns }, { signal }),
    chosen,
  )
  if (!read.ok) {
    const { columns, text, hint } = read.refusal
    if (columns) return { kind: 'columns', columns }
    return { kind: 'refused', refusal: { text, hint } }
  }
  return {
    kind: 'read',
    rows: createRows<string, AnyRowKind>(numberedAsShown(file, read.columns), kind),
    about: {
      name: nameOfFile(file),
      facts: [...facts, ...factsOfFile(file, kind, read.facts)],
      damage: readFactsToDamage(read.facts),
    },
    columns: read.facts.columns,
    hasHeadings: read.facts.header !== undefined,
  }
}
