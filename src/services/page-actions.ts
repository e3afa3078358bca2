// Actions on the object that is open on the page, for the global search. The page registers them while it is open.
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { createObservable } from './observable.ts'

export interface PageAction {
  readonly key: string
  /** 'Stop', 'Approve'. */
  readonly label: string
  readonly run: () => void
}

export interface PageActions {
  /** The object of the actions: 'card 9000 01•• •••• 0012'. */
  readonly subject: string
  readonly actions: readonly PageAction[]
}

const none: readonly PageActions[] = []
const registeredActions = createObservable(none)

/** The actions that were registered last: those of the open dialog, or else those of the page. */
export const usePageActions = (): PageActions | undefined =>
  useSyncExternalStore(registeredActions.subscribe, () => registeredActions.get().at(-1))

/** Registers the actions while the component is mounted; none if `actions` is undefined. */
export function useOfferActions(subject: string, actions: readonly PageAction[] | undefined): void {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  // The functions are new at every render, so only the labels are compared.
  const labels = actions?.map(({ key, label }) => `${key}\n${label}`).join('\n\n')
  useEffect(() => {
    if (labels === undefined || labels === '') return undefined
    const pageActions: PageActions = {
      subject,
      actions: labels.split('\n\n').map((each) => {
        const [key = '', label = ''] = each.split('\n')
        return { key, label, run: () => latest.current?.find((action) => action.key === key)?.run() }
      }),
    }
    registeredActions.set([...registeredActions.get(), pageActions])
    return () => registeredActions.set(registeredActions.get().filter((each) => each !== pageActions))
  }, [subject, labels])
}
