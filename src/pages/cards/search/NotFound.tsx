// Lists the values that a search did not find, and other search types that the same text fits.
import { m } from '#words/messages.js'
import { ChevronDown } from 'lucide-react'
import { Fragment } from 'react'
import { client } from '#brand/current.ts'
import {
  type CardSearch,
  searchTermRefusal,
  type SearchKind,
  type SearchType,
  termToValues,
  FULL_NUMBER_LENGTH,
} from '#domain/cards/search.ts'
import { valueToText } from '#domain/columns.ts'
import { countDigits } from '#domain/phones.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { Menu } from '#ui/overlays/Menu.tsx'

const SHOWN = 10

interface MissingProps {
  /** In the order of the pasted list. */
  readonly values: readonly string[]
  readonly query: CardSearch
}

export function Missing({ values, query: { searchType, showExpired } }: MissingProps) {
  if (values.length === 0) return null
  const shown = values.slice(0, SHOWN).map((value) => (searchType === '1' ? valueToText(value, 'pan', client) : value))
  const rest = values.length - shown.length
  return (
    <Banner kind="warning" title={m.cards_ofYourListNotFound({ count: values.length })}>
      <span className="wrap-anywhere">
        {shown.map((value, index) => (
          <Fragment key={value}>
            {index > 0 && m.common_comma()}
            <bdi dir="auto">{value}</bdi>
          </Fragment>
        ))}
        {m.common_fullStop({ text: rest > 0 ? m.cards_andMore({ rest }) : '' })}
      </span>
      {!showExpired && m.cards_expiredNotShown()}
    </Banner>
  )
}

interface OtherKindsProps {
  readonly query: CardSearch
  readonly kinds: readonly SearchKind[]
  readonly onOther: (type: SearchType) => void
}

/** Offered because the guessed type may be wrong. */
export function OtherKinds({ query, kinds, onOther }: OtherKindsProps) {
  const others = kinds.filter((kind) => kind.type !== query.searchType && isPossibleTerm(kind, query.searchTerm))
  if (others.length === 0) return null
  // A programme may have many tags.
  const tags = others.filter(({ type }) => type.startsWith('tag:'))
  const buttons = tags.length > 1 ? others.filter(({ type }) => !type.startsWith('tag:')) : others
  return (
    <span className="flex flex-wrap items-center justify-center gap-2">
      {buttons.map(({ type, label }) => (
        <Button key={type} size="small" onClick={() => onOther(type)}>
          {m.cards_searchAs({ label })}
        </Button>
      ))}
      {tags.length > 1 && (
        <Menu
          trigger={
            <Button size="small" icon={<ChevronDown aria-hidden />}>
              {m.cards_searchAsTag()}
            </Button>
          }
          items={tags.map(({ type, label }) => ({ label, onSelect: () => onOther(type) }))}
        />
      )}
    </span>
  )
}

function isPossibleTerm(kind: SearchKind, term: string): boolean {
  if (searchTermRefusal(kind, term) !== undefined) return false
  const values = termToValues(kind, term)
  const isDigits = values.every((value) => /^\+?[0-9]+$/.test(value))
  if (kind.type === '1' || kind.type === '4') return isDigits
  if (kind.type === '7') return values.every((value) => /^[^0-9]*\p{L}/u.test(value) && !/[0-9]/.test(value))
  if (kind.type === '3') return isDigits && values.every((value) => countDigits(value) <= LONGEST_PHONE)
  return !isDigits || values.every(({ length }) => length < FULL_NUMBER_LENGTH)
}

// A telephone number has 7 to 15 digits.
const LONGEST_PHONE = 15
