// How much of this device the portal takes, and how much the browser lets it take.
import { useEffect, useState } from 'react'
import { type StorageUsage, storageUsage } from '#storage/usage.ts'
import { bytesToText } from './words.ts'

/** `changes`: measured again whenever it is another value. */
export function StorageLine({ changes }: { readonly changes: unknown }) {
  const [usage, setUsage] = useState<StorageUsage>()
  useEffect(() => {
    let isGone = false
    void storageUsage().then((found) => !isGone && setUsage(found))
    return () => {
      isGone = true
    }
  }, [changes])
  if (!usage) return null
  return (
    <p className="text-sm text-muted">
      The portal takes {bytesToText(usage.used)} of this device; the browser allows it {bytesToText(usage.allowed)}.
      Drafts are encrypted: after you have signed out nobody can read them, and they open again when you sign in.
    </p>
  )
}
