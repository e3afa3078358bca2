// Keyboard shortcuts of an approval list and of the details of its rows: j and k move, a approves, r rejects, x
// selects. A shortcut presses the control on screen, so that a disabled control shows its reason. If rows are selected,
// a and r decide all of them.
import { type RefObject, useLayoutEffect } from 'react'
import { isSingleKey, useSingleKeys } from '#services/device/single-keys.ts'
import { DETAILS_BUTTON_PREFIX, detailsButtonsIn } from './useFocusAfterRemoval.ts'

type Action = 'approve' | 'reject' | 'select'

interface RowShortcutOptions {
  readonly listElement: RefObject<HTMLElement | null>
  /** The item whose details are open. Undefined while no details are open. */
  readonly openId: string | undefined
  /** Opens the details of the next or previous item. Called only while details are open. */
  readonly openAdjacent: (step: 1 | -1) => void
  /** True if the user has just decided the item, which can still be on screen. */
  readonly isDecided: (id: string) => boolean
  /** Asks for a decision about the next item after this one. */
  readonly decideNextAfter: (id: string, decision: 'approve' | 'reject') => void
}

export function useRowShortcuts({
  listElement,
  openId,
  openAdjacent,
  isDecided,
  decideNextAfter,
}: RowShortcutOptions): void {
  const [singleKeySetting] = useSingleKeys()
  // A layout effect, since a user may press a key as soon as the list is visible.
  useLayoutEffect(() => {
    if (singleKeySetting === 'off') return undefined
    const hasDetails = openId !== undefined
    const perform = (action: Action) => {
      const decidesSelection = !hasDetails && action !== 'select' && selectionBarOf(listElement.current) !== null
      const targetId = openId ?? rowIdOf(currentRow(listElement.current))
      const isTargetDecided = targetId !== undefined && isDecided(targetId)
      // A key soon after a decision is meant for the next item, although the decided one can still be on screen.
      if (isTargetDecided && action !== 'select' && !decidesSelection) {
        decideNextAfter(targetId, action)
        return
      }
      const scope = hasDetails ? document.querySelector('[role=dialog]') : actionScope(listElement.current, action)
      scope?.querySelector<HTMLElement>(`[data-action=${action}]`)?.click()
    }
    const onKey = (event: KeyboardEvent) => {
      if (!isSingleKey(event)) return
      const key = event.key.toLowerCase()
      const step = stepKeys[key]
      const action = actionKeys[key]
      const isShortcut = step !== undefined || action !== undefined
      if (!isShortcut || isCovered({ hasDetails })) return
      event.preventDefault()
      if (step !== undefined) {
        if (hasDetails) openAdjacent(step)
        else moveFocus(listElement.current, step)
      }
      // A key that is held down repeats moves, but not actions.
      if (action !== undefined && !event.repeat) perform(action)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [listElement, openId, openAdjacent, isDecided, decideNextAfter, singleKeySetting])
}

const stepKeys: Readonly<Record<string, 1 | -1>> = { j: 1, k: -1 }
const actionKeys: Readonly<Record<string, Action>> = { a: 'approve', r: 'reject', x: 'select' }

/** True if a dialog or menu is open over the list or the details. The details themselves are a dialog. */
function isCovered({ hasDetails }: { readonly hasDetails: boolean }): boolean {
  const openCount = document.querySelectorAll('[role=dialog], [role=menu]').length
  const detailsCount = hasDetails ? 1 : 0
  return openCount > detailsCount
}

const selectionBarOf = (list: HTMLElement | null): Element | null => list?.querySelector('[data-selection]') ?? null

const rowOf = (element: Element | null | undefined): Element | null => element?.closest('tr') ?? null

const rowIdOf = (row: Element | null): string | undefined =>
  detailsButtonsIn(row)[0]?.id.slice(DETAILS_BUTTON_PREFIX.length)

/** The row with the focus, otherwise the first row. */
function currentRow(list: HTMLElement | null): Element | null {
  const focusedElement = list?.contains(document.activeElement) ? document.activeElement : null
  return rowOf(focusedElement) ?? rowOf(detailsButtonsIn(list)[0])
}

/** The element with the action's control: the selection bar if rows are selected, otherwise the current row. */
function actionScope(list: HTMLElement | null, action: Action): Element | null {
  // Only the rows have a control to select.
  const selectionBar = action === 'select' ? null : selectionBarOf(list)
  return selectionBar ?? currentRow(list)
}

function moveFocus(list: HTMLElement | null, step: 1 | -1): void {
  const buttons = detailsButtonsIn(list)
  const focusedIndex = buttons.findIndex((button) => rowOf(button)?.contains(document.activeElement))
  const nextButton = focusedIndex < 0 ? buttons[0] : buttons[focusedIndex + step]
  nextButton?.focus()
  nextButton?.scrollIntoView?.({ block: 'nearest' })
}
