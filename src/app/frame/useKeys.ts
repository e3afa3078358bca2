// Keyboard shortcuts of the whole portal: `/` and Ctrl+K search, `?` lists the shortcuts, F1 is
// the help of the page. Single keys do nothing while
// the user types or a dialog is open, and can be turned off (WCAG 2.1.4).
import { useEffect } from 'react'
import { usePreference } from '#services/device/preference.ts'

/** Whether single-key shortcuts are on. */
export const useSingleKeys = () => usePreference('single-keys', ['on', 'off'])

type Opened = 'search' | 'keys' | 'help'

export function useKeys(onOpen: (what: Opened) => void): void {
  const [singleKeys] = useSingleKeys()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const what = toShortcut(event, singleKeys === 'on')
      if (what === undefined) return
      event.preventDefault()
      onOpen(what)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [onOpen, singleKeys])
}

function toShortcut(event: KeyboardEvent, singleKeys: boolean): Opened | undefined {
  if (event.key === 'F1' && !document.querySelector('[role=dialog], [role=menu]')) return 'help'
  if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) return 'search'
  if (!singleKeys || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return undefined
  if (document.querySelector('[role=dialog], [role=menu]')) return undefined
  if (event.key === '/') return 'search'
  return event.key === '?' ? 'keys' : undefined
}

const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null
