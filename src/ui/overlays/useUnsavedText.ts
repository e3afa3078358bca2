// Detects whether Esc would lose text typed in a dialog; the first Esc then only warns. A field whose original value was
// restored does not count.
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
      // A field was filled without focus, for example by a password manager, so its original value is unknown.
      if (isTextControl(target) && !originalValues.current.has(target)) originalValues.current.set(target, '')
      setIsWarned(false)
    },
    /** True the first time that text would be lost; also shows the warning. */
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
