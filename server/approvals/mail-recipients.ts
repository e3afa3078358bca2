// Recipients of e-mails about approvals that a permission alone does not name: deputies, the group that a reminder
// escalates to, and those who can help if no one can sign.
import { sql } from 'kysely'
import type { ApprovalTerms } from '#domain/approvals/rules.ts'
import type { Recipient } from '#server/mail/message-content.ts'
import { findUsersInGroup, findUsersWithPermission } from '#server/mail/recipients.ts'
import type { Db } from '#server/operations/context.ts'

interface Watched {
  readonly ownerId: number
  readonly campaignIds: readonly number[] | null
  readonly terms: ApprovalTerms | null
}

/** Whom these users can sign for as deputies, by username. Users of a group that signs itself are left out. */
export async function findAbsentByDeputy(
  db: Db,
  { ownerId, terms }: Watched,
  deputies: readonly Recipient[],
): Promise<ReadonlyMap<string, string>> {
  const groupIds = (terms?.tiers ?? []).map(({ groupId }) => groupId)
  const isForAnyone = groupIds.length === 0 || groupIds.includes(null)
  if (isForAnyone) return new Map()
  const { rows } = await sql<{ username: string; name: string }>`
    SELECT DISTINCT ON (u.id) u.username, concat_ws(' ', nullif(a.firstname, ''), nullif(a.lastname, '')) AS name
    FROM user_account u
    CROSS JOIN absent_approvers(u.owner_id, u.id, programme_time()) WITH ORDINALITY AS d (id, number)
    JOIN user_account a ON a.id = d.id
    WHERE u.owner_id = ${ownerId} AND u.username = ANY (${deputies.map(({ username }) => username)})
      AND u.group_id <> ALL (${groupIds}::bigint[]) AND a.group_id = ANY (${groupIds}::bigint[])
    ORDER BY u.id, d.number`.execute(db)
  return new Map(rows.map(({ username, name }) => [username, name]))
}

/** The group that the terms escalate to. */
export const findEscalation = async (db: Db, { ownerId, campaignIds, terms }: Watched): Promise<Recipient[]> => {
  const groupId = terms?.reminder?.escalateTo ?? null
  return groupId === null ? [] : findUsersInGroup(db, { ownerId, campaignIds }, groupId)
}

/** Those who can name a deputy or give others the permission. */
export const findAdministrators = (db: Db, { ownerId, campaignIds }: Watched): Promise<Recipient[]> =>
  findUsersWithPermission(db, { ownerId, campaignIds }, 'User.write')
