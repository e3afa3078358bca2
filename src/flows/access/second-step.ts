// Handles a page reload in the one-time-code view or during enrolment. The password is not stored, so the sign-in page
// asks for it again and says why. Only the fact that this step was open is remembered, for this tab.
import { useEffect, useState } from 'react'
import type { MfaStatus } from '#domain/access/login-outcomes.ts'

const KEY = 'portal.second-step'

/** True after a reload that interrupted the second step, until the next attempt to sign in. */
export function useWasStepInterrupted(status: MfaStatus, isPending: boolean): boolean {
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
    // Storage is disabled: the page asks for the password without saying why.
  }
}

function forget(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Storage is disabled, so nothing was stored.
  }
}
