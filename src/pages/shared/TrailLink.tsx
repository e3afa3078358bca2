// A link from a card, a batch, an order or a user to its entries in the audit trail, for users who can read the trail.
import { Link } from 'react-router-dom'
import type { SubjectType } from '#contract/acts.ts'
import { canCall } from '#contract/facts.ts'
import { useSession } from '#services/session/session.ts'
import { buttonClasses } from '#ui/buttons/buttonClasses.ts'
import * as say from '#words/pages/shared.ts'

const TRAIL_PATH = '/user/audit'

/** Before the first entry of any trail: one thing's entries are asked for as a whole. */
const BEGINNING = '2000-01-01'

/** The entries about a thing. */
export const trailOf = (type: SubjectType, id: string): string =>
  `${TRAIL_PATH}?${new URLSearchParams({ from: BEGINNING, type, thing: id }).toString()}`

/** The entries of a user's actions. */
export const trailBy = (userId: string): string =>
  `${TRAIL_PATH}?${new URLSearchParams({ from: BEGINNING, user: userId }).toString()}`

interface TrailLinkProps {
  readonly type: SubjectType
  readonly id: string
}

export function TrailLink({ type, id }: TrailLinkProps) {
  const permissions = useSession()?.permissions
  if (!canCall(permissions, 'auditLog')) return null
  return (
    <Link to={trailOf(type, id)} className={buttonClasses('secondary')}>
      {say.auditTrail}
    </Link>
  )
}
