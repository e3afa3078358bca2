// A link from a card, batch, order or user to its entries in the audit trail, for users who can read the trail.
import { m } from '#words/messages.js'
import { Link } from 'react-router-dom'
import type { SubjectType } from '#contract/audit-actions.ts'
import { canCall } from '#contract/methods.ts'
import { useSession } from '#services/session/session.ts'
import { buttonClasses } from '#ui/buttons/button-classes.ts'

const TRAIL_PATH = '/user/audit'

/** Earlier than any entry, since the whole history of an item is requested. */
const FIRST_DAY = '2000-01-01'

/** The address of the entries about an item. */
export const itemTrailPath = (type: SubjectType, id: string): string =>
  `${TRAIL_PATH}?${new URLSearchParams({ from: FIRST_DAY, type, thing: id }).toString()}`

/** The address of the entries for a user's actions. */
export const userTrailPath = (userId: string): string =>
  `${TRAIL_PATH}?${new URLSearchParams({ from: FIRST_DAY, user: userId }).toString()}`

interface TrailLinkProps {
  readonly type: SubjectType
  readonly id: string
}

export function TrailLink({ type, id }: TrailLinkProps) {
  const permissions = useSession()?.permissions
  if (!canCall(permissions, 'auditLog')) return null
  return (
    <Link to={itemTrailPath(type, id)} className={buttonClasses('secondary')}>
      {m.common_auditTrail()}
    </Link>
  )
}
