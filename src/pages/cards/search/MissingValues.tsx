// A warning with the values of a pasted list for which no card was found.
import { m } from '#words/messages.js'
import { Fragment } from 'react'
import { client } from '#brand/current.ts'
import { type CardSearch, searchTypeIds } from '#domain/cards/search.ts'
import { valueToText } from '#domain/columns.ts'
import { Banner } from '#ui/Banner.tsx'

const MAX_SHOWN = 10

interface MissingValuesProps {
  /** In the order of the pasted list. */
  readonly values: readonly string[]
  readonly query: CardSearch
}

export function MissingValues({ values, query: { searchType, showExpired } }: MissingValuesProps) {
  if (values.length === 0) return null
  const firstValues = values.slice(0, MAX_SHOWN)
  // Card numbers are shown masked.
  const shownValues =
    searchType === searchTypeIds.cardNumber
      ? firstValues.map((value) => valueToText(value, 'pan', client))
      : firstValues
  const remaining = values.length - shownValues.length
  return (
    <Banner kind="warning" title={m.cards_listValuesNotFound({ count: values.length })}>
      <span className="wrap-anywhere">
        {shownValues.map((value, index) => (
          <Fragment key={value}>
            {index > 0 && m.common_comma()}
            <bdi dir="auto">{value}</bdi>
          </Fragment>
        ))}
        {/* The end of the sentence with the values: ' and 3 more.' or '.' */}
        {m.common_fullStop({ text: remaining > 0 ? m.cards_andMore({ remaining }) : '' })}
      </span>
      {!showExpired && m.cards_expiredNotShown()}
    </Banner>
  )
}
