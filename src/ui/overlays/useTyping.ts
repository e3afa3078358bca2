// Whether something was typed into a dialog's lines of text that Esc would lose: the first Esc then only says so. A field typed
// back to what it was holds nothing back.
import { type FocusEvent, type FormEvent, useRef, useState } from 'react'

export function useTyping() {
  // What each field held when it was first entered.
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
      // Filled without having been entered, as by a password manager: what it held is not known.
      if (isText(target) && !before.current.has(target)) before.current.set(target, '')
      setWarned(false)
    },
    /** True the first time that something would be lost; says so. */
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
