// Find User: searches by part of the username, the first or last name or the e-mail address, within the viewer's owner.
import type { ListedUser } from '#contract/users.ts'
import { endToDay } from '#domain/users/last-day.ts'
import type { Handler, SessionContext } from '#server/operations/context.ts'
import { instantToApi } from '#server/operations/to-api.ts'
import { findOpenChanges } from '#server/operations/user-changes.ts'
import { isWithinViewersRights } from './groups.ts'
import { rowToState, type UserRow, searchUsers } from './queries.ts'
import { isRestricting } from './user-changes.ts'

const MAX_USERS = 1_000

export const searchUser: Handler<'searchUser'> = async (context, { keyword }) => {
  const words = keyword.split(/\s+/).filter((word) => word !== '')
  const rows = await searchUsers(context.db, context.viewer.ownerId, words, MAX_USERS + 1)
  // The query reads one user more than the list can show.
  const isTruncated = rows.length > MAX_USERS
  const shownRows = rows.slice(0, MAX_USERS)
  const ids = shownRows.map(({ id }) => id)
  const openChanges = await findOpenChanges(context.db, ids, context.now())
  const isHeld = (row: UserRow) => openChanges.some((change) => change.user_id === row.id && isRestricting(change, row))
  context.recordValues({ searchedFor: words.join(' '), users: shownRows.length })
  return {
    users: shownRows.map((row) => ({ ...userToApi(row, context), ...(isHeld(row) && { isHeld: true }) })),
    ...(isTruncated && { truncated: isTruncated }),
  }
}

const userToApi = (row: UserRow, context: SessionContext): ListedUser => ({
  ...rowToState(row, context),
  ...(!isWithinViewersRights(context.viewer, row) && { mayMore: true }),
  userName: row.username,
  firstName: row.firstname,
  lastName: row.lastname,
  email: row.email,
  userGroups: row.group_name,
  groupId: String(row.group_id),
  campaignIds: (row.campaign_ids ?? []).map(String),
  lastLogin: instantToApi(row.last_login_at),
  ...(row.ends_at && { lastDay: endToDay(row.ends_at, context.client) }),
})
