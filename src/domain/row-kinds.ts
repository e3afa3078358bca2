// All row types by name. Workers, wizards and drafts use a name and options; `toRowKind` returns the row type for them.
import { type CardRowKind, cardRows } from './batch/card-rows.ts'
import type { CardRules } from './batch/findings.ts'
import { batchKinds, type BatchType } from './batch/kinds.ts'
import type { CalendarDate } from './calendar.ts'
import type { OrderType } from './order/kinds.ts'
import { orderRows, type PhysicalRowKind, type VirtualRowKind } from './order/rows.ts'
import type { FileWords } from './rows/headings.ts'
import type { RowKind } from './rows/kind.ts'

export type RowKindName = BatchType | OrderType

interface WithClientWords {
  /** The client's names for columns and currency. */
  readonly words?: FileWords
}

/** The options of a batch: the identifier of its cards, and which checks run only at processing. */
export interface CardRowRules extends Omit<CardRules, 'type'>, WithClientWords {
  readonly kind: BatchType
  /** True if the cards of a devalue are retired with it; only the server's check needs it. */
  readonly retire?: boolean
}

/** The options of an order. */
export interface OrderRowRules extends WithClientWords {
  readonly kind: OrderType
  /** Earlier expiry dates are refused. */
  readonly today: CalendarDate
}

/**
 * The options for checking the rows of a file: plain data, so that it can be sent to a worker and stored in a draft.
 */
export type RowRules = CardRowRules | OrderRowRules

/** Any row type, for code that handles all of them and looks up fields by name. */
export type AnyRowKind = RowKind & { readonly name: RowKindName }

/** The row type for these options. */
export function toRowKind(rules: CardRowRules): CardRowKind
export function toRowKind(rules: OrderRowRules): PhysicalRowKind | VirtualRowKind
export function toRowKind(rules: RowRules): AnyRowKind
export function toRowKind(rules: RowRules): AnyRowKind {
  if ('today' in rules) return orderRows(rules.kind, rules.today, rules.words)
  const { kind, ...others } = rules
  return cardRows({ type: batchKinds[kind].type, ...others })
}
