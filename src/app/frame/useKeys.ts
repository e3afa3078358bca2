// The keys of the whole portal: `/` and Ctrl+K search, `?` shows what the keys do. Single keys do nothing while something is
// typed or a dialog is open, and can be switched off (WCAG 2.1.4).
import { useEffect } from 'react'
import { usePreference } from '#services/device/preference.ts'

/** Whether single keys do something. */
export const useSingleKeys = () => usePreference('single-keys', ['on', 'off'])

export function useKeys(onOpen: (what: 'search' | 'keys') => void): void {
  const [singleKeys] = useSingleKeys()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const what = toWanted(event, singleKeys === 'on')
      if (what === undefined) return
      event.preventDefault()
      onOpen(what)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [onOpen, singleKeys])
}

function toWanted(event: KeyboardEvent, singleKeys: boolean): 'search' | 'keys' | undefined {
  if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) return 'search'
  if (!singleKeys || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return undefined
  if (document.querySelector('[role=dialog], [role=menu]')) return undefined
  if (event.key === '/') return 'search'
  return event.key === '?' ? 'keys' : undefined
}

const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null
