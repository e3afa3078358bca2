// How the cards of a file are identified follows from the file: where hardly a row fits what was chosen, and the rows fit the
// other way, the file is read by that, and the screen says so.
import { type IdentifierType, PAN, TRACKING_NUMBER } from '#domain/cards/identifiers.ts'
import type { SheetsWorker } from '#services/sheets-worker.ts'

type ReadResult = Awaited<ReturnType<SheetsWorker['readRows']>>

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
