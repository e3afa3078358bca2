// A reload in the one-time-code view or while enrolling: the password is kept nowhere, so it is asked for again, and the sign-in
// page says why. Only that the step was open is remembered, for this tab.
import { useEffect, useState } from 'react'
import type { MfaStatus } from '#domain/access/login-outcomes.ts'

const KEY = 'portal.second-step'

/** True on the page that follows such a reload, until the next attempt to sign in. */
export function useInterruptedStep(status: MfaStatus, isPending: boolean): boolean {
  const [wasOpen, setWasOpen] = useState(read)
  const isOpen = status === 'required' || status === 'not enrolled'
  useEffect(() => {
    if (isOpen) write()
    else if (!isPending) forget()
  }, [isOpen, isPending])
  if (wasOpen && isPending) setWasOpen(false)
  return wasOpen && !isOpen
}

function read(): boolean {
  try {
    return sessionStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}

function write(): void {
  try {
    sessionStorage.setItem(KEY, 'open')
  } catch {
    // Storage is switched off: the page asks for the password without saying why.
  }
}

function forget(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // As above.
  }
}
