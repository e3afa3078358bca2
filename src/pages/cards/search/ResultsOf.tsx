// Names the search of the results on screen. While the user types another text, the results stay, marked as those of
// the previous search. The line is always rendered, so that nothing moves.
import { m } from '#words/messages.js'
import { client } from '#brand/current.ts'
import { type CardSearch, type SearchKind, termToValues } from '#domain/cards/search.ts'
import { valueToText } from '#domain/columns.ts'
import { cx } from '#ui/cx.ts'

interface ResultsOfProps {
  readonly query: CardSearch
  /** The current values of the form. */
  readonly typed: CardSearch
  readonly kinds: readonly SearchKind[]
}

/** True if the form differs from the search that was run. */
export const isAnotherSearch = (query: CardSearch, typed: CardSearch): boolean =>
  query.searchTerm !== typed.searchTerm ||
  query.searchType !== typed.searchType ||
  query.showExpired !== typed.showExpired

export function ResultsOf({ query, typed, kinds }: ResultsOfProps) {
  const isOld = isAnotherSearch(query, typed)
  const kind = kinds.find(({ type }) => type === query.searchType)
  if (!kind) return null
  const [first = '', ...more] = termToValues(kind, query.searchTerm)
  const value = kind.type === '1' ? valueToText(first, 'pan', client) : first
  const shown = value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value
  const search = m.cards_searchInWords({ label: kind.label, value: shown, more: more.length })
  return (
    <p role="status" className={cx('-mb-2 wrap-anywhere', isOld ? 'font-medium text-warning' : 'text-muted')}>
      {isOld ? m.cards_stillResultsOf({ search }) : m.cards_resultsOf({ search })}
    </p>
  )
}

const LONGEST = 60
