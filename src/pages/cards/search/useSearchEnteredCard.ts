// Searches for the card whose number the user entered. The portal cannot link to such a card, because a card number is
// never part of an address.
import { useNavigate } from 'react-router-dom'
import { PAN } from '#domain/cards/identifiers.ts'
import { searchTypeIds } from '#domain/cards/search.ts'
import type { EnteredCard } from '#pages/shared/pending-changes/ViewResult.tsx'
import { searchFor } from './state.ts'

export function useSearchEnteredCard(): (card: EnteredCard) => void {
  const navigate = useNavigate()
  return ({ identifierType, identifier }) => {
    searchFor(identifierType === PAN ? searchTypeIds.cardNumber : searchTypeIds.trackingNumber, identifier)
    void navigate('/card/search')
  }
}
