// Shows the full number and the CVV of one card. Masks both again after 60 seconds, when the window loses the focus, and
// when the user leaves the page. Neither is ever cached or stored.
import { useCallback, useEffect, useState } from 'react'
import type { Result } from '#contract/operations.ts'
import { request } from '#services/server/api.ts'
import { notify } from '#services/notices.ts'

const SHOWN_FOR_MS = 60_000

export interface Reveal {
  readonly revealedCard: Result<'revealCard'> | undefined
  readonly pending: boolean
  readonly reveal: () => void
  readonly mask: () => void
}

/** `name` is the masked name of the card for notices. */
export function useReveal(voucherID: string, name: string): Reveal {
  const [revealedCard, setRevealedCard] = useState<Result<'revealCard'>>()
  const [pending, setPending] = useState(false)
  const mask = useCallback(() => setRevealedCard(undefined), [])

  useEffect(() => {
    if (!revealedCard) return
    const timer = setTimeout(mask, SHOWN_FOR_MS)
    const onHidden = () => {
      if (document.visibilityState === 'hidden') mask()
    }
    window.addEventListener('blur', mask)
    document.addEventListener('visibilitychange', onHidden)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('blur', mask)
      document.removeEventListener('visibilitychange', onHidden)
    }
  }, [revealedCard, mask])

  const reveal = useCallback(async () => {
    setPending(true)
    const response = await request('revealCard', { voucherID })
    setPending(false)
    if (!response.ok) {
      notify({ kind: 'error', text: response.text, about: name })
      return
    }
    // If the user has left the window in the meantime, the number stays masked.
    if (document.hasFocus()) setRevealedCard(response.result)
  }, [voucherID, name])

  return { revealedCard, pending, reveal: () => void reveal(), mask }
}
