// Offers other search types that fit the text if a search found nothing, because the guessed type may be wrong.
import { m } from '#words/messages.js'
import { ChevronDown } from 'lucide-react'
import {
  type CardSearch,
  searchTermRefusal,
  type SearchTypeInfo,
  type SearchType,
  termToValues,
  FULL_NUMBER_LENGTH,
} from '#domain/cards/search.ts'
import { identifierTypes, TRACKING_NUMBER } from '#domain/cards/identifiers.ts'
import { countDigits } from '#domain/texts/phones.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { Menu } from '#ui/overlays/Menu.tsx'

interface OtherSearchTypesProps {
  readonly query: CardSearch
  readonly kinds: readonly SearchTypeInfo[]
  readonly onSearchAs: (type: SearchType) => void
}

export function OtherSearchTypes({ query, kinds, onSearchAs }: OtherSearchTypesProps) {
  const otherKinds = kinds.filter(
    (typeInfo) => typeInfo.type !== query.searchType && isPossibleTerm(typeInfo, query.searchTerm),
  )
  if (otherKinds.length === 0) return null
  // A programme can have many tags, so they share one menu.
  const tags = otherKinds.filter(({ type }) => type.startsWith('tag:'))
  const buttons = tags.length > 1 ? otherKinds.filter(({ type }) => !type.startsWith('tag:')) : otherKinds
  return (
    <span className="flex flex-wrap items-center justify-center gap-2">
      {buttons.map(({ type, label }) => (
        <Button key={type} size="small" onClick={() => onSearchAs(type)}>
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
          items={tags.map(({ type, label }) => ({ label, onSelect: () => onSearchAs(type) }))}
        />
      )}
    </span>
  )
}

/**
 * True if the text could be a value of this type: '1' card number, '4' tracking number, '7' name, '3' telephone number.
 * For the other types, digits are possible only if there are fewer than in a card number.
 */
function isPossibleTerm(typeInfo: SearchTypeInfo, term: string): boolean {
  if (searchTermRefusal(typeInfo, term) !== undefined) return false
  const values = termToValues(typeInfo, term)
  const isDigits = values.every((value) => /^\+?[0-9]+$/.test(value))
  if (typeInfo.type === '1') return isDigits
  if (typeInfo.type === '4')
    return isDigits && values.every(({ length }) => length <= identifierTypes[TRACKING_NUMBER].length)
  if (typeInfo.type === '7') return values.every((value) => /^[^0-9]*\p{L}/u.test(value) && !/[0-9]/.test(value))
  if (typeInfo.type === '3') return isDigits && values.every((value) => countDigits(value) <= MAX_PHONE_DIGITS)
  return !isDigits || values.every(({ length }) => length < FULL_NUMBER_LENGTH)
}

// A telephone number has 7 to 15 digits.
const MAX_PHONE_DIGITS = 15
