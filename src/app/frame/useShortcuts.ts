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
  if (!hasSingleKeys || isCovered || !isSingleKey(event)) return undefined
  if (event.key === '/') return 'search'
  return event.key === '?' ? 'keys' : undefined
}

/** True for Ctrl+Enter, unless a dialog or an edited cell has already handled the key. */
function isPrimaryButtonKey(event: KeyboardEvent): boolean {
  const isHandled = event.repeat || event.isComposing || event.defaultPrevented
  return event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !isHandled
}

function clickPrimaryButton(event: KeyboardEvent): void {
  const dialogs = document.querySelectorAll('[role=dialog]')
  const container = dialogs[dialogs.length - 1] ?? document.getElementById('main')
  const button = container?.querySelector<HTMLElement>('[data-kind=primary]:not([aria-disabled=true])')
  if (!button) return
  event.preventDefault()
  button.click()
}
