// Opens a card by the number that the user entered, without a link, since a card number is never part of an address.
import { useNavigate } from 'react-router-dom'
import { PAN } from '#domain/cards/identifiers.ts'
import type { EnteredCard } from '#pages/shared/pending-changes/ViewResult.tsx'
import { searchFor } from './state.ts'

export function useOpenEnteredCard(): (card: EnteredCard) => void {
  const navigate = useNavigate()
  return ({ identifierType, identifier }) => {
    searchFor(identifierType === PAN ? '1' : '4', identifier, false)
    void navigate('/card/search')
  }
}
