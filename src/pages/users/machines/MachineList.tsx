// The machine users with their state, scopes, networks, end and last use. Administrators can confirm, unlock and revoke
// a machine user.
import { m } from '#words/messages.js'
import { useState } from 'react'
import type { MachineUser } from '#contract/machines.ts'
import { machineScopes, machineStateLabels } from '#domain/access/machine-users.ts'
import { commas } from '#words/lists.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { Instant } from '#ui/Instant.tsx'
import { ConfirmDialog } from '#ui/overlays/ConfirmDialog.tsx'
import { useButtonChange } from '../useButtonChange.ts'

interface MachineListProps {
  readonly machines: readonly MachineUser[]
  readonly onChanged: () => void
}

const tones = { active: 'positive', waiting: 'warning', locked: 'critical', ended: 'neutral' } as const

export function MachineList({ machines, onChanged }: MachineListProps) {
  const { run, isWaiting } = useButtonChange(onChanged)
  const [machineToRevoke, setMachineToRevoke] = useState<MachineUser>()
  const revoke = async (id: string) => {
    await run('revokeMachineUser', { machineUserID: id }, id)
    setMachineToRevoke(undefined)
  }
  return (
    <>
      <ul className="grid divide-y divide-line">
        {machines.map((machine) => {
          const { machineUserID: id, state } = machine
          return (
            <li key={id} className="flex flex-wrap items-center gap-3 py-3">
              <div className="min-w-0 flex-1 basis-72">
                <p className="flex flex-wrap items-center gap-2 font-medium">
                  {machine.name} <Badge tone={tones[state]}>{machineStateLabels[state]}</Badge>
                </p>
                <p className="text-sm text-muted">
                  <span dir="ltr">{machine.keyStart}…</span> ·{' '}
                  {commas(machine.scopes.map((scope) => machineScopes[scope].label))}
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
              {state === 'waiting' && (
                <Button
                  size="small"
                  pending={isWaiting('confirmMachineUser', id)}
                  disabledReason={machine.refusal}
                  onClick={() => void run('confirmMachineUser', { machineUserID: id }, id)}
                >
                  {m.machines_confirm()}
                </Button>
              )}
              {state === 'locked' && (
                <Button
                  size="small"
                  pending={isWaiting('unlockMachineUser', id)}
                  onClick={() => void run('unlockMachineUser', { machineUserID: id }, id)}
                >
                  {m.machines_unlock()}
                </Button>
              )}
              <Button size="small" kind="danger" onClick={() => setMachineToRevoke(machine)}>
                {m.machines_revoke()}
              </Button>
            </li>
          )
        })}
      </ul>
      <ConfirmDialog
        open={machineToRevoke !== undefined}
        title={m.machines_revokeTitle({ name: machineToRevoke?.name ?? '' })}
        effect={m.machines_revokeEffect()}
        confirmLabel={m.machines_revoke()}
        danger
        pending={isWaiting('revokeMachineUser', machineToRevoke?.machineUserID ?? '')}
        onCancel={() => setMachineToRevoke(undefined)}
        onConfirm={() => void revoke(machineToRevoke?.machineUserID ?? '')}
      />
    </>
  )
}
