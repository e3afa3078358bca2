// Handles a page reload while the user enters a one-time code or enrols. The password is not stored, so the sign-in
// page asks for the password again and says why. This tab remembers only that the second step was open.
import { useEffect, useState } from 'react'
import type { MfaStatus } from '#domain/access/login-outcomes.ts'

const KEY = 'portal.second-step'

/** True after a reload that interrupted the second step, until the next attempt to sign in. */
export function useWasStepInterrupted(status: MfaStatus, isPending: boolean): boolean {
  const [wasOpen, setWasOpen] = useState(readIsOpen)
  const isOpen = status === 'required' || status === 'not enrolled'
  useEffect(() => {
    if (isOpen) storeIsOpen()
    else if (!isPending) forgetIsOpen()
  }, [isOpen, isPending])
  if (wasOpen && isPending) setWasOpen(false)
  return wasOpen && !isOpen
}

function readIsOpen(): boolean {
  try {
    return sessionStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}

function storeIsOpen(): void {
  try {
    sessionStorage.setItem(KEY, 'open')
  } catch {
    // Storage is disabled: the page asks for the password without saying why.
  }
}

function forgetIsOpen(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Storage is disabled, so nothing was stored.
  }
}
