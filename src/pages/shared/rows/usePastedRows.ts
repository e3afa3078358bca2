// Accepts rows copied from a spreadsheet and pasted anywhere on the page outside its fields.
import { useEffect, useRef } from 'react'

/** `take` receives the clipboard's text: lines with tabs or commas between fields. */
export function usePastedRows(take: (text: string) => void, enabled: boolean): void {
  const now = useRef(take)
  useEffect(() => {
    now.current = take
  })
  useEffect(() => {
    if (!enabled) return
    const paste = (event: ClipboardEvent) => {
      const { target } = event
      if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) return
      const text = event.clipboardData?.getData('text/plain') ?? ''
      if (!/\d/.test(text)) return
      event.preventDefault()
      now.current(text)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [enabled])
}
