// Offers a new version of the portal; it is installed only when the user agrees.
import { applyUpdate, postponeUpdate, useIsUpdateOffered, useUpdateHold } from '#services/device/updates.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import * as say from '#words/app.ts'

export function UpdatePrompt() {
  const isOffered = useIsUpdateOffered()
  const hold = useUpdateHold()
  if (!isOffered) return null
  return (
    <div className="no-print px-4 pt-4 sm:px-6">
      <Banner
        title={say.newVersionReady}
        onClose={postponeUpdate}
        actions={
          <Button size="small" disabledReason={hold && say.updateWaitsFor(hold)} onClick={applyUpdate}>
            {say.reloadNow}
          </Button>
        }
      />
    </div>
  )
}
