// All row types by name. Workers, wizards and drafts store a name and options, for which `toRowType` returns the row
// type. To add a type, define its fields and findings (`defineRowType`) and add its name here. Everything else is derived
// from the fields and findings: reading of files, columns, checks, duplicates, table, form, fixes, undo, drafts and
// templates. tests/rows/ten-fields.test.ts adds a type.
import { type CardRowType, cardRows } from './batch/card-rows.ts'
import type { CardRules } from './batch/findings.ts'
import type { BatchType } from './batch/types.ts'
import type { CalendarDate } from './calendar.ts'
import { bankRows, type BankRowRules, type BankRowType } from './funding/bank-rows.ts'
import type { OrderType } from './order/types.ts'
import { orderRows, type PhysicalRowType, type VirtualRowType } from './order/rows.ts'
import type { FileWords } from './rows/headings.ts'
import type { RowType } from './rows/row-type.ts'

export type RowTypeName = BatchType | OrderType

interface WithClientWords {
  /** The client's names for columns and currency. */
  readonly words?: FileWords
}

/** The options of a batch: the identifier of its cards, and which checks run only at processing. */
export interface CardRowRules extends Omit<CardRules, 'type'>, WithClientWords {
  readonly kind: BatchType
  /** True if the cards of a devalue are also retired. Only the server's check needs this option. */
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

/** The rules of all files that the worker reads, including the bank's files, which no wizard opens. */
export type FileRules = RowRules | BankRowRules

/** Any row type, for code that handles all of them and looks up fields by name. */
export type AnyRowType = RowType & { readonly name: RowTypeName }

/** The row type for these options. */
export function toRowType(rules: CardRowRules): CardRowType
export function toRowType(rules: OrderRowRules): PhysicalRowType | VirtualRowType
export function toRowType(rules: BankRowRules): BankRowType
export function toRowType(rules: RowRules): AnyRowType
export function toRowType(rules: FileRules): AnyRowType | BankRowType
export function toRowType(rules: FileRules): AnyRowType | BankRowType {
  if (rules.kind === 'bankEntries') return bankRows(rules.words)
  if (isOrderRules(rules)) return orderRows(rules.kind, rules.today, rules.words)
  const { kind, ...others } = rules
  return cardRows({ type: kind, ...others })
}

/** Only the rules of orders depend on the day. */
const isOrderRules = (rules: RowRules): rules is OrderRowRules => 'today' in rules
