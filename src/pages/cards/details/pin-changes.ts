// Allows one PIN change per card and session. The card's history contains the change in every tab and after a reload.
// Until the history is reloaded, this tab remembers the change itself; if the server keeps no history, for the whole
// session. The PIN is never stored.
import { useSyncExternalStore } from 'react'
import { createObservable } from '#services/observable.ts'
import { useServerQuery } from '#services/server/queries.ts'
import { sessionStore, useSession } from '#services/session/session.ts'

const NO_CARDS: ReadonlySet<string> = new Set()
const changedCards = createObservable(NO_CARDS)
sessionStore.subscribe(() => {
  if (!sessionStore.get()) changedCards.set(NO_CARDS)
})

export function usePinChanged(voucherID: string): boolean {
  const session = useSession()
  const isMarked = useSyncExternalStore(changedCards.subscribe, () => changedCards.get().has(voucherID))
  const events = useServerQuery('cardHistory', { voucherID }).data?.events
  if (isMarked || !session) return isMarked
  const sessionStart = tokenToSessionStart(session.token)
  const { username } = session.user
  return (
    events?.some(
      (event) => event.kind === 'pinChanged' && event.username === username && Date.parse(event.at) >= sessionStart,
    ) ?? false
  )
}

export const markPinChanged = (voucherID: string): void => changedCards.set(new Set([...changedCards.get(), voucherID]))

/** Start of the session in milliseconds since 1970, from the token (a JWT). NaN if the token cannot be read. */
function tokenToSessionStart(token: string): number {
  try {
    // From base64url to base64.
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    return Number((JSON.parse(atob(payload)) as { iat?: unknown }).iat) * 1000
  } catch {
    return Number.NaN
  }
}
