// Looks up the card of a fee once its number is complete, with two operations that every server supports.
import { canCall } from '#contract/methods.ts'
import { type IdentifierType, maskPan, PAN } from '#domain/cards/identifiers.ts'
import { useServerQuery } from '#services/server/queries.ts'
import { useSession } from '#services/session/session.ts'
import type { Card } from '../details/card.ts'
import { isCompleteIdentifier } from './fee-form.ts'

export type FeeCard =
  | { readonly state: 'incomplete' | 'loading' | 'unknown' | 'notAllowed' }
  | { readonly state: 'failed'; readonly text: string; readonly retry: () => void }
  | { readonly state: 'found'; readonly card: Card }

export function useFeeCard(identifierType: IdentifierType, identifier: string): FeeCard {
  const permissions = useSession()?.permissions
  const isAllowed = canCall(permissions, 'cardSearch') && canCall(permissions, 'cardDetails')
  const isComplete = isCompleteIdentifier(identifierType, identifier)
  const search = useServerQuery(
    'cardSearch',
    // Search types: '1' is the card number, '4' the tracking number.
    { searchType: identifierType === PAN ? '1' : '4', searchTerm: identifier, showExpired: true },
    { enabled: isAllowed && isComplete },
  )
  // A search also finds longer numbers with the same prefix, and can return masked numbers.
  const foundCard = search.data?.cards.find(({ CARDNUMBER, TRACKINGNUMBER }) =>
    identifierType === PAN ? [identifier, maskPan(identifier)].includes(CARDNUMBER) : identifier === TRACKINGNUMBER,
  )
  const voucherID = foundCard?.VOUCHERID ?? ''
  const details = useServerQuery(
    'cardDetails',
    { voucherID },
    { enabled: isComplete && voucherID !== '', refetchesOnMount: true },
  )
  if (!isAllowed) return { state: 'notAllowed' }
  if (!isComplete) return { state: 'incomplete' }
  if (details.data && voucherID !== '') return { state: 'found', card: details.data.card }
  const queryWithFailure = [search, details].find(({ failure }) => failure !== undefined)
  if (queryWithFailure?.failure)
    return { state: 'failed', text: queryWithFailure.failure.text, retry: queryWithFailure.refresh }
  return { state: search.data && !foundCard ? 'unknown' : 'loading' }
}
