// The storage that the portal uses on this device, and the browser's limit.
import { m } from '#words/messages.js'
import { useEffect, useState } from 'react'
import { type StorageUsage, storageUsage } from '#storage/usage.ts'
import { bytesToText } from './words.ts'

/** Measures again when `changes` changes. */
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
      {m.drafts_storageUsed({ used: bytesToText(usage.used), allowed: bytesToText(usage.allowed) })}
    </p>
  )
}
