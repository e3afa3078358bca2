// The demo programme's users and their groups (contract "Demo programme"). They share one password, since it is a demo.
import { randomBytes } from 'node:crypto'
import { permissions, type Permission } from '#domain/access/permissions.ts'
import type { Db } from '#server/context.ts'
import type { Secrets } from '#server/secrets.ts'
import { HARBOUR, VOYAGER } from './campaigns.ts'

export const DEMO_PASSWORD = 'Sunny-Harbor-42'

interface DemoUser {
  readonly username: string
  readonly firstname: string
  readonly lastname: string
  readonly ownerId: number
  readonly group: keyof typeof groups
  readonly secondFactor?: 'app' | 'email'
  readonly locked?: true
  readonly notActivated?: true
  /** For the list that the host prints at its start. */
  readonly says: string
}

const groups = {
  'Programme administrators': permissions,
  'Batch makers': ['User.settings', 'CardStatement.read', 'Card.write', 'Card.order', 'Batch.load', 'Batch.redeem', 'MerchantSignUp.read', 'MerchantSignUp.write'], // prettier-ignore
  'Batch checkers': ['User.settings', 'CardStatement.read', 'Card.approve', 'Batch.approve', 'Report.read'],
  Readers: ['User.settings', 'CardStatement.read', 'MerchantSignUp.read', 'Report.read'],
} as const satisfies Record<string, readonly Permission[]>

export const demoUsers: readonly DemoUser[] = [
  { username: 'olive', firstname: 'Olive', lastname: 'Tan', ownerId: VOYAGER, group: 'Batch makers', says: 'maker: loads, transfers, devalues, orders, cards, merchants' }, // prettier-ignore
  { username: 'amir', firstname: 'Amir', lastname: 'Rahman', ownerId: VOYAGER, group: 'Batch checkers', says: 'checker: approvals, reports, card reading' }, // prettier-ignore
  { username: 'ada', firstname: 'Ada', lastname: 'Lim', ownerId: VOYAGER, group: 'Programme administrators', says: 'everything' }, // prettier-ignore
  { username: 'rita', firstname: 'Rita', lastname: 'Koh', ownerId: VOYAGER, group: 'Readers', says: 'reading and reports only' }, // prettier-ignore
  { username: 'nina', firstname: 'Nina', lastname: 'Chua', ownerId: VOYAGER, group: 'Batch makers', secondFactor: 'app', says: 'second factor required, not enrolled' }, // prettier-ignore
  { username: 'otto', firstname: 'Otto', lastname: 'Ng', ownerId: VOYAGER, group: 'Batch checkers', secondFactor: 'email', says: 'code by e-mail required' }, // prettier-ignore
  { username: 'lou', firstname: 'Lou', lastname: 'Wee', ownerId: VOYAGER, group: 'Batch makers', locked: true, says: 'locked' }, // prettier-ignore
  { username: 'pat', firstname: 'Pat', lastname: 'Goh', ownerId: VOYAGER, group: 'Readers', notActivated: true, says: 'not activated' }, // prettier-ignore
  { username: 'hal', firstname: 'Hal', lastname: 'Moore', ownerId: HARBOUR, group: 'Programme administrators', says: 'everything at Harbour' }, // prettier-ignore
]

/** Inserts groups and users; gives the users' ids by name. `hash` makes the stored form of a password. */
export async function insertPeople(
  db: Db,
  secrets: Secrets,
  now: Date,
  hash: (password: string) => Promise<string>,
): Promise<ReadonlyMap<string, number>> {
  const ids = new Map<string, number>()
  const hashes = await Promise.all(demoUsers.map(() => hash(DEMO_PASSWORD)))
  for (const ownerId of [VOYAGER, HARBOUR]) {
    const groupIds = await insertGroups(db, ownerId)
    for (const [index, user] of demoUsers.entries()) {
      if (user.ownerId !== ownerId) continue
      const { id } = await db
        .insertInto('user_account')
        .values({
          owner_id: ownerId,
          username: user.username,
          firstname: user.firstname,
          lastname: user.lastname,
          email: `${user.username}@${ownerId === VOYAGER ? 'voyager' : 'harbour'}.example`,
          group_id: groupIds.get(user.group) ?? 0,
          password_hash: user.notActivated ? null : (hashes[index] ?? null),
          activated_at: user.notActivated ? null : now,
          locked_at: user.locked ? now : null,
          second_factor: user.secondFactor ?? 'none',
          draft_key: secrets.wrapDraftKey(randomBytes(32)),
          created_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      ids.set(user.username, id)
    }
  }
  return ids
}

async function insertGroups(db: Db, ownerId: number): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .insertInto('user_group')
    .values(Object.entries(groups).map(([name, list]) => ({ owner_id: ownerId, name, permissions: [...list] })))
    .returning(['id', 'name'])
    .execute()
  return new Map(rows.map((row) => [row.name, row.id]))
}
