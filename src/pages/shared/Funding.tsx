// The funding account for a batch or an order: shows makers and approvers its balance and the missing amount.
import type { ReactNode } from 'react'
import type { BatchType } from '#domain/batch/kinds.ts'
import { countToWords } from '#domain/batch/words.ts'
import { type Funding, isShort } from '#domain/funding.ts'
import type { Cents } from '#domain/money.ts'
import type { OrderType } from '#domain/order/kinds.ts'
import { cardsToWords } from '#domain/order/words.ts'
import { Banner } from '#ui/Banner.tsx'
import type { Fact } from '#ui/Facts.tsx'
import * as say from '#words/pages/shared/funding.ts'

/** The format of amounts: 'SGD 1,250.00' or, for orders, 'S$ 1,250.00'. */
export type MoneyWords = (amount: Cents) => string

/** Describes what would happen to the rows that are not covered. */
type Fails = (funding: Funding) => string

/** '3 of 3 loads would fail'. `total` is the number of rows still to be posted. */
export const loadsFail =
  (total: number, type: BatchType): Fails =>
  ({ failingRows }) =>
    say.loadsWouldFail(failingRows, countToWords(total, type))

/** '147 of 2,600 virtual cards would not be issued'. */
export const cardsFail =
  (total: number, type: OrderType): Fails =>
  ({ failingRows }) =>
    say.cardsNotIssued(failingRows, cardsToWords(total, type))

interface FundingNoteProps {
  readonly funding: Funding | undefined
  readonly money: MoneyWords
  readonly fail: Fails
  /** Starts collapsed to its title. */
  readonly folded?: boolean
  /** What the user can do about it. */
  readonly children: ReactNode
}

/** Shown only if the account does not cover all rows. */
export function FundingNote({ funding, money, fail, folded = false, children }: FundingNoteProps) {
  if (!funding || !isShort(funding)) return null
  const amount = inOneLine(money)
  return (
    <Banner kind="warning" folded={folded} title={say.wouldFail(fail(funding), amount(funding.missingCents))}>
      <p>
        {say.accountHolds(amount(funding.balanceCents))}{' '}
        {funding.reservedCents > 0 && `${say.isReserved(amount(funding.reservedCents))} `}
        {say.isNeeded(amount(funding.neededCents))}
      </p>
      {funding.laterCents > 0 && <p>{say.laterOnesLack(amount(funding.laterCents))}</p>}
      <p>{children}</p>
    </Banner>
  )
}

/** Keeps the currency on the same line as its amount. */
const inOneLine =
  (money: MoneyWords): MoneyWords =>
  (amount) =>
    money(amount).replaceAll(' ', '\u00a0')

/** The balance in a sentence if nothing is missing; otherwise FundingNote shows the balance. */
export function FundingBalance({ funding, money }: Pick<FundingNoteProps, 'funding' | 'money'>) {
  if (!funding || isShort(funding)) return null
  return (
    <p className="text-muted">
      {say.accountHolds(money(funding.balanceCents))}
      {funding.reservedCents > 0 && ` ${say.isReserved(money(funding.reservedCents))}`}
    </p>
  )
}

/** The balance as a fact; empty if no account funds the batch or order. */
export const fundingFacts = (funding: Funding | undefined, money: MoneyWords): readonly Fact[] =>
  funding
    ? [
        {
          label: say.fundingAccount,
          value: (
            <>
              <span className="figures">{money(funding.balanceCents)}</span>
              {funding.reservedCents > 0 && (
                <span className="block text-sm text-muted">{say.isReservedInText(money(funding.reservedCents))}</span>
              )}
            </>
          ),
        },
      ]
    : []
