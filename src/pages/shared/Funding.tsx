// Shows makers and approvers of a batch or an order the balance of the funding account, and the amount that is missing.
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

interface RemainingRows<Type> {
  /** The number of rows that are not posted or issued yet. */
  readonly total: number
  readonly type: Type
}

/** '3 of 3 loads would fail'. */
export const failingLoadsText = (failing: number, { total, type }: RemainingRows<BatchType>): string =>
  m.cards_loadsWouldFail({ failing, loads: rowCountToText(total, type) })

/** '147 of 2,600 virtual cards would not be issued'. */
export const failingCardsText = (failing: number, { total, type }: RemainingRows<OrderType>): string =>
  m.cards_cardsNotIssued({ failing, cards: cardCountToText(total, type) })

interface FundingNoteProps {
  readonly funding: Funding | undefined
  readonly formatMoney: FormatMoney
  /** Says how many rows would fail. `failing`: the number of rows that the account does not cover. */
  readonly failText: (failing: number) => string
  /** Starts collapsed to its title. */
  readonly startsCollapsed?: boolean
  /** What the user can do about the missing amount. */
  readonly children: ReactNode
}

/** Shown only if the account does not cover all rows. */
export function FundingNote({ funding, formatMoney, failText, startsCollapsed = false, children }: FundingNoteProps) {
  if (!funding || !isFundingShort(funding)) return null
  const amountText = (amount: Cents) => withoutLineBreaks(formatMoney(amount))
  return (
    <Banner
      kind="warning"
      startsCollapsed={startsCollapsed}
      title={m.cards_missingFunds({
        fail: failText(funding.failingRows),
        missing: amountText(funding.missingCents),
      })}
    >
      <p>
        {m.cards_fundingBalance({ balance: amountText(funding.balanceCents) })}{' '}
        {funding.reservedCents > 0 && `${m.cards_fundingReserved({ reserved: amountText(funding.reservedCents) })} `}
        {m.cards_fundingNeeded({ needed: amountText(funding.neededCents) })}
      </p>
      {funding.reservedLaterCents > 0 && (
        <p>{m.cards_laterRunsLackFunds({ later: amountText(funding.reservedLaterCents) })}</p>
      )}
      <p>{children}</p>
    </Banner>
  )
}

/**
 * The balance, and the amount that remains after the batch or order. Shown if nothing is missing; otherwise FundingNote
 * shows the balance.
 */
export function FundingBalance({ funding, formatMoney }: Pick<FundingNoteProps, 'funding' | 'formatMoney'>) {
  if (!funding || isFundingShort(funding)) return null
  const amountText = (amount: Cents) => withoutLineBreaks(formatMoney(amount))
  const remaining = cents(availableFunds(funding) - funding.neededCents)
  return (
    <p className="mt-3 text-muted">
      {m.cards_fundingBalance({ balance: amountText(funding.balanceCents) })}
      {funding.reservedCents > 0 && ` ${m.cards_fundingReserved({ reserved: amountText(funding.reservedCents) })}`}
      {funding.neededCents > 0 && ` ${m.cards_fundingLeft({ left: amountText(remaining) })}`}
    </p>
  )
}

/** The balance as a fact; empty if no account funds the batch or order. */
export function fundingFacts(funding: Funding | undefined, formatMoney: FormatMoney): readonly Fact[] {
  if (!funding) return []
  const balance = (
    <>
      <span className="figures">{formatMoney(funding.balanceCents)}</span>
      {funding.reservedCents > 0 && (
        <span className="block text-sm text-muted">
          {m.cards_fundingReservedInText({ reserved: formatMoney(funding.reservedCents) })}
        </span>
      )}
    </>
  )
  return [{ label: m.common_fundingAccount(), value: balance }]
}
