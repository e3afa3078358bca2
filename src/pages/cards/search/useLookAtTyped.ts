// Finds a card by the number that was typed for it, since it never stands in an address (threats T20).
import { useNavigate } from 'react-router-dom'
import { PAN } from '#domain/cards/identifiers.ts'
import type { TypedCard } from '#pages/shared/unanswered/LookAt.tsx'
import { searchFor } from './state.ts'

export function useLookAtTyped(): (card: TypedCard) => void {
  const navigate = useNavigate()
  return ({ identifierType, identifier }) => {
    searchFor(identifierType === PAN ? '1' : '4', identifier, false)
    void navigate('/card/search')
  }
}
