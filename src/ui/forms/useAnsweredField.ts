// Where one goes on once the host, or the lack of it, has answered: at the code, which is selected, since a full field would take
// no other one.
import { type RefObject, useLayoutEffect, useRef } from 'react'

/** For the field of the code; `message`: what is said to the last attempt, '' for nothing. */
export function useAnsweredField(message: string, pending: boolean): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (message === '' || pending) return
    field.current?.focus()
    field.current?.select()
  }, [message, pending])
  return field
}
