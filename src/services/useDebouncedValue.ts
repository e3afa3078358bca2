// Returns a typed value once the user pauses, so that not every letter is a request to the server.
import { useEffect, useState } from 'react'

const PAUSE_MS = 300

/** `isKnown`: false while the initial value is unknown; the first known value is then returned immediately. */
export function useDebouncedValue<Value>(value: Value, isKnown = true): Value {
  const [settled, setSettled] = useState(value)
  const [wasKnown, setWasKnown] = useState(isKnown)
  if (isKnown && !wasKnown) {
    setWasKnown(true)
    setSettled(value)
  }
  useEffect(() => {
    if (settled === value) return undefined
    const timer = setTimeout(() => setSettled(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value, settled])
  return settled
}
