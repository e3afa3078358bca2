// All kinds of row there are, by name: what a worker, a wizard and a draft are told is the name, with the options that its rows
// are checked by.
import { type CardRowKind, cardRows } from './batch/card-rows.ts'
import type { CardRules } from './batch/findings.ts'
import { batchKinds, type BatchType } from './batch/kinds.ts'
import type { CalendarDate } from './calendar.ts'
import { type MerchantCodes, type MerchantRowKind, merchantRows } from './merchants/rows.ts'
import type { OrderType } from './order/kinds.ts'
import { orderRows, type PhysicalRowKind, type VirtualRowKind } from './order/rows.ts'
import type { FileWords } from './rows/headings.ts'
import type { RowKind } from './rows/kind.ts'

export type RowKindName = BatchType | OrderType | 'merchant'

interface WithWords {
  /** The client's own words for columns and currency. */
  readonly words?: FileWords
}

/** Of a batch: how its cards are named, and what is left to processing. */
export interface CardRowRules extends Omit<CardRules, 'type'>, WithWords {
  readonly kind: BatchType
  /** True where the cards of a devalue are retired with it; it is part of the host's verdict alone. */
  readonly retire?: boolean
}

/** Of an order. */
export interface OrderRowRules extends WithWords {
  readonly kind: OrderType
  /** Expiry dates before it are refused. */
  readonly today: CalendarDate
}

/** Of merchants that are signed up. */
export interface MerchantRowRules extends WithWords {
  readonly kind: 'merchant'
  readonly codes: MerchantCodes | undefined
}

/** Of what is submitted to the host as one. */
export type UploadRowRules = CardRowRules | OrderRowRules

/** What the rows of a file are checked by: plain data, so that it crosses to a worker and lies in a draft. */
export type RowRules = UploadRowRules | MerchantRowRules

/** Any of them, for whoever serves them all: fields are asked for by name. */
export type AnyRowKind = RowKind & { readonly name: RowKindName }

/** The description of rows for these options. */
export function rowKindOf(rules: CardRowRules): CardRowKind
export function rowKindOf(rules: OrderRowRules): PhysicalRowKind | VirtualRowKind
export function rowKindOf(rules: MerchantRowRules): MerchantRowKind
export function rowKindOf(rules: RowRules): AnyRowKind
export function rowKindOf(rules: RowRules): AnyRowKind {
  if (rules.kind === 'merchant') return merchantRows(rules.codes, rules.words)
  if ('today' in rules) return orderRows(rules.kind, rules.today, rules.words)
  const { kind, ...others } = rules
  return cardRows({ type: batchKinds[kind].type, ...others })
}
