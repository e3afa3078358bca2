// A link to where the result of a change can be seen. A card number is never in an address: the page that finds a card
// by its number passes it.
import { useLocation, useNavigate } from 'react-router-dom'
import { areaOf, type Place, type Unanswered } from '#flows/unanswered/kinds.ts'
import { Button } from '#ui/buttons/Button.tsx'

/** A card that is only known by the typed number. */
export type TypedCard = Exclude<Place, { readonly to: string }>

interface LookAtProps {
  readonly change: Unanswered
  readonly onFind?: ((card: TypedCard) => void) | undefined
  /** Closes what is open over the page. */
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
