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
import * as say from '#words/pages/account.ts'

const factors = { none: say.noFactor, app: say.authenticatorApp, email: say.codeByEmail } as const

export function SecondFactor() {
  const { data, failure, refresh } = useAsk('securitySettings', {})
  const { online } = useConnection()
  const [asking, setAsking] = useState(false)
  const [newCodes, setNewCodes] = useState<readonly string[]>()
  const hasApp = data?.secondFactor === 'app'
  return (
    <Panel
      title={say.secondFactorTitle}
      actions={
        hasApp && (
          <Button size="small" disabledReason={online ? undefined : OFFLINE_REASON} onClick={() => setAsking(true)}>
            {say.newRecoveryCodes}
          </Button>
        )
      }
    >
      {data ? (
        <Facts
          facts={[
            {
              label: say.secondFactor,
              value: (
                <Badge tone={data.secondFactor === 'none' ? 'neutral' : 'positive'}>{factors[data.secondFactor]}</Badge>
              ),
            },
            ...(hasApp ? [{ label: say.recoveryCodesLeft, value: String(data.recoveryCodesLeft) }] : []),
            {
              label: say.passwordChanged,
              value: data.passwordChangedAt ? <Instant value={data.passwordChangedAt} /> : say.never,
            },
          ]}
        />
      ) : (
        <NotToldYet failure={failure} lines={2} onRetry={refresh} />
      )}
      <PasswordDialog
        open={asking}
        title={say.newRecoveryCodes}
        effect={say.newCodesEffect}
        verb={say.makeNewCodes}
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
      title={say.yourNewRecoveryCodes}
      description={say.whatCodesAreFor}
      footer={
        <Button kind="primary" onClick={onDone} disabledReason={kept ? undefined : say.saveCodesFirst}>
          {say.ok}
        </Button>
      }
    >
      <OnceCodes
        codes={codes}
        title={say.recoveryCodesFor(client.name, client.title)}
        fileName={`${client.key}-recovery-codes.txt`}
        kept={kept}
        onKept={setKept}
      />
    </Dialog>
  )
}
