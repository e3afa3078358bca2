// Offers other search types that fit the text if a search found nothing, because the guessed type may be wrong.
import { m } from '#words/messages.js'
import { ChevronDown } from 'lucide-react'
import {
  type CardSearch,
  searchTermRefusal,
  searchTypeIds,
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
  readonly allTypes: readonly SearchTypeInfo[]
  readonly onSearchAs: (type: SearchType) => void
}

export function OtherSearchTypes({ query, allTypes, onSearchAs }: OtherSearchTypesProps) {
  const possibleTypes = allTypes.filter((typeInfo) => isPossibleTerm(typeInfo, query.searchTerm))
  const otherTypes = possibleTypes.filter(({ type }) => type !== query.searchType)
  if (otherTypes.length === 0) return null
  const isTag = ({ type }: SearchTypeInfo) => type.startsWith('tag:')
  const tags = otherTypes.filter(isTag)
  // A programme can have many tags, so several tags share one menu.
  const hasTagMenu = tags.length > 1
  const buttons = hasTagMenu ? otherTypes.filter((typeInfo) => !isTag(typeInfo)) : otherTypes
  return (
    <span className="flex flex-wrap items-center justify-center gap-2">
      {buttons.map(({ type, label }) => (
        <Button key={type} size="small" onClick={() => onSearchAs(type)}>
          {m.cards_searchAs({ label })}
        </Button>
      ))}
      {hasTagMenu && (
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

/** True if the text could be a value, or a list of values, of this type. */
function isPossibleTerm(typeInfo: SearchTypeInfo, term: string): boolean {
  if (searchTermRefusal(typeInfo, term) !== undefined) return false
  const values = termToValues(typeInfo, term)
  const areDigits = values.every((value) => /^\+?[0-9]+$/.test(value))
  switch (typeInfo.type) {
    case searchTypeIds.cardNumber:
      return areDigits
    case searchTypeIds.trackingNumber:
      return areDigits && values.every(({ length }) => length <= identifierTypes[TRACKING_NUMBER].length)
    case searchTypeIds.phone:
      return areDigits && values.every((value) => countDigits(value) <= MAX_PHONE_DIGITS)
    case searchTypeIds.name:
      return values.every((value) => /\p{L}/u.test(value) && !/[0-9]/.test(value))
    default:
      // Digits are possible only if there are fewer than in a card number.
      return !areDigits || values.every(({ length }) => length < FULL_NUMBER_LENGTH)
  }
}

// A telephone number has 7 to 15 digits.
const MAX_PHONE_DIGITS = 15
