// react-router's browser router with one thing more: before another page opens it asks the one that is open
// (services/leave-guard). The data router could do it too, at a sixth of the sign-in page's size.
import { type ReactNode, useLayoutEffect, useState } from 'react'
import { Router, UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router-dom'
import { asksBeforeLeaving } from '#services/leave-guard.ts'

const history = createBrowserHistory({ v5Compat: true })

type To = Parameters<typeof history.push>[0]

const isElsewhere = (to: To) => (typeof to === 'string' ? to : to.pathname) !== history.location.pathname

const navigator = {
  createHref: history.createHref,
  encodeLocation: history.encodeLocation,
  go: history.go,
  push(to: To, state?: unknown) {
    const go = () => history.push(to, state)
    if (!isElsewhere(to) || !asksBeforeLeaving(go)) go()
  },
  replace(to: To, state?: unknown) {
    const go = () => history.replace(to, state)
    if (!isElsewhere(to) || !asksBeforeLeaving(go)) go()
  },
}

export function GuardedRouter({ basename, children }: { readonly basename: string; readonly children: ReactNode }) {
  const [{ action, location }, setPlace] = useState({ action: history.action, location: history.location })

  useLayoutEffect(() => {
    let current = history.location
    let isReturning = false
    return history.listen((update) => {
      // The browser has gone already: it is sent back, and forward again when the answer is to leave.
      const { delta } = update
      if (isReturning) {
        isReturning = false
        return
      }
      const isLeaving = update.action === 'POP' && update.location.pathname !== current.pathname && delta !== null
      if (isLeaving && asksBeforeLeaving(() => history.go(delta))) {
        isReturning = true
        history.go(-delta)
        return
      }
      current = update.location
      setPlace(update)
    })
  }, [])

  return (
    <Router basename={basename} location={location} navigationType={action} navigator={navigator}>
      {children}
    </Router>
  )
}
