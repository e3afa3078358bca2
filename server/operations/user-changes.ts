// An open change was made by an administrator to another user, and waits for a second administrator. This file decides
// which actions open changes block, and writes the sentences of the refusals. server/users/user-changes.ts records and
// confirms changes.
import { m } from '#words/messages.js'
import { type RawBuilder, sql } from 'kysely'
import { codes } from '#contract/codes.ts'
import { canBeHeld } from '#contract/methods.ts'
import { type UserChangeType } from '#domain/users/changes.ts'
import { instantToText } from '#domain/instants.ts'
import type { AuditValues } from '../audit/audit-fields.ts'
import { listAnd } from '#words/figures.ts'
import { type Db, type Services, refuse, type Refusal, type SessionContext } from './context.ts'
import { separatesOrderersSql } from './orderers.ts'

export interface OpenChange {
  readonly id: number
  readonly user_id: number
  /** The user who made the change. Null if the company's login or its directory made it. */
  readonly changed_by: number | null
  readonly changed_at: Date
  readonly kinds: readonly UserChangeType[]
  /** The changed values. */
  readonly facts: { readonly before: AuditValues; readonly after: AuditValues }
  /** The end of the hold. Null if the hold lasts until the change is confirmed. */
  readonly held_until: Date | null
  readonly permissions_before: readonly string[]
  readonly campaigns_before: readonly number[] | null
  /** For the kind 'end', the end that stays in force until the change is confirmed. */
  readonly ends_before: Date | null
  /** The name of the user, the company's login or the directory that made the change. */
  readonly changer: string
  /** The name of the changed user. */
  readonly changed_user: string
}

/** SQL for the user's name, or for the username of a user without a name. */
const nameSql = (alias: 'a' | 'u'): RawBuilder<unknown> => {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql`CASE WHEN concat(${column('firstname')}, ${column('lastname')}) = '' THEN ${column('username')}
    ELSE concat_ws(' ', nullif(${column('firstname')}, ''), nullif(${column('lastname')}, '')) END`
}

/** The open changes of these users. The change that is held longest comes first. */
export const findOpenChanges = (db: Db, userIds: readonly number[], now: number): Promise<OpenChange[]> =>
  selectOpenChanges(db, sql`c.user_id = ANY (${userIds}::bigint[])`, now)

/** An open change with two columns for the `changer`. Both are null if the company's login made the change. */
interface OpenChangeRow extends Omit<OpenChange, 'changer'> {
  readonly user_name: string | null
  /** The username of the directory's machine user. */
  readonly machine: string | null
}

/**
 * In the statement, `c` is the change, `a` the user who made the change, `u` the changed user, and `k` the directory's
 * machine user.
 */
async function selectOpenChanges(db: Db, condition: RawBuilder<unknown>, now: number): Promise<OpenChange[]> {
  const { rows } = await sql<OpenChangeRow>`
    SELECT c.id, c.user_id, c.changed_by, c.changed_at, c.kinds, c.facts, c.held_until, c.permissions_before, c.campaigns_before, c.ends_before,
           ${nameSql('a')} AS user_name, ${nameSql('u')} AS changed_user, k.username AS machine
    FROM user_change c LEFT JOIN user_account a ON a.id = c.changed_by JOIN user_account u ON u.id = c.user_id
      LEFT JOIN user_account k ON k.id = c.machine_id
    WHERE ${condition} AND c.closed_at IS NULL AND (c.held_until IS NULL OR c.held_until > ${new Date(now)})
    ORDER BY c.held_until DESC NULLS FIRST, c.id`.execute(db)
  return rows.map(({ user_name, machine, ...change }) => ({ ...change, changer: toChanger(user_name, machine) }))
}

function toChanger(userName: string | null, machine: string | null): string {
  if (machine !== null) return m.users_directory({ machine })
  return userName ?? m.users_companyLogin()
}

/** The sentence about who changed what and when. `whose` is 'own' for the account of the reader. */
export const changeToText = (
  { kinds, changer, changed_at: at }: OpenChange,
  { client }: Pick<Services, 'client'>,
  whose: 'own' | 'other',
): string =>
  m.users_changedBy({ changer, change: changesToText(kinds, whose), at: instantToText(at.toISOString(), client) })

export const heldUntilText = (
  { held_until: until }: OpenChange,
  { client }: Pick<Services, 'client'>,
): string | undefined => (until === null ? undefined : instantToText(until.toISOString(), client))

/** The end of the hold, as the inputs of a message. */
function holdEndInputs(
  change: OpenChange,
  services: Pick<Services, 'client'>,
): { readonly hasUntil: 'yes' | 'no'; readonly until: string } {
  const until = heldUntilText(change, services)
  return until === undefined ? { hasUntil: 'no', until: '' } : { hasUntil: 'yes', until }
}

type ChangeContext = Pick<SessionContext, 'db' | 'viewer' | 'now' | 'client'>

/**
 * Explains why the viewer cannot call held operations now, or does not have all permissions of the group yet. Undefined
 * without such a change.
 */
export async function approvalHoldText(context: ChangeContext): Promise<string | undefined> {
  const { db, viewer, now } = context
  const openChanges = await findOpenChanges(db, [viewer.userId], now())
  // A hold for a limited time concerns only users who can call held operations.
  const hasHeldOperations = canBeHeld(viewer.permissions)
  const concernsViewer = ({ held_until: until }: OpenChange) => until === null || hasHeldOperations
  const longestHold = openChanges.find(concernsViewer)
  return longestHold && ownHoldToText(longestHold, context)
}

const ownHoldToText = (change: OpenChange, services: Pick<Services, 'client'>): string =>
  m.users_ownHold({
    ...holdEndInputs(change, services),
    change: changeToText(change, services, 'own'),
    changer: change.changer,
  })

/**
 * Refuses a viewer whose account has a change that waits for a limited time. A change that waits without a time limit
 * has removed the permission for the call, so the call was already refused.
 */
export async function refuseWhileHeld(context: ChangeContext): Promise<Refusal | undefined> {
  const openChanges = await findOpenChanges(context.db, [context.viewer.userId], context.now())
  const longestHold = openChanges.find(({ held_until: until }) => until !== null)
  return longestHold && refuse(codes.refusedState, () => ownHoldToText(longestHold, context))
}

/**
 * Refuses a viewer who has edited the maker's user account. The viewer could have acted as the maker, by a link that
 * was mailed to a changed address. The restriction ends when another administrator has confirmed the change, or when
 * its hold has ended.
 */
export async function refuseIfViewerEditedMaker(
  context: SessionContext,
  makerId: number,
): Promise<Refusal | undefined> {
  const { db, viewer, now } = context
  const openChanges = await findOpenChanges(db, [makerId], now())
  const change = openChanges.find(({ changed_by: changedBy }) => changedBy === viewer.userId)
  if (!change) return undefined
  return refuse(codes.refusedState, () =>
    m.users_ownMaker({
      change: changesToText(change.kinds, 'maker'),
      at: instantToText(change.changed_at.toISOString(), context.client),
      ...holdEndInputs(change, context),
    }),
  )
}

/**
 * Refuses an order of loaded cards in two cases, because no one approves such an order. In the first, a change to the
 * viewer's account waits: someone else could be acting as the viewer. In the second, a change that the viewer made to
 * another user waits: the viewer could act as that user when the cards arrive. The second case needs a programme that
 * keeps orderers from using their cards.
 */
export async function refuseLoadedOrderWhileHeld(context: SessionContext): Promise<Refusal | undefined> {
  const { db, viewer, now, client } = context
  const ownChanges = await findOpenChanges(db, [viewer.userId], now())
  const ownHold = ownChanges.find(({ held_until: until }) => until !== null)
  if (ownHold)
    return refuse(codes.refusedState, () =>
      m.users_ownOrderHold({
        until: heldUntilText(ownHold, context) ?? '',
        change: changeToText(ownHold, context, 'own'),
        changer: ownHold.changer,
      }),
    )
  const isByViewerSql = sql`c.changed_by = ${viewer.userId} AND ${separatesOrderersSql(context)}`
  const [change] = await selectOpenChanges(db, isByViewerSql, now())
  if (!change) return undefined
  return refuse(codes.refusedState, () =>
    m.users_changerOrderHold({
      user: change.changed_user,
      at: instantToText(change.changed_at.toISOString(), client),
      ...holdEndInputs(change, context),
    }),
  )
}

/** 'changed your email and your group'. For another user: 'changed the email and the group'. */
function changesToText(kinds: readonly UserChangeType[], whose: 'own' | 'other' | 'maker'): string {
  if (kinds.includes('created')) return m.users_createdUser({ whose })
  if (kinds.includes('factor')) return m.users_resetFactor({ whose })
  return m.users_changedFields({ what: listAnd(kinds.map((kind) => changeTexts[kind]({ whose }))) })
}

const changeTexts: Readonly<Record<UserChangeType, (inputs: { readonly whose: string }) => string>> = {
  created: m.users_createdUser,
  factor: m.users_resetFactor,
  email: m.users_changedEmail,
  group: m.users_changedGroup,
  campaigns: m.users_changedCampaigns,
  end: m.users_changedEnd,
}
