// Detects a press of the mouse button or a finger, from mousedown to the click. A press also moves the focus out of a
// field, which can make a message appear. If the message moved the layout during the press, the button under the
// pointer would move away, and the click would be lost.
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'

let isPressed = false
const listeners = new Set<() => void>()

/** Called once by the app. On touch screens, browsers send mouse events and change the focus after the tap. */
export function watchPresses(): void {
  window.addEventListener('mousedown', beginPress, true)
}

function beginPress({ button }: MouseEvent): void {
  if (button !== 0 || isPressed) return
  isPressed = true
  for (const type of END_EVENTS) window.addEventListener(type, endAfterClick, true)
  window.addEventListener('blur', endPress)
  window.addEventListener('mousemove', endIfMissed, true)
}

// A drag ends with 'dragend' instead of 'mouseup'. A user who presses a key no longer aims at a button.
const END_EVENTS = ['mouseup', 'dragend', 'keydown'] as const

/** The browser sends the click in the same task as mouseup, so the press ends in the next task. */
function endAfterClick(): void {
  setTimeout(endPress, 0)
}

/** The first bit of `MouseEvent.buttons`. */
const MAIN_BUTTON = 1

/** The page misses the mouseup if, for example, it happens over the list of a native select. */
function endIfMissed({ buttons }: MouseEvent): void {
  const isMainButtonDown = (buttons & MAIN_BUTTON) !== 0
  if (!isMainButtonDown) endPress()
}

function endPress(): void {
  if (!isPressed) return
  isPressed = false
  for (const type of END_EVENTS) window.removeEventListener(type, endAfterClick, true)
  window.removeEventListener('blur', endPress)
  window.removeEventListener('mousemove', endIfMissed, true)
  for (const listener of listeners) listener()
}

const getIsPressed = () => isPressed

// Notifies listeners only of the end of a press, because nothing has to be rendered at its start.
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Returns the value, but delays its changes until the current press ends. For content that takes space in the layout.
 */
export function useValueAfterPress<Value>(value: Value): Value {
  const isPressedNow = useSyncExternalStore(subscribe, getIsPressed, getIsPressed)
  const [valueBeforePress, setValueBeforePress] = useState(value)
  if (!isPressedNow && valueBeforePress !== value) setValueBeforePress(value)
  return isPressedNow ? valueBeforePress : value
}

/**
 * For blur handlers that change more than a message. If a press caused the blur, the latest `handler` runs after the
 * click of that press. Otherwise it runs immediately.
 */
export function useAfterPress(handler: () => void): () => void {
  const latest = useRef(handler)
  useEffect(() => {
    latest.current = handler
  })
  return () => {
    if (!isPressed) return latest.current()
    const unsubscribe = subscribe(() => {
      unsubscribe()
      latest.current()
    })
    return undefined
  }
}
