// Where the focus goes when the batch it was on has left the list: to the next one, so that a checker goes on where they were;
// to the page's heading when none is left. Without this it would be lost with the row.
import { type RefObject, useEffect, useState } from 'react'
import type { BatchLoadFile } from '#contract/batches.ts'

export const detailsButtonId = (batchId: string): string => `details-of-${batchId}`

interface Left {
  readonly batchId: string
  /** The batches after it and then those before it, nearest first, as they stood on screen. */
  readonly neighbours: readonly string[]
}

/** Gives the function to call when a batch is decided upon. `idle` is false while a dialog has the focus. */
export function useFocusAfter(
  list: RefObject<HTMLElement | null>,
  files: readonly BatchLoadFile[] | undefined,
  idle: boolean,
): (batchId: string) => void {
  const [left, setLeft] = useState<Left>()
  useEffect(() => {
    if (!left || !idle || !files || files.some((file) => file.BATCHLOADFILEID === left.batchId)) return
    const active = document.activeElement
    if (active === null || active === document.body) focusFirst(left.neighbours)
  }, [left, files, idle])

  return (batchId) => {
    const shown = [...(list.current?.querySelectorAll(`[id^="${detailsButtonId('')}"]`) ?? [])].map(({ id }) => id)
    const at = shown.indexOf(detailsButtonId(batchId))
    setLeft({ batchId, neighbours: at < 0 ? shown : [...shown.slice(at + 1), ...shown.slice(0, at).toReversed()] })
  }
}

function focusFirst(ids: readonly string[]): void {
  const next = ids.map((id) => document.getElementById(id)).find((element) => element !== null)
  const target = next ?? document.querySelector('main h1')
  if (target instanceof HTMLElement) target.focus()
}
