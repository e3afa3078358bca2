// What the page needs to know about the merchant file: its number of rows, whether it is being signed up, and the width
// it needs.
import { useSelector } from '@xstate/react'
import { useSyncExternalStore } from 'react'
import { isSigningUp } from '#flows/merchants/file.ts'
import type { OpenedMerchantFile } from '#flows/merchants/open-file.ts'
import type { OpenRows } from '#flows/rows/open-rows.ts'
import { useObservable } from '#pages/shared/rows/useObservable.ts'
import { createObservable } from '#services/observable.ts'

/** `rowCount` is the number of rows that are not signed up yet; `needsWidth` is true if the page must be wide. */
export function useFileState(openedFile: OpenedMerchantFile | undefined) {
  const file = openedFile?.kind === 'file' ? openedFile.file : undefined
  const snapshot = useSelector(file?.actor, (current) => current)
  const rows = useObservable(file?.openRows ?? noRows)?.rows
  useSyncExternalStore(rows?.subscribe ?? noSubscription, rows?.version ?? zero)
  const hasRows = snapshot?.matches('rows') ?? false
  return {
    rowCount: rows && hasRows ? rows.figures().rows : 0,
    isRunning: snapshot !== undefined && isSigningUp(snapshot),
    needsWidth: hasRows || (snapshot?.matches('mapping') ?? false),
  }
}

const noRows = createObservable<OpenRows | undefined>(undefined)
const noSubscription = () => () => undefined
const zero = () => 0
