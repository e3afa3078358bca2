// Global keyboard shortcuts: `/` and Ctrl+K search, `?` lists the shortcuts, F1 opens the help of the page, Ctrl+Enter
// clicks the primary button. Single keys are ignored while the user types or a dialog is open, and can be turned off
// (WCAG 2.1.4).
import { useLayoutEffect } from 'react'
import { isSingleKey, useSingleKeys } from '#services/device/single-keys.ts'

type ShortcutDialog = 'search' | 'keys' | 'help'

export function useShortcuts(onOpen: (shortcut: ShortcutDialog) => void): void {
  const [singleKeys] = useSingleKeys()
  // A layout effect, since a user may press a key as soon as the page is visible.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isPrimaryButtonKey(event)) return clickPrimaryButton(event)
      const shortcut = toShortcut(event, singleKeys === 'on')
      if (shortcut === undefined) return
      event.preventDefault()
      onOpen(shortcut)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [onOpen, singleKeys])
}

function toShortcut(event: KeyboardEvent, singleKeys: boolean): ShortcutDialog | undefined {
  if (event.key === 'F1' && !document.querySelector('[role=dialog], [role=menu]')) return 'help'
  if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) return 'search'
  if (!singleKeys || !isSingleKey(event)) return undefined
  if (document.querySelector('[role=dialog], [role=menu]')) return undefined
  if (event.key === '/') return 'search'
  return event.key === '?' ? 'keys' : undefined
}

/** True for Ctrl+Enter, unless a dialog or an edited cell has already handled the key. */
const isPrimaryButtonKey = ({ key, ctrlKey, metaKey, repeat, isComposing, defaultPrevented }: KeyboardEvent): boolean =>
  key === 'Enter' && (ctrlKey || metaKey) && !repeat && !isComposing && !defaultPrevented

function clickPrimaryButton(event: KeyboardEvent): void {
  const dialogs = document.querySelectorAll('[role=dialog]')
  const container = dialogs[dialogs.length - 1] ?? document.getElementById('main')
  const button = container?.querySelector<HTMLElement>('[data-kind=primary]:not([aria-disabled=true])')
  if (!button) return
  event.preventDefault()
  button.click()
}
