// Looks up the card of a fee once the entered number is complete, with two operations that every server supports.
import { canCall } from '#contract/methods.ts'
import { type IdentifierType, maskPan, PAN } from '#domain/cards/identifiers.ts'
import { searchTypeIds } from '#domain/cards/search.ts'
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
  const isPan = identifierType === PAN
  const search = useServerQuery(
    'cardSearch',
    {
      searchType: isPan ? searchTypeIds.cardNumber : searchTypeIds.trackingNumber,
      searchTerm: identifier,
      showExpired: true,
    },
    { enabled: isAllowed && isComplete },
  )
  // A search also finds longer numbers with the same prefix, and can return masked card numbers.
  const foundCard = search.data?.cards.find(({ CARDNUMBER, TRACKINGNUMBER }) => {
    if (!isPan) return TRACKINGNUMBER === identifier
    return CARDNUMBER === identifier || CARDNUMBER === maskPan(identifier)
  })
  const voucherID = foundCard?.VOUCHERID ?? ''
  const details = useServerQuery(
    'cardDetails',
    { voucherID },
    { enabled: isComplete && voucherID !== '', refetchesOnMount: true },
  )
  if (!isAllowed) return { state: 'notAllowed' }
  if (!isComplete) return { state: 'incomplete' }
  if (details.data) return { state: 'found', card: details.data.card }
  if (search.failure) return { state: 'failed', text: search.failure.text, retry: search.refresh }
  if (details.failure) return { state: 'failed', text: details.failure.text, retry: details.refresh }
  const hasFoundNoCard = search.data !== undefined && foundCard === undefined
  return { state: hasFoundNoCard ? 'unknown' : 'loading' }
}
