// A new version of the portal waits: said once, quietly, and done only when the operator says so (threats T50).
import { useState } from 'react'
import { useUpdateHold } from '#services/updates.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { applyUpdate, useUpdateWaiting } from './updates.ts'

export function UpdatePrompt() {
  const waiting = useUpdateWaiting()
  const hold = useUpdateHold()
  const [later, setLater] = useState(false)
  if (!waiting || later) return null
  return (
    <div className="no-print px-4 pt-4 sm:px-6">
      <Banner
        title="New version ready: reload when you finish"
        onClose={() => setLater(true)}
        actions={
          <Button size="small" disabledReason={hold} onClick={applyUpdate}>
            Reload now
          </Button>
        }
      />
    </div>
  )
}
