// After a response, or when the connection fails, focuses the code field and selects its text: a full field accepts no
// more digits.
import { type RefObject, useLayoutEffect, useRef } from 'react'

/** For the code field. `message` is the result of the last attempt, '' if there is none. */
export function useCodeFieldFocus(message: string, pending: boolean): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (message === '' || pending) return
    field.current?.focus()
    field.current?.select()
  }, [message, pending])
  return field
}
