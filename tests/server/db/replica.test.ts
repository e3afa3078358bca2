// A database that cannot be the replica for reports: reports are read on the primary, and the log says why. A real standby
// is tested in tests/server/deployment/replica.test.ts.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from 'kysely'
import { connectDatabase, type Database } from '#server/db/connect.ts'
import { chooseReportsDatabase, connectReplica } from '#server/db/replica.ts'
import { createLog } from '#server/log.ts'
import { createDatabase, freshDatabase, type NewDatabase } from '#tests/support/database.ts'
import { freePort } from '#tests/support/ports.ts'

let primary: Database
let copy: NewDatabase
beforeAll(async () => {
  primary = await freshDatabase('empty')
  copy = await createDatabase('empty')
})
afterAll(async () => {
  await primary.close()
  await copy.drop()
})

/** Chooses the database for two reports in a row, and returns what the log says. */
async function tryReplica(url: string) {
  const lines: string[] = []
  const log = createLog('info', { write: (line: string) => void lines.push(line) })
  const replica = await connectReplica(url, { db: primary.db, log })
  try {
    for (const report of ['first', 'second'])
      expect([report, await chooseReportsDatabase({ db: primary.db, replica })]).toEqual([report, { db: primary.db }])
  } finally {
    await replica.close()
  }
  return lines.map((line) => JSON.parse(line) as { readonly msg: string }).filter(({ msg }) => msg.includes('replica'))
}

it('that does not answer is reported once, and not tried again by the next report', async () => {
  expect(await tryReplica(`postgres://portal@127.0.0.1:${await freePort()}/portal`)).toMatchObject([
    {
      level: 'warn',
      replicaFault: 'no answer',
      msg: 'the replica for reports cannot be used: reports are read on the primary',
    },
  ])
})

it('that is no standby, or has the tables of another version, is reported with the reason', async () => {
  const msg = 'the replica for reports is too old: reports are read on the primary'
  expect((await tryReplica(copy.url))[0]).toMatchObject({
    level: 'warn',
    replicaFault: 'no standby',
    lagSeconds: null,
    msg,
  })
  const older = await connectDatabase({ databaseUrl: copy.url })
  await sql`DELETE FROM migration WHERE number = (SELECT max(number) FROM migration)`.execute(older.db)
  await older.close()
  expect((await tryReplica(copy.url))[0]).toMatchObject({ level: 'warn', replicaFault: 'other version', msg })
})
