// The portal on this device: installation and notifications.
import { m } from '#words/messages.js'
import { type InstallMethod, installMethod, useInstall } from '#services/device/install.ts'
import { isInstalledWindow } from '#services/device/persistence.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { Panel } from '#ui/Panel.tsx'
import { SystemNotices } from './SystemNotices.tsx'

export function ThisDevice() {
  const install = useInstall()
  const isInstalled = isInstalledWindow()
  const method = installMethod()
  const hasOwnMenu = method !== 'none'
  // A browser without a prompt and without its own menu can still offer the prompt later. Until then the button is
  // disabled and says why.
  const showsButton = !isInstalled && (install !== undefined || !hasOwnMenu)
  const showsInstructions = !isInstalled && install === undefined
  return (
    <Panel
      title={m.account_thisDevice()}
      actions={
        showsButton && (
          <Button size="small" disabledReason={install ? undefined : m.account_installNotOffered()} onClick={install}>
            {m.account_installPortal()}
          </Button>
        )
      }
    >
      <p className="text-muted">{isInstalled ? m.account_isInstalled() : m.account_installedEffect()}</p>
      {showsInstructions && hasOwnMenu && <p className="mt-2">{instructions[method]}</p>}
      <div className="mt-4">
        <SystemNotices />
      </div>
    </Panel>
  )
}

/** Instructions for browsers that install the portal only through their own menu. */
const instructions: Readonly<Record<Exclude<InstallMethod, 'none'>, string>> = {
  dock: m.account_installInDock(),
  homeScreen: m.account_installOnHomeScreen(),
  menu: m.account_installByMenu(),
}
