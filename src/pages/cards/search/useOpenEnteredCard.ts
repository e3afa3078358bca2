// Searches for the card whose number the user entered. It cannot be a link, because a card number is never part of an
// address.
import { useNavigate } from 'react-router-dom'
import { PAN } from '#domain/cards/identifiers.ts'
import type { EnteredCard } from '#pages/shared/pending-changes/ViewResult.tsx'
import { searchFor } from './state.ts'

export function useSearchEnteredCard(): (card: EnteredCard) => void {
  const navigate = useNavigate()
  return ({ identifierType, identifier }) => {
    // Search types: '1' is the card number, '4' the tracking number.
    searchFor(identifierType === PAN ? '1' : '4', identifier)
    void navigate('/card/search')
  }
}
