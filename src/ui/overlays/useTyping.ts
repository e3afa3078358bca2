// Tells whether Esc would lose text typed in a dialog: then the first Esc only warns. A field typed back to its first
// value does not count.
import { type FocusEvent, type FormEvent, useRef, useState } from 'react'

export function useTyping() {
  // The value of each field when it was first entered.
  const before = useRef(new Map<TextControl, string>())
  const [isWarned, setWarned] = useState(false)
  return {
    isWarned,
    begin: () => {
      before.current.clear()
      setWarned(false)
    },
    onFocus: ({ target }: FocusEvent) => {
      if (isText(target) && !before.current.has(target)) before.current.set(target, target.value)
    },
    onInput: ({ target }: FormEvent) => {
      // Filled without being entered, as by a password manager: its earlier value is unknown.
      if (isText(target) && !before.current.has(target)) before.current.set(target, '')
      setWarned(false)
    },
    /** True the first time that something would be lost; also shows the warning. */
    holdsBack: (): boolean => {
      const isTyped = [...before.current].some(([field, value]) => field.isConnected && field.value !== value)
      if (!isTyped || isWarned) return false
      setWarned(true)
      return true
    },
  }
}

type TextControl = HTMLInputElement | HTMLTextAreaElement

const isText = (target: EventTarget): target is TextControl =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && !notText.has(target.type))

const notText: ReadonlySet<string> = new Set(['checkbox', 'radio', 'file', 'button', 'submit', 'range'])
