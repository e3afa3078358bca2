// Helpers for the tests of user administration: a server that sends mails, an administrator, and calls as any user.
import { randomUUID } from 'node:crypto'
import { permissions } from '#domain/access/permissions.ts'
import { type AccessServer, type ApiResponse, startAccessServer } from '#tests/support/access-server.ts'
import type { Settings } from '#server/config/settings.ts'

interface Person {
  readonly id: number
  readonly username: string
  readonly token: string
}

export interface UsersServer extends AccessServer {
  /** An administrator with every permission. */
  readonly admin: Person
  /** Calls an operation as the administrator, or as another user. */
  readonly call: (method: string, params: object, by?: Person) => Promise<ApiResponse>
  /** Calls saveUser with a valid new user, with some values replaced. */
  readonly save: (values?: object, by?: Person) => Promise<ApiResponse>
  /** Adds a group with these permissions, for owner 3 by default, and returns its id. */
  readonly addGroup: (grantedPermissions: readonly string[], ownerId?: number) => Promise<string>
  /** The user's row in the database. */
  readonly readUser: (id: number | string) => Promise<Record<string, unknown>>
}

const readMethods = new Set([
  'searchUser',
  'accessReview',
  'AllUserGroups',
  'auditLog',
  'userInfo',
  'machineUsers',
  'pendingUserChanges',
  'pendingGroupChanges',
])

export async function startUsersServer(settings: Partial<Settings> = {}, maxConnections = 1): Promise<UsersServer> {
  const server = await startAccessServer(settings, maxConnections)
  const admin = await server.addUser({ username: 'admin', permissions })
  const call = (method: string, params: object, by: Person = admin) =>
    server.request(method, {
      token: by.token,
      ...(readMethods.has(method) ? {} : { requestId: randomUUID() }),
      ...params,
    })
  const addGroup = async (grantedPermissions: readonly string[], ownerId = 3) => {
    const { id } = await server.server.db
      .insertInto('user_group')
      .values({ owner_id: ownerId, name: `group ${randomUUID()}`, permissions: [...grantedPermissions] })
      .returning('id')
      .executeTakeFirstOrThrow()
    return String(id)
  }
  const defaultGroupId = await addGroup(['User.settings', 'Batch.load'])
  return {
    ...server,
    admin,
    call,
    addGroup,
    save: (values = {}, by) => {
      const name = `dora-${randomUUID().slice(0, 8)}`
      const user = {
        username: name,
        firstname: 'Dora',
        lastname: 'Lee',
        email: `${name}@example.test`,
        ownerId: 3,
        groupId: defaultGroupId,
        isNew: true,
      }
      return call('saveUser', { user: { ...user, ...values } }, by)
    },
    readUser: async (id) => ({
      ...(await server.server.db
        .selectFrom('user_account')
        .selectAll()
        .where('id', '=', Number(id))
        .executeTakeFirstOrThrow()),
    }),
  }
}
