// Detects a press of the mouse button or a finger, from mousedown to the click. A press also moves the focus out of a
// field. A message that appears then must not move the layout: the button under the pointer would move away and the
// click would be lost.
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'

let isPressed = false
const listeners = new Set<() => void>()

/** Called once by the app. On touch screens, browsers send these mouse events and the change of focus after the tap. */
export function watchPresses(): void {
  window.addEventListener('mousedown', begin, true)
}

function begin({ button }: MouseEvent): void {
  if (button !== 0 || isPressed) return
  isPressed = true
  for (const type of END_EVENTS) window.addEventListener(type, endAfterClick, true)
  window.addEventListener('blur', end)
  window.addEventListener('mousemove', endIfMissed, true)
}

// A drag ends without mouseup. A key press means that the user no longer aims at anything.
const END_EVENTS = ['mouseup', 'dragend', 'keydown'] as const

/** The click follows mouseup within the same task. */
function endAfterClick(): void {
  setTimeout(end, 0)
}

/** The mouseup was not seen, for example because it happened over the list of a native select. */
function endIfMissed({ buttons }: MouseEvent): void {
  // Bit 1 is the main button.
  if ((buttons & 1) === 0) end()
}

function end(): void {
  if (!isPressed) return
  isPressed = false
  for (const type of END_EVENTS) window.removeEventListener(type, endAfterClick, true)
  window.removeEventListener('blur', end)
  window.removeEventListener('mousemove', endIfMissed, true)
  for (const listener of listeners) listener()
}

const getIsPressed = () => isPressed

// Notifies listeners only of the end: nothing has to be rendered at the start.
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Delays changes of a value until the current press ends. For content that takes space in the layout. */
export function useValueAfterPress<Value>(value: Value): Value {
  const isPressedNow = useSyncExternalStore(subscribe, getIsPressed, getIsPressed)
  const [valueBeforePress, setValueBeforePress] = useState(value)
  if (!isPressedNow && valueBeforePress !== value) setValueBeforePress(value)
  return isPressedNow ? valueBeforePress : value
}

/**
 * For blur handlers that change more than a message. If a press caused the blur, the latest `handler` runs after the
 * click of that press, otherwise immediately.
 */
export function useAfterPress(handler: () => void): () => void {
  const latest = useRef(handler)
  useEffect(() => {
    latest.current = handler
  })
  return () => {
    if (!isPressed) return latest.current()
    const stop = subscribe(() => {
      stop()
      latest.current()
    })
    return undefined
  }
}
