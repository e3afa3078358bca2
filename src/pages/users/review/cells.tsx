// The cells of the access review. The cell of the permissions shows their number, and lists them when it is opened. The
// cell of the status also shows the last day, and the day on which the user will be locked.
import { m } from '#words/messages.js'
import { client } from '#brand/current.ts'
import { machineScopes } from '#domain/access/machine-users.ts'
import { permissionDescriptions } from '#domain/access/permission-words.ts'
import { valueToText } from '#domain/columns.ts'
import { Badge } from '#ui/Badge.tsx'
import { DateText, Instant } from '#ui/Instant.tsx'
import type { ReviewRow } from './rows.ts'

const tones = {
  active: 'positive',
  notReady: 'warning',
  locked: 'critical',
  lockedUnused: 'critical',
  ended: 'neutral',
} as const

// The server can send a code that this version of the portal does not know, so the tables are read with any text.
const descriptions: Readonly<Record<string, string>> = permissionDescriptions
const scopes: Readonly<Record<string, { readonly label: string }>> = machineScopes

/** Describes what a permission allows, or, for a machine user, what a scope allows. */
function toDescription(code: string, kind: ReviewRow['kind']): string {
  const description = kind === 'machine' ? scopes[code]?.label : descriptions[code]
  return description ?? code
}

export const reviewCells = {
  userName: ({ userName, name }: ReviewRow) => (
    <>
      {userName}
      {name !== '' && <span className="block text-sm text-muted">{name}</span>}
    </>
  ),
  permissions: ({ permissionCodes, userName, kind }: ReviewRow) => (
    <details className="whitespace-normal">
      <summary className="cursor-pointer" aria-label={m.users_permissionsOfUser({ userName })}>
        {permissionCodes.length}
      </summary>
      <ul className="text-sm text-muted">
        {permissionCodes.map((code) => (
          <li key={code}>{toDescription(code, kind)}</li>
        ))}
      </ul>
    </details>
  ),
  lastLogin: ({ lastLogin }: ReviewRow) =>
    lastLogin !== null && <Instant value={lastLogin} short wraps="inNarrowTable" />,
  lastAct: ({ lastAct }: ReviewRow) => lastAct !== null && <Instant value={lastAct} short wraps="inNarrowTable" />,
  status: ({ state, status, lockDay, lastDay }: ReviewRow) => (
    <span className="inline-flex flex-wrap gap-1">
      <Badge tone={tones[state]}>{status}</Badge>
      {lockDay !== '' && (
        <Badge tone="warning" wraps>
          {m.users_locksOn({ day: valueToText(lockDay, 'date', client) })}
        </Badge>
      )}
      {lastDay !== '' && (
        <span className="text-xs text-muted">
          {m.common_lastDay()} <DateText value={lastDay} />
        </span>
      )}
    </span>
  ),
}
