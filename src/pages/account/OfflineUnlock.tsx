// Turns on or off the offline unlock: without a connection, a passkey opens the drafts on this device.
import { m } from '#words/messages.js'
import { useState } from 'react'
import {
  OFFLINE_UNLOCK_DAYS,
  turnOffOfflineUnlock,
  turnOnOfflineUnlock,
  useHasOfflineUnlock,
} from '#flows/access/offline-unlock.ts'
import { OFFLINE_REASON, useConnection } from '#services/server/connection.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { Panel } from '#ui/Panel.tsx'

export function OfflineUnlock() {
  const isOn = useHasOfflineUnlock()
  const { online } = useConnection()
  const [state, setState] = useState<'idle' | 'pending' | { readonly refusal: string }>('idle')
  const isPending = state === 'pending'
  const supportsPasskeys = typeof PublicKeyCredential === 'function'
  const offlineReason = online ? undefined : OFFLINE_REASON
  const turnOn = async () => {
    setState('pending')
    const refusal = await turnOnOfflineUnlock()
    setState(refusal === undefined ? 'idle' : { refusal })
  }
  return (
    <Panel
      title={m.account_draftsOffline()}
      actions={
        isOn ? (
          <Button size="small" onClick={turnOffOfflineUnlock}>
            {m.account_turnOffUnlock()}
          </Button>
        ) : (
          <Button
            size="small"
            pending={isPending}
            disabledReason={supportsPasskeys ? offlineReason : m.account_passkeysUnsupported()}
            onClick={() => void turnOn()}
          >
            {m.account_turnOnUnlock()}
          </Button>
        )
      }
    >
      <p className="text-muted">{m.account_whatUnlockDoes({ days: OFFLINE_UNLOCK_DAYS })}</p>
      {isOn && <p className="mt-2 font-medium">{m.account_unlockIsOn()}</p>}
      {typeof state === 'object' && <Banner kind="critical" title={state.refusal} />}
    </Panel>
  )
}
