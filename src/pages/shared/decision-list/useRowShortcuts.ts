// Keyboard shortcuts of an approval list and of the details of its rows: j and k move, a approves, r rejects, x
// selects. They press the controls on screen, so that a disabled control shows its reason. With selected rows, a and r
// apply to all of them.
import { type RefObject, useLayoutEffect } from 'react'
import { isSingleKey, useSingleKeys } from '#services/device/single-keys.ts'
import { detailsButtonId } from './useFocusAfterRemoval.ts'

interface RowShortcutOptions {
  readonly list: RefObject<HTMLElement | null>
  /** Opens the details of the next or previous item; undefined while no details are open. */
  readonly onStep: ((step: 1 | -1) => void) | undefined
  /** The item whose details are open. */
  readonly openId: string | undefined
  /**
   * Decides about the next item if this one was just decided and is still on screen; returns false if it was not. Keys
   * that follow a decision quickly are meant for the next item, and so is what the user types after them.
   */
  readonly decideAfter: (id: string, action: 'approve' | 'reject') => boolean
}

export function useRowShortcuts({ list, onStep, openId, decideAfter }: RowShortcutOptions): void {
  const [singleKeySetting] = useSingleKeys()
  // A layout effect, since a user may press a key as soon as the list is visible.
  useLayoutEffect(() => {
    if (singleKeySetting === 'off') return undefined
    const onKey = (event: KeyboardEvent) => {
      if (!isSingleKey(event)) return
      const key = event.key.toLowerCase()
      const step = stepKeys[key]
      const action = actionKeys[key]
      const isShortcut = step !== undefined || action !== undefined
      if (!isShortcut || isCovered({ hasDetails: onStep !== undefined })) return
      event.preventDefault()
      if (step !== undefined) return onStep ? onStep(step) : moveFocus(list.current, step)
      if (event.repeat) return
      const hasSelection = onStep === undefined && list.current?.querySelector('[data-selection]')
      const targetId = openId ?? rowIdOf(currentRow(list.current))
      const decision = action === 'select' || hasSelection ? undefined : action
      if (decision && targetId !== undefined && decideAfter(targetId, decision)) return
      const scope = onStep ? document.querySelector('[role=dialog]') : actionScope(list.current, action)
      scope?.querySelector<HTMLElement>(`[data-action=${action}]`)?.click()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [list, onStep, openId, decideAfter, singleKeySetting])
}

const stepKeys: Readonly<Record<string, 1 | -1>> = { j: 1, k: -1 }
const actionKeys: Readonly<Record<string, 'approve' | 'reject' | 'select'>> = { a: 'approve', r: 'reject', x: 'select' }

/** True if a dialog or menu is open over the list or the details. */
const isCovered = ({ hasDetails }: { readonly hasDetails: boolean }): boolean =>
  document.querySelectorAll('[role=dialog], [role=menu]').length > (hasDetails ? 1 : 0)

const detailsButtons = (list: HTMLElement | null): HTMLElement[] => [
  ...(list?.querySelectorAll<HTMLElement>(`[id^="${detailsButtonId('')}"]`) ?? []),
]

const rowOf = (element: Element | null | undefined): Element | null => element?.closest('tr') ?? null

const rowIdOf = (row: Element | null): string | undefined =>
  row?.querySelector(`[id^="${detailsButtonId('')}"]`)?.id.slice(detailsButtonId('').length)

/** The row with the focus, otherwise the first row. */
const currentRow = (list: HTMLElement | null): Element | null =>
  (list?.contains(document.activeElement) ? rowOf(document.activeElement) : null) ?? rowOf(detailsButtons(list)[0])

/** Where the action's control is: in the selection bar if there is one, otherwise in the current row. */
const actionScope = (list: HTMLElement | null, action: string | undefined): Element | null =>
  (action === 'select' ? null : list?.querySelector('[data-selection]')) ?? currentRow(list)

function moveFocus(list: HTMLElement | null, step: 1 | -1): void {
  const buttons = detailsButtons(list)
  const index = buttons.findIndex((button) => rowOf(button)?.contains(document.activeElement))
  const nextButton = index < 0 ? buttons[0] : buttons[index + step]
  nextButton?.focus()
  nextButton?.scrollIntoView?.({ block: 'nearest' })
}
