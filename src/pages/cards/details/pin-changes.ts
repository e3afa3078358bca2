// The cards whose PIN was changed in this session: it is changed once (cards §4). In memory alone, and never the PIN itself.
import { useSyncExternalStore } from 'react'
import { createCell } from '#services/cell.ts'
import { sessionStore } from '#services/session.ts'

const none: ReadonlySet<string> = new Set()
const changed = createCell(none)
sessionStore.subscribe(() => {
  if (!sessionStore.get()) changed.set(none)
})

export const usePinChanged = (voucherID: string): boolean =>
  useSyncExternalStore(changed.subscribe, () => changed.get().has(voucherID))

export const markPinChanged = (voucherID: string): void => changed.set(new Set([...changed.get(), voucherID]))
