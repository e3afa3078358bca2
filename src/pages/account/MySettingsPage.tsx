// /user/detail (My Settings): the user's data (read-only), and settings for security, emails, language and this device.
import { m } from '#words/messages.js'
import { KeyRound } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { useSession } from '#services/session/session.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Page } from '#ui/Page.tsx'
import { Panel } from '#ui/Panel.tsx'
import { Appearance } from './Appearance.tsx'
import { LanguageChoice } from './LanguageChoice.tsx'
import { MailAlerts } from './MailAlerts.tsx'
import { OfflineUnlock } from './OfflineUnlock.tsx'
import { Passkeys } from './Passkeys.tsx'
import { SecondFactor } from './SecondFactor.tsx'
import { Sessions } from './Sessions.tsx'
import { SharedColumns } from './SharedColumns.tsx'
import { ThisDevice } from './ThisDevice.tsx'

export default function MySettingsPage() {
  const user = useSession()?.user
  const navigate = useNavigate()
  if (!user) return null
  return (
    <Page
      title={m.common_mySettings()}
      width="narrow"
      actions={
        <Button kind="primary" icon={<KeyRound aria-hidden />} onClick={() => void navigate('/user/changepassword')}>
          {m.common_changePassword()}
        </Button>
      }
    >
      <Panel title={m.account_yourAccount()}>
        <Facts
          inPairs
          facts={[
            { label: m.account_firstName(), value: user.firstname },
            { label: m.account_lastName(), value: user.lastname },
            { label: m.common_email(), value: user.email },
            { label: m.common_username(), value: user.username },
          ]}
        />
        <p className="mt-3 text-sm text-muted">{m.account_adminCanChangeThese()}</p>
      </Panel>
      <LanguageChoice />
      <SecondFactor />
      <Passkeys />
      <OfflineUnlock />
      <Sessions />
      <MailAlerts />
      <SharedColumns />
      <Appearance />
      <ThisDevice />
    </Page>
  )
}
