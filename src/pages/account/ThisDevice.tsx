// The portal on this device: installation and notifications.
import { isInstalledWindow, useInstall } from '#services/device/install.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { Panel } from '#ui/Panel.tsx'
import { SystemNotices } from './SystemNotices.tsx'
import * as say from '#words/pages/account.ts'

export function ThisDevice() {
  const install = useInstall()
  const isInstalled = isInstalledWindow()
  return (
    <Panel
      title={say.thisDevice}
      actions={
        !isInstalled && (
          <Button size="small" disabledReason={install ? undefined : say.cannotInstall} onClick={install}>
            {say.installPortal}
          </Button>
        )
      }
    >
      <p className="text-muted">{isInstalled ? say.isInstalled : say.whatInstalledMeans}</p>
      <div className="mt-4">
        <SystemNotices />
      </div>
    </Panel>
  )
}
