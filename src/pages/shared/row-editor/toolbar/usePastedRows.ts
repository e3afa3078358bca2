// Accepts rows copied from a spreadsheet and pasted anywhere on the page outside its fields.
import { useEffect, useRef } from 'react'

interface PastedRowsOptions {
  readonly isEnabled: boolean
  /** Receives the clipboard's text: lines with tabs or commas between fields. */
  readonly onPaste: (text: string) => void
}

export function usePastedRows({ isEnabled, onPaste }: PastedRowsOptions): void {
  // The listener below is not replaced at each render, so it calls the newest `onPaste` through this ref.
  const latestOnPaste = useRef(onPaste)
  useEffect(() => {
    latestOnPaste.current = onPaste
  })
  useEffect(() => {
    if (!isEnabled) return
    const handlePaste = (event: ClipboardEvent) => {
      const { target } = event
      if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) return
      const text = event.clipboardData?.getData('text/plain') ?? ''
      // Each row contains a number, so a text without digits is no row.
      if (!/\d/.test(text)) return
      event.preventDefault()
      latestOnPaste.current(text)
    }
    document.addEventListener('paste', handlePaste)
    return () => document.removeEventListener('paste', handlePaste)
  }, [isEnabled])
}
