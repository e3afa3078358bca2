// /logout: ends the session here and in every tab at once; the gate then shows the sign-in page (access §2).
import { useEffect } from 'react'
import { signOut } from '#flows/access/session.ts'

export default function LogoutPage() {
  useEffect(signOut, [])
  return null
}
