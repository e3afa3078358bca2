// Returns a typed value once the user pauses, so that the portal does not send a request for each letter.
import { useEffect, useState } from 'react'

const PAUSE_MS = 300

/** `isKnown`: false while the initial value is unknown. The first known value is returned without waiting. */
export function useDebouncedValue<Value>(value: Value, isKnown = true): Value {
  const [settledValue, setSettledValue] = useState(value)
  const [wasKnown, setWasKnown] = useState(isKnown)
  if (isKnown && !wasKnown) {
    setWasKnown(true)
    setSettledValue(value)
  }
  useEffect(() => {
    if (settledValue === value) return undefined
    const timer = setTimeout(() => setSettledValue(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value, settledValue])
  return settledValue
}
