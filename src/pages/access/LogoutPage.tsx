// /logout: ends the session in every tab. Gate.tsx then shows the sign-in page.
import { useEffect } from 'react'
import { signOut } from '#flows/access/session.ts'

export default function LogoutPage() {
  useEffect(signOut, [])
  return null
}
