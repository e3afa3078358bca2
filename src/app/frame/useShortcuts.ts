// Keyboard shortcuts that work on every page:
// - `/` and Ctrl+K: search
// - `?`: list of the shortcuts
// - F1: help of the page
// - Ctrl+Enter: click on the primary button
// Single keys are ignored while the user types or a dialog is open. The user can turn them off (WCAG 2.1.4).
import { useLayoutEffect } from 'react'
import { isSingleKey, useSingleKeys } from '#services/device/single-keys.ts'

type ShortcutDialog = 'search' | 'keys' | 'help'

export function useShortcuts(onOpen: (shortcut: ShortcutDialog) => void): void {
  const [singleKeys] = useSingleKeys()
  // A layout effect runs before the page is visible, so no key press is missed.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isPrimaryButtonKey(event)) return clickPrimaryButton(event)
      const shortcut = toShortcut(event, { hasSingleKeys: singleKeys === 'on' })
      if (shortcut === undefined) return
      event.preventDefault()
      onOpen(shortcut)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [onOpen, singleKeys])
}

function toShortcut(
  event: KeyboardEvent,
  { hasSingleKeys }: { readonly hasSingleKeys: boolean },
): ShortcutDialog | undefined {
  const isCovered = document.querySelector('[role=dialog], [role=menu]') !== null
  const hasCommandKey = event.ctrlKey || event.metaKey
  if (event.key === 'F1' && !isCovered) return 'help'
  if (event.key.toLowerCase() === 'k' && hasCommandKey) return 'search'
  const canUseSingleKeys = hasSingleKeys && !isCovered
  if (!canUseSingleKeys || !isSingleKey(event)) return undefined
  if (event.key === '/') return 'search'
  if (event.key === '?') return 'keys'
  return undefined
}

/** True for Ctrl+Enter, unless a dialog or an edited cell has already handled the key. */
function isPrimaryButtonKey(event: KeyboardEvent): boolean {
  const isCtrlEnter = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
  // A held key or the Enter that ends an input method's composition is not a click either.
  const mustIgnore = event.repeat || event.isComposing || event.defaultPrevented
  return isCtrlEnter && !mustIgnore
}

function clickPrimaryButton(event: KeyboardEvent): void {
  const topDialog = [...document.querySelectorAll('[role=dialog]')].at(-1)
  const container = topDialog ?? document.getElementById('main')
  const button = container?.querySelector<HTMLElement>('[data-kind=primary]:not([aria-disabled=true])')
  if (!button) return
  event.preventDefault()
  button.click()
}
