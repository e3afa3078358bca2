// Offers a new version of the portal. The new version is activated only when the user agrees.
import { m } from '#words/messages.js'
import { applyUpdate, postponeUpdate, useIsUpdateOffered, useUpdateHold } from '#services/device/updates.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'

export function UpdatePrompt() {
  const isOffered = useIsUpdateOffered()
  const holdReason = useUpdateHold()
  if (!isOffered) return null
  return (
    <div className="no-print px-4 pt-4 sm:px-6">
      <Banner
        title={m.app_newVersionReady()}
        onClose={postponeUpdate}
        actions={
          <Button
            size="small"
            disabledReason={holdReason && m.app_updateWaitsFor({ what: holdReason })}
            onClick={applyUpdate}
          >
            {m.app_reloadNow()}
          </Button>
        }
      />
    </div>
  )
}
