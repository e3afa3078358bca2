// The head of a card's page: its balance, its status and the reason for it, and links to the other search results.
import { ArrowLeft, ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { CardStatus } from '#domain/cards/status.ts'
import { cents, wireToCents } from '#domain/money.ts'
import { Money } from '#ui/Money.tsx'
import * as say from '#words/pages/cards/details.ts'
import { useNeighbours } from '../search/state.ts'
import { StatusBadge } from './CardFacts.tsx'
import { type Card, statusToMeaning } from './facts.ts'

export function CardHead({ card, status }: { readonly card: Card; readonly status: CardStatus }) {
  const meaning = statusToMeaning(card, status)
  return (
    <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1.5 text-text">
      <span className="text-2xl font-semibold tracking-tight">
        <span className="sr-only">{say.balance} </span>
        <Money cents={wireToCents(card.CARDBALANCE) ?? cents(0)} currency={card.CURRENCY} strong />
      </span>
      <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
        <StatusBadge status={status} />
        {meaning !== '' && <span className="text-muted">{meaning}</span>}
      </span>
    </div>
  )
}

/** Links back to the results and to the previous and next one; nothing if the card was not opened from results. */
export function ResultsNav({ voucherID }: { readonly voucherID: string }) {
  const found = useNeighbours(voucherID)
  if (!found) return null
  return (
    <nav aria-label={say.results} className="no-print flex items-center gap-1">
      <Link to="/card/search" className={linkLook}>
        <ArrowLeft aria-hidden className="size-4" />
        {say.backToResults}
      </Link>
      {found.of > 1 && (
        <>
          <Step to={found.previous} name={say.previousCard} icon={<ChevronLeft aria-hidden className="size-4" />} />
          <span className="figures px-1 text-sm whitespace-nowrap text-muted">
            {say.placeOf(found.place, found.of)}
          </span>
          <Step to={found.next} name={say.nextCard} icon={<ChevronRight aria-hidden className="size-4" />} />
        </>
      )}
    </nav>
  )
}

interface StepProps {
  /** Undefined at the end of the results. */
  readonly to: string | undefined
  readonly name: string
  readonly icon: ReactNode
}

function Step({ to, name, icon }: StepProps) {
  if (to === undefined)
    return (
      <span aria-hidden className="grid size-9 place-items-center text-line-strong">
        {icon}
      </span>
    )
  return (
    <Link
      to={`/card/details/${to}`}
      aria-label={name}
      title={name}
      className={`${linkLook} size-9 justify-center px-0!`}
    >
      {icon}
    </Link>
  )
}

const linkLook = 'inline-flex h-9 items-center gap-1.5 rounded-md px-2.5 font-medium hover:bg-sunken'
