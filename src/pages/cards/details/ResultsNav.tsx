// Links from a card's page to the other results of the search.
import { m } from '#words/messages.js'
import { ArrowLeft, ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useNeighbours } from '../search/state.ts'

/**
 * Links back to the results and to the previous and next result. Renders nothing if the card was not opened from
 * results.
 */
export function ResultsNav({ voucherID }: { readonly voucherID: string }) {
  const neighbours = useNeighbours(voucherID)
  if (!neighbours) return null
  return (
    <nav aria-label={m.common_results()} className="no-print flex items-center gap-1">
      <Link to="/card/search" className={linkClasses}>
        <ArrowLeft aria-hidden className="size-4" />
        {m.cards_backToResults()}
      </Link>
      {neighbours.total > 1 && (
        <>
          <Step
            to={neighbours.previous}
            name={m.cards_previousCard()}
            icon={<ChevronLeft aria-hidden className="size-4" />}
          />
          <span className="figures px-1 text-sm whitespace-nowrap text-muted">
            {m.cards_positionOfTotal({ position: neighbours.position, total: neighbours.total })}
          </span>
          <Step to={neighbours.next} name={m.cards_nextCard()} icon={<ChevronRight aria-hidden className="size-4" />} />
        </>
      )}
    </nav>
  )
}

interface StepProps {
  /** Undefined if there is no result in this direction. */
  readonly to: string | undefined
  readonly name: string
  readonly icon: ReactNode
}

function Step({ to, name, icon }: StepProps) {
  if (to === undefined)
    return (
      <span aria-hidden className="grid size-control place-items-center text-line-strong">
        {icon}
      </span>
    )
  return (
    <Link
      to={`/card/details/${to}`}
      aria-label={name}
      title={name}
      className={`${linkClasses} size-control justify-center px-0!`}
    >
      {icon}
    </Link>
  )
}

const linkClasses = 'inline-flex h-control items-center gap-1.5 rounded-md px-2.5 font-medium hover:bg-sunken'
