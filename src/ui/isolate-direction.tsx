// Isolates the direction of a value beside Arabic text. Otherwise the browser would move the groups of a card number,
// the sign of an amount or the full stop of an English note to the wrong place.
import type { ReactNode } from 'react'

export function isolateDirection(value: ReactNode): ReactNode {
  const needsIsolation = typeof value === 'string' && document.dir === 'rtl'
  return needsIsolation ? <bdi>{value}</bdi> : value
}
