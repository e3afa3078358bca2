// The way to the card, to see there what became of a change: its own page, or Find Card where only its number was typed. A card
// number never stands in an address (threats T20).
import { useNavigate } from 'react-router-dom'
import { PAN } from '#domain/cards/identifiers.ts'
import { Button } from '#ui/Button.tsx'
import type { CardPlace } from './change.ts'
import { searchFor } from './search/state.ts'

interface LookAtCardProps {
  readonly place: CardPlace | undefined
  /** The card whose page this is. */
  readonly here: string | undefined
}

export function LookAtCard({ place, here }: LookAtCardProps) {
  const navigate = useNavigate()
  if (place && 'voucherID' in place && place.voucherID === here) return null
  const look = () => {
    if (place && 'identifier' in place) searchFor(place.identifierType === PAN ? '1' : '4', place.identifier, false)
    void navigate(place && 'voucherID' in place ? `/card/details/${place.voucherID}` : '/card/search')
  }
  return <Button onClick={look}>Look at the card</Button>
}
