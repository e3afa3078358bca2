// Detects whether Esc would lose text that was typed in a dialog. The first Esc then only warns. Nothing is lost if the
// user has restored the original value of a field.
import { type FocusEvent, type FormEvent, useRef, useState } from 'react'

export function useUnsavedText() {
  // The value of each field when it first got the focus.
  const originalValues = useRef(new Map<TextControl, string>())
  const [isWarned, setIsWarned] = useState(false)
  return {
    isWarned,
    reset: () => {
      originalValues.current.clear()
      setIsWarned(false)
    },
    onFocus: ({ target }: FocusEvent) => {
      if (isTextControl(target) && !originalValues.current.has(target)) originalValues.current.set(target, target.value)
    },
    onInput: ({ target }: FormEvent) => {
      // A password manager can fill a field that never had the focus. The original value is then taken to be empty.
      if (isTextControl(target) && !originalValues.current.has(target)) originalValues.current.set(target, '')
      setIsWarned(false)
    },
    /** Shows the warning if text would be lost and the warning is not shown yet. Returns true if it was shown now. */
    warnOnce: (): boolean => {
      const hasUnsavedText = [...originalValues.current].some(
        ([field, originalValue]) => field.isConnected && field.value !== originalValue,
      )
      if (!hasUnsavedText || isWarned) return false
      setIsWarned(true)
      return true
    },
  }
}

type TextControl = HTMLInputElement | HTMLTextAreaElement

function isTextControl(target: EventTarget): target is TextControl {
  if (target instanceof HTMLInputElement) return !nonTextTypes.has(target.type)
  return target instanceof HTMLTextAreaElement
}

const nonTextTypes: ReadonlySet<string> = new Set(['checkbox', 'radio', 'file', 'button', 'submit', 'range'])
