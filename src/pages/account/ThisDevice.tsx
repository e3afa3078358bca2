// The portal on this device: installation and notifications.
import { type InstallWay, installWay, isInstalledWindow, useInstall } from '#services/device/install.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { Panel } from '#ui/Panel.tsx'
import { SystemNotices } from './SystemNotices.tsx'
import * as say from '#words/pages/account.ts'

export function ThisDevice() {
  const install = useInstall()
  const isInstalled = isInstalledWindow()
  const way = installWay()
  return (
    <Panel
      title={say.thisDevice}
      actions={
        !isInstalled &&
        (install || way === 'none') && (
          <Button size="small" disabledReason={install ? undefined : say.cannotInstall} onClick={install}>
            {say.installPortal}
          </Button>
        )
      }
    >
      <p className="text-muted">{isInstalled ? say.isInstalled : say.whatInstalledMeans}</p>
      {!isInstalled && !install && way !== 'none' && <p className="mt-2">{ways[way]}</p>}
      <div className="mt-4">
        <SystemNotices />
      </div>
    </Panel>
  )
}

/** Instructions for browsers that install through their own menu. */
const ways: Readonly<Record<Exclude<InstallWay, 'none'>, string>> = {
  dock: say.installInDock,
  homeScreen: say.installOnHomeScreen,
  menu: say.installByMenu,
}
