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

const registeredActions = createObservable<readonly PageActions[]>([])

/** The actions that were registered last. If a dialog with actions is open, these are the actions of the dialog. */
export const usePageActions = (): PageActions | undefined =>
  useSyncExternalStore(registeredActions.subscribe, () => registeredActions.get().at(-1))

/** Registers the actions while the component is mounted. Registers nothing if `actions` is undefined. */
export function useOfferActions(subject: string, actions: readonly PageAction[] | undefined): void {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  // The actions are new objects at every render. They are registered again only if this text changes.
  const keysAndLabels = JSON.stringify((actions ?? []).map(({ key, label }) => ({ key, label })))
  useEffect(() => {
    const offered = JSON.parse(keysAndLabels) as readonly Pick<PageAction, 'key' | 'label'>[]
    if (offered.length === 0) return undefined
    const runLatest = (key: string) => latest.current?.find((action) => action.key === key)?.run()
    const pageActions: PageActions = {
      subject,
      actions: offered.map(({ key, label }) => ({ key, label, run: () => runLatest(key) })),
    }
    registeredActions.set([...registeredActions.get(), pageActions])
    return () => registeredActions.set(registeredActions.get().filter((each) => each !== pageActions))
  }, [subject, keysAndLabels])
}
