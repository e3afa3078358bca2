// All kinds of row there are, by name: what a worker, a wizard and a draft are told is the name, with the options that its rows
// are checked by.
import { type CardRowKind, cardRows } from './batch/card-rows.ts'
import { batchKinds, type BatchType } from './batch/kinds.ts'
import type { CardRules } from './batch/findings.ts'

export type RowKindName = BatchType

/** What the rows of a file are checked by: plain data, so that it crosses to a worker and lies in a draft. */
export interface RowRules extends Omit<CardRules, 'type'> {
  readonly kind: RowKindName
  /** True where the cards of a devalue are retired with it; it is part of the host's verdict alone. */
  readonly retire?: boolean
}

/** The description of rows for these options. */
export const rowKindOf = ({ kind, ...rules }: RowRules): CardRowKind =>
  cardRows({ type: batchKinds[kind].type, ...rules })
