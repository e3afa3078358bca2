// Passkeys: an additional second factor on this device or on a security key.
import { m } from '#words/messages.js'
import { Fingerprint, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Result } from '#contract/operations.ts'
import { addPasskey, removePasskey } from '#flows/access/account.ts'
import { OFFLINE_REASON, useConnection } from '#services/server/connection.ts'
import { useServerQuery } from '#services/server/queries.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { IconButton } from '#ui/buttons/IconButton.tsx'
import { Instant } from '#ui/Instant.tsx'
import { Panel } from '#ui/Panel.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { NotLoaded } from './NotLoaded.tsx'
import { PasswordDialog } from './PasswordDialog.tsx'

type Passkey = Result<'passkeys'>['passkeys'][number]

// The limit that the contract sets for registerPasskey.
const MAX_NAME_LENGTH = 60

export function Passkeys() {
  const { data, failure, refresh } = useServerQuery('passkeys', {})
  const { online } = useConnection()
  /** Which dialog is open: 'add', or the passkey to remove. Undefined if none is open. */
  const [dialog, setDialog] = useState<'add' | Passkey>()
  const [name, setName] = useState('')
  const closeDialog = () => setDialog(undefined)
  const closeAfterSuccess = () => {
    closeDialog()
    refresh()
  }
  const passkeyToRemove = dialog === 'add' ? undefined : dialog
  const offlineReason = online ? undefined : OFFLINE_REASON
  return (
    <Panel
      title={m.account_passkeys()}
      actions={
        <Button
          size="small"
          icon={<Plus aria-hidden />}
          disabledReason={supportsPasskeys() ? offlineReason : m.account_passkeysUnsupported()}
          onClick={() => {
            setName('')
            setDialog('add')
          }}
        >
          {m.account_addPasskeyTitle()}
        </Button>
      }
    >
      <p className="mb-3 text-muted">{m.account_whatPasskeyDoes()}</p>
      {data ? (
        <PasskeyList passkeys={data.passkeys} blockedReason={offlineReason} onRemove={setDialog} />
      ) : (
        <NotLoaded failure={failure} lines={2} onRetry={refresh} />
      )}
      <PasswordDialog
        open={dialog === 'add'}
        title={m.account_addPasskeyTitle()}
        effect={m.account_nameThePasskey()}
        confirmLabel={m.account_addPasskey()}
        disabledReason={name.trim() === '' ? m.account_enterNameFirst() : undefined}
        onCancel={closeDialog}
        onConfirm={async (password) => {
          const result = await addPasskey(name.trim(), password)
          if (!result.ok) return result.text
          closeAfterSuccess()
          return undefined
        }}
      >
        <TextField
          label={m.common_name()}
          name="passkeyName"
          autoComplete="off"
          maxLength={MAX_NAME_LENGTH}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </PasswordDialog>
      <PasswordDialog
        open={passkeyToRemove !== undefined}
        title={m.account_removePasskey()}
        effect={m.account_removalEffect({ name: passkeyToRemove?.name ?? '' })}
        confirmLabel={m.account_removePasskey()}
        danger
        onCancel={closeDialog}
        onConfirm={async (password) => {
          const result = await removePasskey(passkeyToRemove?.passkeyId ?? '', password)
          if (!result.ok) return result.text
          closeAfterSuccess()
          return undefined
        }}
      />
    </Panel>
  )
}

interface PasskeyListProps {
  readonly passkeys: readonly Passkey[]
  /** Why passkeys cannot be removed now. Undefined if they can. */
  readonly blockedReason: string | undefined
  readonly onRemove: (passkey: Passkey) => void
}

function PasskeyList({ passkeys, blockedReason, onRemove }: PasskeyListProps) {
  if (passkeys.length === 0) return <p>{m.account_noPasskeyYet()}</p>
  return (
    <ul className="grid divide-y divide-line">
      {passkeys.map((passkey) => (
        <li key={passkey.passkeyId} className="flex items-center gap-3 py-2">
          <Fingerprint aria-hidden className="size-4 shrink-0 text-muted" />
          <div className="min-w-0 flex-1">
            <p className="font-medium wrap-anywhere">{passkey.name}</p>
            <p className="text-sm text-muted">
              {m.account_added()} <Instant value={passkey.createdAt} />
              {passkey.lastUsedAt && (
                <>
                  {m.account_lastUsed()} <Instant value={passkey.lastUsedAt} />
                </>
              )}
            </p>
          </div>
          <IconButton
            label={m.account_removePasskeyName({ name: passkey.name })}
            icon={<Trash2 aria-hidden />}
            disabledReason={blockedReason}
            onClick={() => onRemove(passkey)}
          />
        </li>
      ))}
    </ul>
  )
}

// Browsers support WebAuthn only on https and localhost.
const supportsPasskeys = () => typeof PublicKeyCredential === 'function'
