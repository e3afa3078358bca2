// Offers to install the portal, once there was a use for it; who says no is not asked again on this device.
import { useInstall } from '#services/install.ts'
import { usePreference } from '#services/preference.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'

export function InstallOffer() {
  const install = useInstall()
  const [answer, setAnswer] = usePreference('install-offer', ['open', 'declined'])
  if (!install || answer === 'declined') return null
  return (
    <Banner
      title="Install the portal on this device"
      actions={
        <Button size="small" onClick={install}>
          Install
        </Button>
      }
      onClose={() => setAnswer('declined')}
    >
      It opens in a window of its own, takes files that you open with it, and shows on its icon how much waits for you.
    </Banner>
  )
}
