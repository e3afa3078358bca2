// The machine users: state, scopes, limits and last use, with confirm, unlock and revoke.
import { m } from '#words/messages.js'
import { useState } from 'react'
import type { MachineUser } from '#contract/machines.ts'
import { machineScopes, machineStateLabels } from '#domain/access/machine-users.ts'
import { commas } from '#words/lists.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { Instant } from '#ui/Instant.tsx'
import { ConfirmDialog } from '#ui/overlays/ConfirmDialog.tsx'
import { useMachineChange } from './useMachineChange.ts'

interface MachineListProps {
  readonly machines: readonly MachineUser[]
  readonly onChanged: () => void
}

const tones = { active: 'positive', waiting: 'warning', locked: 'critical', ended: 'neutral' } as const

export function MachineList({ machines, onChanged }: MachineListProps) {
  const { run, isWaiting } = useMachineChange(onChanged)
  const [toRevoke, setToRevoke] = useState<MachineUser>()
  return (
    <>
      <ul className="grid divide-y divide-line">
        {machines.map((machine) => {
          const { machineUserID: id, state } = machine
          const act = (method: 'confirmMachineUser' | 'unlockMachineUser', label: string, refusal?: string) => (
            <Button
              size="small"
              pending={isWaiting(method, id)}
              disabledReason={refusal}
              onClick={() => void run(method, { machineUserID: id }, id)}
            >
              {label}
            </Button>
          )
          return (
            <li key={id} className="flex flex-wrap items-center gap-3 py-3">
              <div className="min-w-0 flex-1 basis-72">
                <p className="flex flex-wrap items-center gap-2 font-medium">
                  {machine.name} <Badge tone={tones[state]}>{machineStateLabels[state]}</Badge>
                </p>
                <p className="text-sm text-muted">
                  <span dir="ltr">{machine.keyStart}…</span> ·{' '}
                  {commas(machine.scopes.map((s) => machineScopes[s].label))}
                </p>
                {machine.addresses.length > 0 && (
                  <p dir="ltr" className="text-sm text-muted">
                    {commas(machine.addresses)}
                  </p>
                )}
                <p className="text-sm text-muted">
                  {m.audit_endsAt()} <Instant value={machine.endsAt} /> ·{' '}
                  {machine.lastUsedAt === null ? (
                    m.machines_neverUsed()
                  ) : (
                    <>
                      {m.machines_lastUsed()} <Instant value={machine.lastUsedAt} />{' '}
                      <span dir="ltr">{machine.lastUsedFrom}</span>
                    </>
                  )}
                </p>
              </div>
              {state === 'waiting' && act('confirmMachineUser', m.machines_confirm(), machine.refusal)}
              {state === 'locked' && act('unlockMachineUser', m.machines_unlock())}
              <Button size="small" kind="danger" onClick={() => setToRevoke(machine)}>
                {m.machines_revoke()}
              </Button>
            </li>
          )
        })}
      </ul>
      <ConfirmDialog
        open={toRevoke !== undefined}
        title={m.machines_revokeTitle({ name: toRevoke?.name ?? '' })}
        effect={m.machines_revokeEffect()}
        confirmLabel={m.machines_revoke()}
        danger
        pending={isWaiting('revokeMachineUser', toRevoke?.machineUserID ?? '')}
        onCancel={() => setToRevoke(undefined)}
        onConfirm={() => {
          const id = toRevoke?.machineUserID ?? ''
          void run('revokeMachineUser', { machineUserID: id }, id).then(() => setToRevoke(undefined))
        }}
      />
    </>
  )
}
