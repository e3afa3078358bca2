// Detects whether Esc would lose text typed in a dialog; the first Esc then only warns. A field with its original value
// again does not count.
import { type FocusEvent, type FormEvent, useRef, useState } from 'react'

export function useTyping() {
  // The value of each field when it first got the focus.
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
      // Filled without focus, for example by a password manager: the original value is unknown.
      if (isText(target) && !before.current.has(target)) before.current.set(target, '')
      setWarned(false)
    },
    /** True the first time that text would be lost; also shows the warning. */
    warnsFirst: (): boolean => {
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
