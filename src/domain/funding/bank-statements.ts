// The rules for imported statements of the bank. A statement must add up. Entries that were imported before are known by
// their keys. A payment is proposed for each entry. Rules: docs/rules/funding.md, "Bank statements".
import { m } from '#words/messages.js'
import type { CalendarDate } from '../calendar.ts'
import { type Cents, cents, centsToText } from '../money.ts'

/** Money that the bank has booked. */
export interface BankMovement {
  /** Negative if the money left the bank's account. */
  readonly amountCents: Cents
  /** What the payer wrote: references and texts. */
  readonly reference: string
}

export interface BankEntry extends BankMovement {
  readonly bookedOn: CalendarDate
  /** The bank's own reference; '' if the entry has none. */
  readonly bankReference: string
  /** The payments that the entry combines, if the file has their amounts. */
  readonly parts: readonly BankMovement[]
}

export interface BankStatement {
  readonly account: string
  readonly reference: string
  readonly currency: string
  readonly openingCents: Cents
  readonly closingCents: Cents
  /** Only booked entries: announced entries are not money yet. */
  readonly entries: readonly BankEntry[]
  /** True if an entry has another currency than the statement. */
  readonly hasOtherCurrency: boolean
}

/** In bytes. A file of this size fits into a request and is read in a fraction of a second. */
export const MAX_BANK_FILE = 2_000_000
export const MAX_BANK_ENTRIES = 5_000
export const MAX_BANK_ACCOUNT = 100
/** Maximum length of the text that is stored with an entry. */
export const MAX_BANK_TEXT = 500

/** Why a file of the bank cannot be read at all. */
export type BankFileFault = 'notStatement' | 'documentType' | 'version' | 'damaged'

export const bankFileFaultToText = (fault: BankFileFault): string => {
  switch (fault) {
    case 'documentType':
      return m.funding_bankDocumentType()
    case 'version':
      return m.funding_bankVersion()
    case 'damaged':
      return m.funding_bankDamaged()
    case 'notStatement':
      return m.funding_bankNotStatement()
  }
}

/** Why the statement is not imported. Undefined if it is. */
export function statementRefusal(statement: BankStatement, currency: string): string | undefined {
  const { openingCents, closingCents, entries, hasOtherCurrency } = statement
  if (statement.currency !== currency || hasOtherCurrency) return m.funding_bankOtherCurrency({ currency })
  if (entries.length > MAX_BANK_ENTRIES) return m.funding_bankTooManyEntries({ limit: MAX_BANK_ENTRIES })
  const sum = entries.reduce((total, { amountCents }) => total + amountCents, 0)
  if (openingCents + sum === closingCents) return undefined
  return m.funding_bankDoesNotAddUp({
    expected: centsToText(cents(openingCents + sum)),
    closing: centsToText(closingCents),
  })
}

/**
 * Creates the keys of the entries of one file. An entry has the same key in every file and format: account, day, amount
 * and the bank's reference. Without such a reference, equal entries are numbered, so that two equal payments have two
 * keys.
 */
export class EntryKeyCreator {
  /** The number of entries so far, by the key that equal entries share. */
  readonly #counts = new Map<string, number>()

  createKey({ bookedOn, amountCents, bankReference, reference }: BankEntry, account: string): string {
    const common = [account, bookedOn, amountCents]
    if (bankReference !== '') return JSON.stringify([...common, bankReference])
    const sharedKey = JSON.stringify([...common, '', reference])
    const number = (this.#counts.get(sharedKey) ?? 0) + 1
    this.#counts.set(sharedKey, number)
    return JSON.stringify([sharedKey, number])
  }
}

/** A recorded payment or return that no entry of the bank belongs to yet. */
export interface UnmatchedPayment {
  readonly id: number
  /** Negative for a return. */
  readonly amountCents: number
  readonly reference: string
}

/**
 * The payment that an entry probably belongs to: the payment of the same amount whose reference is in the entry's text or
 * in the bank's reference. If there is none, the only payment of the same amount.
 */
export function proposePayment(
  entry: { readonly amountCents: number; readonly reference: string; readonly bankReference: string },
  payments: readonly UnmatchedPayment[],
): UnmatchedPayment | undefined {
  const sameAmount = payments.filter(({ amountCents }) => amountCents === entry.amountCents)
  const texts = [entry.reference, entry.bankReference].map(toComparable)
  const namedPayment = sameAmount.find(({ reference }) => {
    const comparable = toComparable(reference)
    return comparable !== '' && texts.some((text) => text.includes(comparable))
  })
  if (namedPayment !== undefined) return namedPayment
  return sameAmount.length === 1 ? sameAmount[0] : undefined
}

/** Banks change the case, spaces and punctuation of references, so these are ignored. */
const toComparable = (text: string): string => text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')

/** The facts about an entry that decide who can do what with it. */
export interface BankEntryState {
  readonly isMatched: boolean
  /** The user who set the entry aside; undefined if no user did. */
  readonly asideBy?: string | undefined
  readonly isAsideConfirmed: boolean
}

/** Why the entry cannot be matched or set aside. Undefined if it can. */
export function entryUseRefusal({ isMatched, asideBy }: BankEntryState): string | undefined {
  if (isMatched) return m.funding_entryMatchedAlready()
  return asideBy === undefined ? undefined : m.funding_entryIsSetAside()
}

/** Why the viewer cannot confirm that the entry is set aside. Undefined if the viewer can. */
export function asideConfirmRefusal(
  { asideBy, isAsideConfirmed }: BankEntryState,
  viewerId: string,
): string | undefined {
  if (asideBy === undefined) return m.funding_entryNotSetAside()
  if (isAsideConfirmed) return m.funding_confirmedAlready()
  return asideBy === viewerId ? m.funding_cannotConfirmOwnAside() : undefined
}
