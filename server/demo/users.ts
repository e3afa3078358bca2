// The demo programme's users and their groups. All have the same password, because it is a demo.
import type { Db } from '#server/operations/context.ts'
import type { Secrets } from '#server/keys/secrets.ts'
import { insertUserRow } from '#server/users/insert-user.ts'
import { HARBOUR, VOYAGER } from './campaigns.ts'

export const DEMO_PASSWORD = 'Sunny-Harbor-42'

interface DemoUser {
  readonly username: string
  readonly firstname: string
  readonly lastname: string
  readonly ownerId: number
  readonly group: 'Programme administrators' | 'Batch makers' | 'Batch checkers' | 'Readers'
  readonly secondFactor?: 'app' | 'email'
  readonly isLocked?: true
  readonly isNotActivated?: true
  /** Describes the user in the list that the server prints at startup. */
  readonly summary: string
}

export const demoUsers: readonly DemoUser[] = [
  {
    username: 'olive',
    firstname: 'Olive',
    lastname: 'Tan',
    ownerId: VOYAGER,
    group: 'Batch makers',
    summary: 'maker: loads, transfers, devalues, orders, cards, merchants',
  },
  {
    username: 'amir',
    firstname: 'Amir',
    lastname: 'Rahman',
    ownerId: VOYAGER,
    group: 'Batch checkers',
    summary: 'checker: approvals, reports, card reading',
  },
  {
    username: 'ada',
    firstname: 'Ada',
    lastname: 'Lim',
    ownerId: VOYAGER,
    group: 'Programme administrators',
    summary: 'everything',
  },
  {
    username: 'rita',
    firstname: 'Rita',
    lastname: 'Koh',
    ownerId: VOYAGER,
    group: 'Readers',
    summary: 'reading and reports only',
  },
  {
    username: 'nina',
    firstname: 'Nina',
    lastname: 'Chua',
    ownerId: VOYAGER,
    group: 'Batch makers',
    secondFactor: 'app',
    summary: 'second factor required, not enrolled',
  },
  {
    username: 'otto',
    firstname: 'Otto',
    lastname: 'Ng',
    ownerId: VOYAGER,
    group: 'Batch checkers',
    secondFactor: 'email',
    summary: 'code by e-mail required',
  },
  {
    username: 'lou',
    firstname: 'Lou',
    lastname: 'Wee',
    ownerId: VOYAGER,
    group: 'Batch makers',
    isLocked: true,
    summary: 'locked',
  },
  {
    username: 'pat',
    firstname: 'Pat',
    lastname: 'Goh',
    ownerId: VOYAGER,
    group: 'Readers',
    isNotActivated: true,
    summary: 'not activated',
  },
  {
    username: 'hal',
    firstname: 'Hal',
    lastname: 'Moore',
    ownerId: HARBOUR,
    group: 'Programme administrators',
    summary: 'everything at Harbour',
  },
]

/** Inserts the users into their groups. Returns their ids by username. `hash` hashes a password for storage. */
export async function insertDemoUsers(
  db: Db,
  secrets: Secrets,
  now: Date,
  hash: (password: string) => Promise<string>,
): Promise<ReadonlyMap<string, number>> {
  const ids = new Map<string, number>()
  // Each user has a separate hash, because each hash has its own salt.
  const usersWithHashes = await Promise.all(
    demoUsers.map(async (user) => ({ user, passwordHash: await hash(DEMO_PASSWORD) })),
  )
  const groups = await db.selectFrom('user_group').select(['id', 'owner_id', 'name']).execute()
  // Voyager's users first, so that their ids never change.
  for (const ownerId of [VOYAGER, HARBOUR]) {
    for (const { user, passwordHash } of usersWithHashes) {
      if (user.ownerId !== ownerId) continue
      const domain = ownerId === VOYAGER ? 'voyager.example' : 'harbour.example'
      const group = groups.find(({ owner_id, name }) => owner_id === ownerId && name === user.group)
      const id = await insertUserRow(
        { secrets, now: () => now.getTime() },
        db,
        {
          ownerId,
          username: user.username,
          firstname: user.firstname,
          lastname: user.lastname,
          email: `${user.username}@${domain}`,
          groupId: group?.id ?? 0,
        },
        {
          password_hash: user.isNotActivated ? null : passwordHash,
          activated_at: user.isNotActivated ? null : now,
          locked_at: user.isLocked ? now : null,
          second_factor: user.secondFactor ?? 'none',
        },
      )
      ids.set(user.username, id)
    }
  }
  return ids
}
