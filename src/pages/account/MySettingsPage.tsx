// /user/detail (access §2, My Settings): who one is here, read-only, what protects the account, which e-mails come, and how it looks.
import { KeyRound } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { useSession } from '#services/session.ts'
import { Button } from '#ui/Button.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Page } from '#ui/Page.tsx'
import { Panel } from '#ui/Panel.tsx'
import { Appearance } from './Appearance.tsx'
import { MailAlerts } from './MailAlerts.tsx'
import { Passkeys } from './Passkeys.tsx'
import { SecondFactor } from './SecondFactor.tsx'
import { Sessions } from './Sessions.tsx'
import { ThisDevice } from './ThisDevice.tsx'

export default function MySettingsPage() {
  const user = useSession()?.user
  const navigate = useNavigate()
  if (!user) return null
  return (
    <Page
      title="My Settings"
      width="narrow"
      actions={
        <Button kind="primary" icon={<KeyRound aria-hidden />} onClick={() => void navigate('/user/changepassword')}>
          Change Password
        </Button>
      }
    >
      <Panel title="Your account">
        <Facts
          inPairs
          facts={[
            { label: 'First Name', value: user.firstname },
            { label: 'Last Name', value: user.lastname },
            { label: 'Email', value: user.email },
            { label: 'Username', value: user.username },
          ]}
        />
        <p className="mt-3 text-sm text-muted">An administrator of your programme can change these.</p>
      </Panel>
      <SecondFactor />
      <Passkeys />
      <Sessions />
      <MailAlerts />
      <Appearance />
      <ThisDevice />
    </Page>
  )
}
