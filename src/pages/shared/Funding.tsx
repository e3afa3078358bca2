// The funding account for a batch or an order: shows makers and approvers its balance and the missing amount.
import { m } from '#words/messages.js'
import type { ReactNode } from 'react'
import type { BatchType } from '#domain/batch/types.ts'
import { rowCountToText } from '#domain/batch/words.ts'
import { availableFunds, type Funding, isFundingShort } from '#domain/funding/funds.ts'
import { type Cents, cents } from '#domain/money.ts'
import type { OrderType } from '#domain/order/types.ts'
import { cardCountToText } from '#domain/order/words.ts'
import { withoutLineBreaks } from '#words/figures.ts'
import { Banner } from '#ui/Banner.tsx'
import type { Fact } from '#ui/Facts.tsx'

/** The format of amounts: 'SGD 1,250.00' or, for orders, 'S$ 1,250.00'. */
export type FormatMoney = (amount: Cents) => string

/** Returns the sentence about what would happen to the rows that are not covered. */
type ToFailureText = (funding: Funding) => string

/** '3 of 3 loads would fail'. `total` is the number of rows still to be posted. */
export const failingLoadsText =
  (total: number, type: BatchType): ToFailureText =>
  ({ failingRows }) =>
    m.cards_loadsWouldFail({ failing: failingRows, loads: rowCountToText(total, type) })

/** '147 of 2,600 virtual cards would not be issued'. */
export const failingCardsText =
  (total: number, type: OrderType): ToFailureText =>
  ({ failingRows }) =>
    m.cards_cardsNotIssued({ failing: failingRows, cards: cardCountToText(total, type) })

interface FundingNoteProps {
  readonly funding: Funding | undefined
  readonly money: FormatMoney
  readonly failureText: ToFailureText
  /** Starts collapsed to its title. */
  readonly startsCollapsed?: boolean
  /** What the user can do about the missing amount. */
  readonly children: ReactNode
}

/** Shown only if the account does not cover all rows. */
export function FundingNote({ funding, money, failureText, startsCollapsed = false, children }: FundingNoteProps) {
  if (!funding || !isFundingShort(funding)) return null
  const formatAmount = onOneLine(money)
  return (
    <Banner
      kind="warning"
      startsCollapsed={startsCollapsed}
      title={m.cards_missingFunds({ fail: failureText(funding), missing: formatAmount(funding.missingCents) })}
    >
      <p>
        {m.cards_fundingBalance({ balance: formatAmount(funding.balanceCents) })}{' '}
        {funding.reservedCents > 0 && `${m.cards_fundingReserved({ reserved: formatAmount(funding.reservedCents) })} `}
        {m.cards_fundingNeeded({ needed: formatAmount(funding.neededCents) })}
      </p>
      {funding.reservedLaterCents > 0 && (
        <p>{m.cards_laterRunsLackFunds({ later: formatAmount(funding.reservedLaterCents) })}</p>
      )}
      <p>{children}</p>
    </Banner>
  )
}

/** Keeps the currency on the same line as its amount. */
const onOneLine =
  (money: FormatMoney): FormatMoney =>
  (amount) =>
    withoutLineBreaks(money(amount))

/** The balance and what is left of it, if nothing is missing; otherwise FundingNote shows the balance. */
export function FundingBalance({ funding, money }: Pick<FundingNoteProps, 'funding' | 'money'>) {
  if (!funding || isFundingShort(funding)) return null
  const formatAmount = onOneLine(money)
  return (
    <p className="mt-3 text-muted">
      {m.cards_fundingBalance({ balance: formatAmount(funding.balanceCents) })}
      {funding.reservedCents > 0 && ` ${m.cards_fundingReserved({ reserved: formatAmount(funding.reservedCents) })}`}
      {funding.neededCents > 0 &&
        ` ${m.cards_fundingLeft({ left: formatAmount(cents(availableFunds(funding) - funding.neededCents)) })}`}
    </p>
  )
}

/** The balance as a fact; empty if no account funds the batch or order. */
export const fundingFacts = (funding: Funding | undefined, money: FormatMoney): readonly Fact[] =>
  funding
    ? [
        {
          label: m.common_fundingAccount(),
          value: (
            <>
              <span className="figures">{money(funding.balanceCents)}</span>
              {funding.reservedCents > 0 && (
                <span className="block text-sm text-muted">
                  {m.cards_fundingReservedInText({ reserved: money(funding.reservedCents) })}
                </span>
              )}
            </>
          ),
        },
      ]
    : []
