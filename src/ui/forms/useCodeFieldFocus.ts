// After a response, or when the connection fails, focuses the code field and selects its text. The next digit then
// replaces the text, because a full field would not accept more digits.
import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Returns the ref for the code field. `message` is the result of the last attempt, '' if there is none. */
export function useCodeFieldFocus(message: string, isPending: boolean): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (message === '' || isPending) return
    field.current?.focus()
    field.current?.select()
  }, [message, isPending])
  return field
}
