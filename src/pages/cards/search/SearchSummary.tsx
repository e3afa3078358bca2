// Says which search the results on screen belong to. While the user types another text, the results stay and are marked
// as results of the previous search. The line is always rendered, so that nothing moves.
import { m } from '#words/messages.js'
import { client } from '#brand/current.ts'
import { type CardSearch, searchTypeIds, type SearchTypeInfo, termToValues } from '#domain/cards/search.ts'
import { valueToText } from '#domain/columns.ts'
import { cx } from '#ui/cx.ts'

interface SearchSummaryProps {
  readonly query: CardSearch
  /** The current values of the form. */
  readonly formValues: CardSearch
  readonly allTypes: readonly SearchTypeInfo[]
}

/** True if the form differs from the search that was run. */
export const hasSearchChanged = (query: CardSearch, formValues: CardSearch): boolean =>
  query.searchTerm !== formValues.searchTerm ||
  query.searchType !== formValues.searchType ||
  query.showExpired !== formValues.showExpired

export function SearchSummary({ query, formValues, allTypes }: SearchSummaryProps) {
  const isOutdated = hasSearchChanged(query, formValues)
  const typeInfo = allTypes.find(({ type }) => type === query.searchType)
  if (!typeInfo) return null
  const [firstValue = '', ...moreValues] = termToValues(typeInfo, query.searchTerm)
  const isCardNumber = typeInfo.type === searchTypeIds.cardNumber
  const shownValue = shorten(isCardNumber ? valueToText(firstValue, 'pan', client) : firstValue)
  const search = m.cards_searchInWords({ label: typeInfo.label, value: shownValue, more: moreValues.length })
  return (
    <p role="status" className={cx('-mb-2 wrap-anywhere', isOutdated ? 'font-medium text-warning' : 'text-muted')}>
      {isOutdated ? m.cards_outdatedResultsOf({ search }) : m.cards_resultsOf({ search })}
    </p>
  )
}

const MAX_VALUE_LENGTH = 60

const shorten = (value: string): string =>
  value.length > MAX_VALUE_LENGTH ? `${value.slice(0, MAX_VALUE_LENGTH)}…` : value
