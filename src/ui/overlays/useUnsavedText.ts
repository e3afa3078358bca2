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
    /** If text would be lost, shows the warning and returns true. After that warning, returns false. */
    shouldWarn: (): boolean => {
      const hasUnsavedText = [...originalValues.current].some(
        ([field, value]) => field.isConnected && field.value !== value,
      )
      if (!hasUnsavedText || isWarned) return false
      setIsWarned(true)
      return true
    },
  }
}

type TextControl = HTMLInputElement | HTMLTextAreaElement

const isTextControl = (target: EventTarget): target is TextControl =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && !nonTextTypes.has(target.type))

const nonTextTypes: ReadonlySet<string> = new Set(['checkbox', 'radio', 'file', 'button', 'submit', 'range'])
