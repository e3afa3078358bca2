// The user's second factor: sets up, replaces and removes an authenticator app, and renews its recovery codes.
import { m } from '#words/messages.js'
import { useState } from 'react'
import { client } from '#brand/current.ts'
import type { Result } from '#contract/operations.ts'
import {
  confirmAuthenticator,
  offerAuthenticator,
  removeAuthenticator,
  renewRecoveryCodes,
} from '#flows/access/account.ts'
import { AppCodeForm, AppSecret } from '#pages/shared/AppSetup.tsx'
import { OFFLINE_REASON, useConnection } from '#services/server/connection.ts'
import { useServerQuery } from '#services/server/queries.ts'
import { Banner } from '#ui/Banner.tsx'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Instant } from '#ui/Instant.tsx'
import { RecoveryCodes } from '#ui/RecoveryCodes.tsx'
import { Panel } from '#ui/Panel.tsx'
import { NotLoaded } from './NotLoaded.tsx'
import { PasswordDialog } from './PasswordDialog.tsx'

const factorLabels = {
  none: m.common_noFactor(),
  app: m.common_authenticatorApp(),
  email: m.account_codeByEmail(),
} as const

/** The secret for a new authenticator app. The app becomes the second factor when the user types its first code. */
type Offer = Result<'offerAuthenticator'>

export function SecondFactor() {
  const { data, failure, refresh } = useServerQuery('securitySettings', {})
  const { online } = useConnection()
  const [dialog, setDialog] = useState<'renew' | 'set up' | 'remove'>()
  const [offer, setOffer] = useState<Offer>()
  const [newCodes, setNewCodes] = useState<readonly string[]>()
  const hasApp = data?.secondFactor === 'app'
  const setUpLabel = hasApp ? m.account_replaceApp() : m.account_setUpApp()
  const offlineReason = online ? undefined : OFFLINE_REASON
  const closeDialog = () => setDialog(undefined)
  return (
    <Panel
      title={m.common_secondFactorTitle()}
      actions={
        hasApp && (
          <Button size="small" disabledReason={offlineReason} onClick={() => setDialog('renew')}>
            {m.account_newRecoveryCodes()}
          </Button>
        )
      }
    >
      {data ? (
        <>
          <Facts
            facts={[
              {
                label: m.common_secondFactor(),
                value: (
                  <Badge tone={data.secondFactor === 'none' ? 'neutral' : 'positive'}>
                    {factorLabels[data.secondFactor]}
                  </Badge>
                ),
              },
              ...(hasApp ? [{ label: m.account_recoveryCodesLeft(), value: String(data.recoveryCodesLeft) }] : []),
              {
                label: m.account_passwordChanged(),
                value: data.passwordChangedAt ? <Instant value={data.passwordChangedAt} /> : m.account_never(),
              },
            ]}
          />
          <div className="mt-4 flex flex-wrap gap-2">
            <Button size="small" disabledReason={offlineReason} onClick={() => setDialog('set up')}>
              {setUpLabel}
            </Button>
            {data.appRemovable && (
              <Button size="small" disabledReason={offlineReason} onClick={() => setDialog('remove')}>
                {m.account_removeApp()}
              </Button>
            )}
          </div>
        </>
      ) : (
        <NotLoaded failure={failure} lines={2} onRetry={refresh} />
      )}
      <PasswordDialog
        open={dialog === 'renew'}
        title={m.account_newRecoveryCodes()}
        effect={m.account_newCodesEffect()}
        confirmLabel={m.account_makeNewCodes()}
        onCancel={closeDialog}
        onConfirm={async (password) => {
          const result = await renewRecoveryCodes(password)
          if (!result.ok) return result.text
          closeDialog()
          setNewCodes(result.value)
          refresh()
          return undefined
        }}
      />
      <PasswordDialog
        open={dialog === 'set up'}
        title={setUpLabel}
        effect={hasApp ? m.account_replaceEffect() : m.account_setUpEffect()}
        confirmLabel={m.common_continue()}
        onCancel={closeDialog}
        onConfirm={async (password) => {
          const result = await offerAuthenticator(password)
          if (!result.ok) return result.text
          closeDialog()
          setOffer(result.value)
          return undefined
        }}
      />
      <PasswordDialog
        open={dialog === 'remove'}
        title={m.account_removeApp()}
        effect={m.account_removeAppEffect()}
        confirmLabel={m.account_removeApp()}
        danger
        onCancel={closeDialog}
        onConfirm={async (password) => {
          const result = await removeAuthenticator(password)
          if (!result.ok) return result.text
          closeDialog()
          refresh()
          return undefined
        }}
      />
      {offer && (
        <SetUpDialog
          title={setUpLabel}
          offer={offer}
          onClose={(codes) => {
            setOffer(undefined)
            setNewCodes(codes)
            // Needed even without codes: the response can have been lost although the app is set up.
            refresh()
          }}
        />
      )}
      {newCodes && <NewCodes codes={newCodes} onDone={() => setNewCodes(undefined)} />}
    </Panel>
  )
}

interface SetUpDialogProps {
  readonly title: string
  readonly offer: Offer
  /** Receives the recovery codes. Undefined if the user closed the dialog before the app was set up. */
  readonly onClose: (codes?: readonly string[]) => void
}

function SetUpDialog({ title, offer, onClose }: SetUpDialogProps) {
  const [pending, setPending] = useState(false)
  const [message, setMessage] = useState('')
  const submit = async (code: string) => {
    setMessage('')
    setPending(true)
    const result = await confirmAuthenticator(code)
    if (result.ok) {
      onClose(result.value)
      return
    }
    setPending(false)
    setMessage(result.text)
  }
  return (
    <Dialog
      open
      onClose={() => onClose()}
      locked={pending}
      size="small"
      title={title}
      description={m.account_keyIsValid()}
    >
      <div className="grid gap-4">
        {message !== '' && <Banner kind="critical" title={message} />}
        <AppSecret {...offer} />
        <AppCodeForm
          message={message}
          pending={pending}
          onCancel={() => onClose()}
          onAccept={(code) => void submit(code)}
        />
      </div>
    </Dialog>
  )
}

function NewCodes({ codes, onDone }: { readonly codes: readonly string[]; readonly onDone: () => void }) {
  const [isStored, setIsStored] = useState(false)
  return (
    <Dialog
      open
      onClose={onDone}
      locked={!isStored}
      title={m.account_yourNewRecoveryCodes()}
      description={m.account_whatCodesAreFor()}
      footer={
        <Button kind="primary" onClick={onDone} disabledReason={isStored ? undefined : m.common_saveCodesFirst()}>
          {m.common_ok()}
        </Button>
      }
    >
      <RecoveryCodes
        codes={codes}
        title={m.common_recoveryCodesFor({ portal: m.common_portalOf({ client: client.name }) })}
        fileName={`${client.key}-recovery-codes.txt`}
        isStored={isStored}
        onStored={setIsStored}
      />
    </Dialog>
  )
}
