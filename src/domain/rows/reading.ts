// How a file was read: what the user decided, what was assumed, and what could be read in another way. Plain data, for
// the worker and for drafts.

import { onlyMessages } from '../message-text.ts'
import type { Message } from '../messages.ts'

/** Encodings of text files, by their names in the Encoding Standard; offered in this order. */
export const encodings = [
  'utf-8',
  'windows-1252',
  'gb18030',
  'big5',
  'shift_jis',
  'euc-kr',
  'windows-1250',
  'windows-1251',
  'utf-16le',
  'utf-16be',
] as const
export type Encoding = (typeof encodings)[number]

/** What the user has decided about how a file is read. */
export interface ReadSettings {
  /** The name of the sheet. */
  readonly sheet?: string | undefined
  readonly encoding?: Encoding | undefined
  /** Over the row limit: rows before these are left out, and those after the limit are counted. */
  readonly skipRows?: number | undefined
}

/** An encoding in which a file can be read, and what some of its values are then. */
export interface EncodingSample {
  readonly encoding: Encoding
  readonly sample: string
}

/** What can be read in another way, once a file was read or refused. */
export interface ReadChoices {
  /** The sheet that was read. */
  readonly sheet?: string | undefined
  /** All visible sheets. */
  readonly sheets?: readonly string[] | undefined
  /** Those that were passed over because they have no such rows. */
  readonly passedOver?: readonly string[] | undefined
  /** How many sheets were not read, with hidden ones. */
  readonly otherSheets?: number | undefined
  /** The likeliest first. */
  readonly encodings?: readonly EncodingSample[] | undefined
}

/** Cells of one column that are merged: the first row has the value, the others have none. */
export interface MergedRows {
  /** The name of the field that the column belongs to. */
  readonly field: string
  /** '' if the cell begins above the rows, with a heading or a title: nothing can be repeated. */
  readonly value: string
  /** The number of the row with the value. */
  readonly from: number
  /** The numbers of the rows without it. */
  readonly rows: readonly number[]
}

/** What was assumed about the rows of a file. Rows are named by their numbers. */
export interface AssumedRows {
  /** Rows that are hidden or filtered out in the sheet, but taken. */
  readonly hidden: readonly number[]
  /** Rows with totals, left out. */
  readonly totals: readonly number[]
  readonly merged: readonly MergedRows[]
}

/** Everything that was assumed when a file was read, to be shown beside its rows and before they are submitted. */
export interface Assumptions extends AssumedRows {
  /** What does not depend on single rows. */
  readonly notes: readonly Message[]
}

export const noAssumptions: Assumptions = { notes: [], hidden: [], totals: [], merged: [] }

/** Assumptions from storage; none if they cannot be read. */
export function readAssumptions(value: unknown): Assumptions {
  if (typeof value !== 'object' || value === null) return noAssumptions
  const { notes, hidden, totals, merged } = value as Partial<Record<keyof Assumptions, unknown>>
  const isSound =
    isListOf(hidden, 'number') && isListOf(totals, 'number') && Array.isArray(merged) && merged.every(isMergedRows)
  return isSound ? { ...(value as Assumptions), notes: onlyMessages(notes) } : noAssumptions
}

function isMergedRows(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { field, value: text, from, rows } = value as Partial<Record<keyof MergedRows, unknown>>
  return typeof field === 'string' && typeof text === 'string' && typeof from === 'number' && isListOf(rows, 'number')
}

const isListOf = (value: unknown, type: 'string' | 'number'): boolean =>
  Array.isArray(value) && value.every((each) => typeof each === type)
