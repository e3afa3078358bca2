// After an answer, or without a connection, focuses the code field and selects its text, since a full field accepts no
// more digits.
import { type RefObject, useLayoutEffect, useRef } from 'react'

/** For the field of the code; `message`: the result of the last attempt, '' if there is none. */
export function useAnsweredField(message: string, pending: boolean): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (message === '' || pending) return
    field.current?.focus()
    field.current?.select()
  }, [message, pending])
  return field
}
