// The keys of a list whose rows are decided, and of the details of one of them: j and k move, a approves, r rejects, x
// selects. They press the controls on screen, so that what is disabled shows its reason; a and r are for the selected
// rows if there are any.
import { type RefObject, useLayoutEffect } from 'react'
import { isSingleKey, useSingleKeys } from '#services/device/single-keys.ts'
import { detailsButtonId } from './useFocusAfter.ts'

interface RowKeys {
  readonly list: RefObject<HTMLElement | null>
  /** Opens the details of the thing after the open one, or before it; undefined while no details are open. */
  readonly onStep: ((step: 1 | -1) => void) | undefined
}

export function useRowKeys({ list, onStep }: RowKeys): void {
  const [singleKeys] = useSingleKeys()
  // Before the paint: a user may press a key as soon as the list is visible.
  useLayoutEffect(() => {
    if (singleKeys === 'off') return undefined
    const onKey = (event: KeyboardEvent) => {
      if (!isSingleKey(event)) return
      const key = event.key.toLowerCase()
      const step = steps[key]
      const action = actions[key]
      if ((step === undefined && action === undefined) || isCovered(onStep !== undefined)) return
      event.preventDefault()
      if (step !== undefined) return onStep ? onStep(step) : moveFocus(list.current, step)
      if (event.repeat) return
      const within = onStep ? document.querySelector('[role=dialog]') : actedOn(list.current, action)
      within?.querySelector<HTMLElement>(`[data-action=${action}]`)?.click()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [list, onStep, singleKeys])
}

const steps: Readonly<Record<string, 1 | -1>> = { j: 1, k: -1 }
const actions: Readonly<Record<string, string>> = { a: 'approve', r: 'reject', x: 'select' }

/** Something is open over the list, or over the details. */
const isCovered = (hasDetails: boolean): boolean =>
  document.querySelectorAll('[role=dialog], [role=menu]').length > (hasDetails ? 1 : 0)

const detailsButtons = (list: HTMLElement | null): HTMLElement[] => [
  ...(list?.querySelectorAll<HTMLElement>(`[id^="${detailsButtonId('')}"]`) ?? []),
]

const rowOf = (element: Element | null | undefined): Element | null => element?.closest('tr') ?? null

/** The row that has the focus, otherwise the first one. */
const currentRow = (list: HTMLElement | null): Element | null =>
  (list?.contains(document.activeElement) ? rowOf(document.activeElement) : null) ?? rowOf(detailsButtons(list)[0])

const actedOn = (list: HTMLElement | null, action: string | undefined): Element | null =>
  (action === 'select' ? null : list?.querySelector('[data-selection]')) ?? currentRow(list)

function moveFocus(list: HTMLElement | null, step: 1 | -1): void {
  const buttons = detailsButtons(list)
  const at = buttons.findIndex((button) => rowOf(button)?.contains(document.activeElement))
  const next = at < 0 ? buttons[0] : buttons[at + step]
  next?.focus()
  next?.scrollIntoView?.({ block: 'nearest' })
}
