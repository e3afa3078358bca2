// Allows one PIN change per card and session. The card's history contains the change in every tab and after a reload.
// This tab also remembers the change until the session ends, since the history is reloaded only later, and some servers
// have no history. The PIN is never stored.
import { useSyncExternalStore } from 'react'
import { createObservable } from '#services/observable.ts'
import { useServerQuery } from '#services/server/queries.ts'
import { sessionStore, useSession } from '#services/session/session.ts'

const NO_CARDS: ReadonlySet<string> = new Set()
const cardsWithNewPin = createObservable(NO_CARDS)
sessionStore.subscribe(() => {
  if (!sessionStore.get()) cardsWithNewPin.set(NO_CARDS)
})

export function usePinChanged(voucherID: string): boolean {
  const session = useSession()
  const isMarked = useSyncExternalStore(cardsWithNewPin.subscribe, () => cardsWithNewPin.get().has(voucherID))
  const events = useServerQuery('cardHistory', { voucherID }).data?.events
  if (isMarked) return true
  if (!session) return false
  const sessionStart = tokenToSessionStart(session.token)
  const changesByUser = (events ?? []).filter(
    ({ kind, username }) => kind === 'pinChanged' && username === session.user.username,
  )
  return changesByUser.some(({ at }) => Date.parse(at) >= sessionStart)
}

export const markPinChanged = (voucherID: string): void =>
  cardsWithNewPin.set(new Set([...cardsWithNewPin.get(), voucherID]))

/** Start of the session in milliseconds since 1970, from the token (a JWT). NaN if the token cannot be read. */
function tokenToSessionStart(token: string): number {
  const [, payload = ''] = token.split('.')
  const base64 = payload.replaceAll('-', '+').replaceAll('_', '/')
  try {
    // `iat` is the time of issue in seconds.
    const { iat } = JSON.parse(atob(base64)) as { iat?: unknown }
    return Number(iat) * 1000
  } catch {
    return Number.NaN
  }
}
