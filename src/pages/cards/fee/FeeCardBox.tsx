// Shows the card that will be charged a fee: its holder, label, status and balance. The box has its full height from the
// start, so that nothing below moves when the response arrives.
import { m } from '#words/messages.js'
import { Link } from 'react-router-dom'
import { cents, decimalToCents } from '#domain/money.ts'
import { useToday } from '#services/useToday.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { Money } from '#ui/Money.tsx'
import { StatusBadge } from '../details/CardPanels.tsx'
import { type Card, statusOf } from '../details/card.ts'
import { cardLink } from '../words.ts'
import type { FeeCard } from './useFeeCard.ts'

/** `label` is the label of the field with the number, in the form for a sentence: 'card number'. */
export function FeeCardBox({ feeCard, label }: { readonly feeCard: FeeCard; readonly label: string }) {
  return (
    <div
      role="status"
      aria-label={m.cards_feeCard()}
      className="-mt-2 grid min-h-18 content-center rounded-md border border-line bg-sunken px-3 py-2 text-sm max-sm:min-h-33"
    >
      <BoxContent feeCard={feeCard} label={label} />
    </div>
  )
}

function BoxContent({ feeCard, label }: { readonly feeCard: FeeCard; readonly label: string }) {
  switch (feeCard.state) {
    case 'found':
      return <CardSummary card={feeCard.card} />
    case 'failed':
      return (
        <span className="flex flex-wrap items-center gap-2">
          {m.cards_lookUpFailed({ reason: feeCard.text })}
          <Button size="small" onClick={feeCard.retry}>
            {m.common_tryAgain()}
          </Button>
        </span>
      )
    case 'loading':
      return <span className="text-muted">{m.cards_lookingUp()}</span>
    case 'unknown':
      return <span className="text-critical">{m.cards_noSuchCard({ label })}</span>
    case 'notAllowed':
      return <span className="text-muted">{m.cards_notAllowedToView()}</span>
    case 'incomplete':
      return <span className="text-muted">{m.cards_shownWhenComplete({ label })}</span>
  }
}

function CardSummary({ card }: { readonly card: Card }) {
  const today = useToday()
  const money = (decimal: string) => (
    <Money cents={decimalToCents(decimal) ?? cents(0)} currency={card.CURRENCY} strong />
  )
  const names = [card.CARDHOLDERNAME, card.CARDLABEL, card.ACTIVATIONDATA, card.CAMPAIGNNAME].filter(Boolean)
  const differentNames = [...new Set(names)]
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium wrap-anywhere">{differentNames.join(' · ')}</span>
        <StatusBadge status={statusOf(card, today)} />
      </div>
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        <span>
          {m.common_balance()} {money(card.CARDBALANCE)}
        </span>
        <span>
          {m.common_available()} {money(card.FUNDSAVAILABLE)}
        </span>
        <Link to={cardLink(card).to} className="link">
          {m.common_openCard()}
        </Link>
      </div>
    </div>
  )
}
