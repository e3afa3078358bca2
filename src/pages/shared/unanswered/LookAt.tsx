// The way to where it can be seen what became of a change. A card number never stands in an address (threats T20): the page
// that can find a card by it says how.
import { useLocation, useNavigate } from 'react-router-dom'
import { areaOf, type Place, type Unanswered } from '#flows/unanswered/kinds.ts'
import { Button } from '#ui/buttons/Button.tsx'

/** A card that is known by what was typed alone. */
export type TypedCard = Exclude<Place, { readonly to: string }>

interface LookAtProps {
  readonly change: Unanswered
  readonly onFind?: ((card: TypedCard) => void) | undefined
  /** What is open over the page closes. */
  readonly onLeave?: (() => void) | undefined
}

export function LookAt({ change, onFind, onLeave }: LookAtProps) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const { place } = change
  if (!place) return null
  if ('to' in place) {
    const isHere = `${pathname}${search}` === place.to
    if (isHere) return null
  } else if (!onFind) return null
  const look = () => {
    onLeave?.()
    if ('to' in place) void navigate(place.to)
    else onFind?.(place)
  }
  return <Button onClick={look}>{areaOf(change).lookAt}</Button>
}
