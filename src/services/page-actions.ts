// What can be done to the thing that is open on the page, for the search of the top bar: the page offers it while it is there.
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { createCell } from './cell.ts'

export interface PageAction {
  readonly key: string
  /** 'Stop', 'Approve'. */
  readonly label: string
  readonly run: () => void
}

export interface PageActions {
  /** What it is done to: 'card 9000 01•• •••• 0012'. */
  readonly thing: string
  readonly actions: readonly PageAction[]
}

const none: readonly PageActions[] = []
const offered = createCell(none)

/** What is offered now; of a dialog over a page the dialog's alone. */
export const usePageActions = (): PageActions | undefined =>
  useSyncExternalStore(offered.subscribe, () => offered.get().at(-1))

/** Offers these while the part is on screen; nothing where `actions` is undefined. */
export function useOfferActions(thing: string, actions: readonly PageAction[] | undefined): void {
  const now = useRef(actions)
  useEffect(() => {
    now.current = actions
  })
  // The functions are new at every rendering; what is offered changes with the labels alone.
  const labels = actions?.map(({ key, label }) => `${key}\n${label}`).join('\n\n')
  useEffect(() => {
    if (labels === undefined || labels === '') return undefined
    const own: PageActions = {
      thing,
      actions: labels.split('\n\n').map((each) => {
        const [key = '', label = ''] = each.split('\n')
        return { key, label, run: () => now.current?.find((action) => action.key === key)?.run() }
      }),
    }
    offered.set([...offered.get(), own])
    return () => offered.set(offered.get().filter((other) => other !== own))
  }, [thing, labels])
}
