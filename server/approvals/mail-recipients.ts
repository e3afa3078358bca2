// Recipients of e-mails about approvals: deputies, the group that gets an escalation, and the administrators who can
// help if no one can sign.
import { sql } from 'kysely'
import type { ApprovalTerms } from '#domain/approvals/rules.ts'
import type { Recipient } from '#server/mail/message-content.ts'
import { findUsersInGroup, findUsersWithPermission } from '#server/mail/recipients.ts'
import type { Db } from '#server/operations/context.ts'

interface ItemToApprove {
  readonly ownerId: number
  readonly campaignIds: readonly number[] | null
  readonly terms: ApprovalTerms | null
}

/**
 * Returns the name of an absent approver by the username of a deputy. If a deputy can sign for several absent
 * approvers, the first of them is named. A deputy whose own group is asked to sign is left out, because this deputy
 * signs without an absent approver.
 */
export async function findAbsentByDeputy(
  db: Db,
  { ownerId, terms }: ItemToApprove,
  deputies: readonly Recipient[],
): Promise<ReadonlyMap<string, string>> {
  const groupIds = (terms?.tiers ?? []).map(({ groupId }) => groupId)
  // A tier without a group can be signed by every approver, so no deputy is needed.
  const canEveryoneSign = groupIds.length === 0 || groupIds.includes(null)
  if (canEveryoneSign) return new Map()
  const { rows } = await sql<{ username: string; name: string }>`
    SELECT DISTINCT ON (deputy.id) deputy.username,
      concat_ws(' ', nullif(absent.firstname, ''), nullif(absent.lastname, '')) AS name
    FROM user_account deputy
    CROSS JOIN absent_approvers(deputy.owner_id, deputy.id, programme_time()) WITH ORDINALITY AS absent_id (id, number)
    JOIN user_account absent ON absent.id = absent_id.id
    WHERE deputy.owner_id = ${ownerId} AND deputy.username = ANY (${deputies.map(({ username }) => username)})
      AND deputy.group_id <> ALL (${groupIds}::bigint[]) AND absent.group_id = ANY (${groupIds}::bigint[])
    ORDER BY deputy.id, absent_id.number`.execute(db)
  return new Map(rows.map(({ username, name }) => [username, name]))
}

/** The users of the group that gets an escalation. */
export async function findEscalationRecipients(db: Db, item: ItemToApprove): Promise<Recipient[]> {
  const groupId = item.terms?.reminder?.escalateTo ?? null
  return groupId === null ? [] : findUsersInGroup(db, item, groupId)
}

/** The users who can name a deputy, or give others the permission to approve. */
export const findAdministrators = (db: Db, { ownerId, campaignIds }: ItemToApprove): Promise<Recipient[]> =>
  findUsersWithPermission(db, { ownerId, campaignIds }, 'User.write')
