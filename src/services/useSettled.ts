// A value that is being typed, as it stands once the typing pauses: what the host is asked by, so that not every letter is a call.
import { useEffect, useState } from 'react'

const PAUSE_MS = 300

/** `isKnown`: false while it is not known what was typed before; then that counts at once. */
export function useSettled<Value>(value: Value, isKnown = true): Value {
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
