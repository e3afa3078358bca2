// The second factor of one's own account, and new recovery codes for whoever has an authenticator app.
import { useState } from 'react'
import { client } from '#brand/current.ts'
import { renewRecoveryCodes } from '#flows/access/account.ts'
import { OFFLINE_REASON, useConnection } from '#services/connection.ts'
import { useAsk } from '#services/queries.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Instant } from '#ui/Instant.tsx'
import { OnceCodes } from '#ui/OnceCodes.tsx'
import { Panel } from '#ui/Panel.tsx'
import { NotToldYet } from './NotToldYet.tsx'
import { PasswordDialog } from './PasswordDialog.tsx'

const factors = { none: 'None', app: 'Authenticator app', email: 'Code by e-mail' } as const

export function SecondFactor() {
  const { data, failure, refresh } = useAsk('securitySettings', {})
  const { online } = useConnection()
  const [asking, setAsking] = useState(false)
  const [newCodes, setNewCodes] = useState<readonly string[]>()
  const hasApp = data?.secondFactor === 'app'
  return (
    <Panel
      title="Two-Factor Authentication"
      actions={
        hasApp && (
          <Button size="small" disabledReason={online ? undefined : OFFLINE_REASON} onClick={() => setAsking(true)}>
            New recovery codes
          </Button>
        )
      }
    >
      {data ? (
        <Facts
          facts={[
            {
              label: 'Second factor',
              value: (
                <Badge tone={data.secondFactor === 'none' ? 'neutral' : 'positive'}>{factors[data.secondFactor]}</Badge>
              ),
            },
            ...(hasApp ? [{ label: 'Recovery codes left', value: String(data.recoveryCodesLeft) }] : []),
            {
              label: 'Password changed',
              value: data.passwordChangedAt ? <Instant value={data.passwordChangedAt} /> : 'Never',
            },
          ]}
        />
      ) : (
        <NotToldYet failure={failure} lines={2} onRetry={refresh} />
      )}
      <PasswordDialog
        open={asking}
        title="New recovery codes"
        effect="You get new recovery codes. Those you have kept until now no longer work."
        verb="Make new codes"
        onCancel={() => setAsking(false)}
        onConfirm={async (password) => {
          const made = await renewRecoveryCodes(password)
          if (!made.ok) return made.text
          setAsking(false)
          setNewCodes(made.value)
          refresh()
          return undefined
        }}
      />
      {newCodes && <NewCodes codes={newCodes} onDone={() => setNewCodes(undefined)} />}
    </Panel>
  )
}

function NewCodes({ codes, onDone }: { readonly codes: readonly string[]; readonly onDone: () => void }) {
  const [kept, setKept] = useState(false)
  return (
    <Dialog
      open
      onClose={onDone}
      locked={!kept}
      title="Your new recovery codes"
      description="One of them lets you in if you lose your authenticator app. Each works once."
      footer={
        <Button
          kind="primary"
          onClick={onDone}
          disabledReason={kept ? undefined : 'Save the recovery codes first, and tick the box above'}
        >
          OK
        </Button>
      }
    >
      <OnceCodes
        codes={codes}
        title={`Recovery codes for ${client.name} ${client.title}`}
        fileName={`${client.key}-recovery-codes.txt`}
        kept={kept}
        onKept={setKept}
      />
    </Dialog>
  )
}
