// A dropped file as rows, identified as the file has its cards: where hardly a row fits the way that was chosen, and the rows fit
// the other way, the file is read by that, and the screen says so.
import type { CardFieldName, CardRowKind } from '#domain/batch/card-rows.ts'
import { type BatchType, batchKinds } from '#domain/batch/kinds.ts'
import { FILE_NOT_KEPT, MAX_KEPT_FILE } from '#domain/batch/uploaded-file.ts'
import { UPLOAD_ABORTED, UPLOAD_FAILED } from '#domain/batch/read-errors.ts'
import { type IdentifierType, identifierKinds, PAN, TRACKING_NUMBER } from '#domain/cards/identifiers.ts'
import { type RowRules, rowKindOf } from '#domain/row-kinds.ts'
import type { Refused } from '#machines/upload-steps.ts'
import type { CardRows } from '#rows/card-elements.ts'
import { createRows } from '#rows/rows.ts'
import { breathe } from '#services/breathe.ts'
import { type SheetsWorker, sheetsWorker } from '#services/sheets-worker.ts'
import { readFactsToDamage, readFactsToText } from './facts.ts'
import { isOwnFile } from './more-rows.ts'

type ReadResult = Awaited<ReturnType<SheetsWorker['readRows']>>

export interface ReadFile {
  readonly kind: 'read'
  readonly rows: CardRows
  readonly identifierType: IdentifierType
  /** What was noticed, as sentences. */
  readonly facts: readonly string[]
  readonly damage: readonly string[]
  /** What the file holds, where it is to be kept with the batch. */
  readonly content: Uint8Array<ArrayBuffer> | undefined
}

/** Checked rows, or why there are none in words. */
export async function readFile(file: unknown, rules: RowRules, signal: AbortSignal): Promise<ReadFile | Refused> {
  if (!(file instanceof File)) return { kind: 'refused', text: UPLOAD_FAILED }
  const { accepts, maxRows } = batchKinds[rules.kind]
  const { read, identifierType } = await readByItsIdentifiers(
    (type) => sheetsWorker.readRows(file, { rules: { ...rules, identifierType: type }, accepts, maxRows }, { signal }),
    rules.identifierType,
  )
  if (!read.ok) return { kind: 'refused', ...read.refusal }
  const rows = createRows<CardFieldName, CardRowKind>(read.columns, rowKindOf({ ...rules, identifierType }))
  await breathe()
  if (signal.aborted) return { kind: 'refused', text: UPLOAD_ABORTED }
  const isOther = identifierType !== rules.identifierType
  const named = `Cards are identified by ${identifierKinds[identifierType].label} in this file`
  const { content, told } = await fileToKeep(file, rules.kind)
  const facts = [...(isOther ? [named] : []), ...readFactsToText(read.facts), ...told]
  return { kind: 'read', rows, identifierType, facts, damage: readFactsToDamage(read.facts), content }
}

/** What of a file is kept with its batch, and what has to be said where it is not; an activation is no batch. */
export async function fileToKeep(
  file: File,
  kind: BatchType,
): Promise<Pick<ReadFile, 'content'> & { readonly told: readonly string[] }> {
  if (kind === 'activate' || !isOwnFile(file)) return { content: undefined, told: [] }
  if (file.size > MAX_KEPT_FILE) return { content: undefined, told: [FILE_NOT_KEPT] }
  return { content: await contentOf(file), told: [] }
}

/** Undefined where the file has changed or gone since it was read. */
async function contentOf(file: File): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    return new Uint8Array(await file.arrayBuffer())
  } catch {
    return undefined
  }
}

interface Identified {
  readonly read: ReadResult
  readonly identifierType: IdentifierType
}

export async function readByItsIdentifiers(
  read: (type: IdentifierType) => Promise<ReadResult>,
  chosen: IdentifierType,
): Promise<Identified> {
  const first = { read: await read(chosen), identifierType: chosen }
  if (misfits(first.read) <= 0.5) return first
  const other = chosen === PAN ? TRACKING_NUMBER : PAN
  const second = { read: await read(other), identifierType: other }
  return misfits(second.read) < 0.5 ? second : first
}

/** The share of rows whose identifier has another length. */
function misfits(read: ReadResult): number {
  if (!read.ok) return 0
  const { sets, findings, count } = read.columns
  const isMisfit = sets.map((set) => set.some(({ code }) => code === 'identifierLength'))
  return findings.reduce((sum, place) => sum + (isMisfit[place] ? 1 : 0), 0) / count
}
