// Describes how a file was read: the user's decisions, the reader's assumptions, and the alternatives. Plain data,
// which can be sent to the worker and stored in drafts.

import type { Encoding } from '../files/encodings.ts'
import { onlyMessages } from '../messages/to-text.ts'
import type { Message } from '../messages/message.ts'

/** The user's decisions about how a file is read. */
export interface ReadSettings {
  /** The name of the sheet. */
  readonly sheet?: string | undefined
  readonly encoding?: Encoding | undefined
  /**
   * Only for a file over the row limit, which is read in parts: the number of rows to skip. The rows after the limit are
   * only counted.
   */
  readonly skipRows?: number | undefined
}

/** An encoding in which a file can be read, and some of its values in that encoding. */
export interface EncodingSample {
  readonly encoding: Encoding
  readonly sample: string
  /** True if the text can hardly be in another encoding, so that this encoding is proposed. */
  readonly isLikely?: boolean
}

/** The alternatives for reading a file, known once it was read or refused. */
export interface ReadChoices {
  /** The sheet that was read. */
  readonly sheet?: string | undefined
  /** All visible sheets. */
  readonly sheets?: readonly string[] | undefined
  /** Sheets that were skipped because they contain no rows of this type. */
  readonly skippedSheets?: readonly string[] | undefined
  /** The number of sheets that were not read, including hidden ones. */
  readonly unreadSheetCount?: number | undefined
  /** The encodings that are possible, the most likely first. */
  readonly encodings?: readonly EncodingSample[] | undefined
}

/** Merged cells of one column: the first row has the value, the others have none. */
export interface MergedRows {
  /** The name of the field that the column belongs to. */
  readonly field: string
  /** '' if the cell begins above the rows, in a heading or a title, so that nothing can be repeated. */
  readonly value: string
  /** The number of the row with the value. */
  readonly from: number
  /** The row numbers of the rows without the value. */
  readonly rows: readonly number[]
}

/** The assumptions about the rows of a file. Rows are identified by their numbers. */
export interface AssumedRows {
  /** Rows that are hidden or filtered out in the sheet, but were read. */
  readonly hidden: readonly number[]
  /** Rows with totals, which were left out. */
  readonly totals: readonly number[]
  readonly merged: readonly MergedRows[]
}

/** All assumptions of the reader about a file, shown next to its rows and before their submission. */
export interface Assumptions extends AssumedRows {
  /** Assumptions that do not depend on single rows. */
  readonly notes: readonly Message[]
  /** The name of the colleague who shared the column mapping that was used. */
  readonly sharedBy?: string | undefined
}

export const noAssumptions: Assumptions = { notes: [], hidden: [], totals: [], merged: [] }

/** Assumptions from storage. If they are invalid, there are none. */
export function readAssumptions(value: unknown): Assumptions {
  if (typeof value !== 'object' || value === null) return noAssumptions
  const { notes, hidden, totals, merged } = value as Partial<Record<keyof Assumptions, unknown>>
  const hasRowNumbers = isListOf(hidden, 'number') && isListOf(totals, 'number')
  const hasMergedRows = Array.isArray(merged) && merged.every(isMergedRows)
  if (!hasRowNumbers || !hasMergedRows) return noAssumptions
  return { ...(value as Assumptions), notes: onlyMessages(notes) }
}

function isMergedRows(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { field, value: text, from, rows } = value as Partial<Record<keyof MergedRows, unknown>>
  const hasTexts = typeof field === 'string' && typeof text === 'string'
  return hasTexts && typeof from === 'number' && isListOf(rows, 'number')
}

const isListOf = (value: unknown, type: 'string' | 'number'): boolean =>
  Array.isArray(value) && value.every((item) => typeof item === type)
