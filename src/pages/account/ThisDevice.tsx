// What the portal may do on this device beyond its pages: stand among its apps, and notify.
import { useInstall } from '#services/install.ts'
import { Button } from '#ui/Button.tsx'
import { Panel } from '#ui/Panel.tsx'
import { SystemNotices } from './SystemNotices.tsx'

export function ThisDevice() {
  const install = useInstall()
  const isInstalled = matchMedia('(display-mode: standalone), (display-mode: window-controls-overlay)').matches
  return (
    <Panel
      title="This device"
      actions={
        !isInstalled && (
          <Button
            size="small"
            disabledReason={
              install ? undefined : 'This browser does not offer it here, or the portal is installed already'
            }
            onClick={install}
          >
            Install the portal
          </Button>
        )
      }
    >
      <p className="text-muted">
        {isInstalled
          ? 'The portal is installed here: it opens in a window of its own, and csv, xls and xlsx files can be opened with it.'
          : 'Installed, the portal opens in a window of its own, and csv, xls and xlsx files can be opened with it.'}
      </p>
      <div className="mt-4">
        <SystemNotices />
      </div>
    </Panel>
  )
}
