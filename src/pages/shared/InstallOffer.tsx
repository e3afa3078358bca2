// Offers to install the portal after the first successful action. A user who declines is not asked again on this
// device.
import { m } from '#words/messages.js'
import { useInstall } from '#services/device/install.ts'
import { usePreference } from '#services/device/preference.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'

export function InstallOffer() {
  const install = useInstall()
  const [offerState, setOfferState] = usePreference('install-offer', ['open', 'declined'])
  if (!install || offerState === 'declined') return null
  const decline = () => setOfferState('declined')
  const prompt = async () => {
    const isAccepted = await install()
    // A user who declines the browser's prompt declines the offer, too.
    if (!isAccepted) decline()
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
