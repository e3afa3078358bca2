// A page that must not be left without a word says so here; the router asks before it goes (ui "Unsaved work").
import { useEffect, useState } from 'react'

interface Guard {
  /** Shows the question; `go` is what happens when the answer is to leave. */
  readonly ask: (go: () => void) => void
}

export interface LeaveGuard {
  /** Somebody wants to leave, and the question is to be shown. */
  readonly asking: boolean
  readonly leave: () => void
  readonly stay: () => void
}

let guard: Guard | undefined

/** Holds the page while `active`: links, back and forward ask first; closing or reloading the tab asks in the browser's words. */
export function useLeaveGuard(active: boolean): LeaveGuard {
  const [go, setGo] = useState<() => void>()
  useEffect(() => {
    if (!active) return
    const own: Guard = { ask: (next) => setGo(() => next) }
    guard = own
    const closing = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', closing)
    return () => {
      if (guard === own) guard = undefined
      removeEventListener('beforeunload', closing)
    }
  }, [active])
  const stay = () => setGo(undefined)
  const leave = () => {
    stay()
    guard = undefined
    go?.()
  }
  return { asking: active && go !== undefined, leave, stay }
}

/** For the router: true when the page wants to be asked, and then `go` waits for the answer. */
export function asksBeforeLeaving(go: () => void): boolean {
  if (!guard) return false
  guard.ask(go)
  return true
}
