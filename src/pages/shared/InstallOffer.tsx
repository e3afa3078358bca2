// Offers to install the portal after the first successful action. A user who declines is not asked again on this
// device.
import { useInstall } from '#services/device/install.ts'
import { usePreference } from '#services/device/preference.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import * as say from '#words/pages/shared.ts'

export function InstallOffer() {
  const install = useInstall()
  const [answer, setAnswer] = usePreference('install-offer', ['open', 'declined'])
  if (!install || answer === 'declined') return null
  const decline = () => setAnswer('declined')
  // Declining the browser's prompt counts, too.
  const prompt = async () => {
    if (!(await install())) decline()
  }
  return (
    <Banner
      title={say.installPortalOnThisDevice}
      actions={
        <Button size="small" onClick={() => void prompt()}>
          {say.install}
        </Button>
      }
      onClose={decline}
    >
      {say.itOpensInWindow}
    </Banner>
  )
}
