// Offers to install the portal after the first successful action. A user who declines is not asked again on this
// device.
import { m } from '#words/messages.js'
import { useInstall } from '#services/device/install.ts'
import { usePreference } from '#services/device/preference.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'

export function InstallOffer() {
  const install = useInstall()
  const [state, setState] = usePreference('install-offer', ['open', 'declined'])
  if (!install || state === 'declined') return null
  const decline = () => setState('declined')
  // Declining the browser's prompt counts as declining the offer.
  const prompt = async () => {
    if (!(await install())) decline()
  }
  return (
    <Banner
      title={m.common_installPortalOnThisDevice()}
      actions={
        <Button size="small" onClick={() => void prompt()}>
          {m.common_install()}
        </Button>
      }
      onClose={decline}
    >
      {m.common_installEffect()}
    </Banner>
  )
}
