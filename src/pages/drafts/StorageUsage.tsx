// A line of text with the storage that the portal uses on this device, and the browser's limit.
import { m } from '#words/messages.js'
import { useEffect, useState } from 'react'
import { type StorageUsage as MeasuredUsage, storageUsage } from '#storage/usage.ts'
import { bytesToText } from './words.ts'

/** Measures again when `refreshKey` changes. */
export function StorageUsage({ refreshKey }: { readonly refreshKey: unknown }) {
  const [usage, setUsage] = useState<MeasuredUsage>()
  useEffect(() => {
    let isUnmounted = false
    void storageUsage().then((measured) => !isUnmounted && setUsage(measured))
    return () => {
      isUnmounted = true
    }
  }, [refreshKey])
  if (!usage) return null
  return (
    <p className="text-sm text-muted">
      {m.drafts_storageUsed({ used: bytesToText(usage.used), allowed: bytesToText(usage.limit) })}
    </p>
  )
}
