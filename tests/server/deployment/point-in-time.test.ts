// Point-in-time recovery as in docs/running/backup-and-restore.md: a base backup and the archived write-ahead log
// restore the database to the moment between two batches, and the commands verify the result.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, expect, it } from 'vitest'
import { clientFor } from '#tests/support/call.ts'
import { approveLoad, waitUntilLoaded, uploadLoad } from '#tests/support/load-batch.ts'
import { minutes } from '#tests/support/long-run.ts'
import { makeBaseBackup, startPostgres } from '#tests/support/postgres.ts'
import { runInProcess } from '#tests/support/programme.ts'
import { startServer } from '#tests/support/server.ts'

const rowCount = 300

const cleanUps: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

it('point-in-time recovery restores the moment between two batches', { timeout: minutes(4) }, async () => {
  const postgres = await startPostgres({
    isDurable: true,
    settings: {
      archive_mode: 'on',
      archive_command: 'mkdir -p ../archive && test ! -f ../archive/%f && cp %p ../archive/%f',
    },
  })
  cleanUps.push(postgres.remove)
  const server = await startServer({ env: { DATABASE_URL: postgres.url } })
  cleanUps.push(() => server.remove())
  const backup = await makeBaseBackup(postgres)
  const archive = join(postgres.folder, 'archive')
  const client = new pg.Client(postgres.url)
  await client.connect()
  const readNow = async () =>
    (await client.query<{ at: string }>('SELECT clock_timestamp()::text AS at')).rows[0]?.at ?? ''
  const sumOf = async (from: pg.Client) =>
    (await from.query<{ sum: string }>("SELECT sum(balance_cents) AS sum FROM account WHERE kind = 'card'")).rows[0]
      ?.sum
  const [olive, amir] = [await clientFor(server, 'olive'), await clientFor(server, 'amir')]
  const post = async () => {
    const id = await uploadLoad(olive, rowCount)
    await approveLoad(amir, id)
    await waitUntilLoaded(amir, id, rowCount)
    return id
  }

  const idBefore = await post()
  const sum = await sumOf(client)
  const moment = await readNow()
  const idAfter = await post()
  await server.stop()
  const { rows } = await client.query<{ file: string }>('SELECT pg_walfile_name(pg_switch_wal()) AS file')
  await expect.poll(() => readdirSync(archive)).toContain(rows[0]?.file)
  await client.end()
  await postgres.kill()

  const recovered = await startPostgres({
    isDurable: true,
    from: { backup, signal: 'recovery' },
    settings: {
      archive_mode: 'off',
      restore_command: `cp ${archive}/%f %p`,
      recovery_target_time: moment,
      recovery_target_action: 'promote',
    },
  })
  cleanUps.push(recovered.remove)
  const restoredClient = new pg.Client(recovered.url)
  await restoredClient.connect()
  cleanUps.push(() => restoredClient.end())
  await expect
    .poll(
      async () =>
        (await restoredClient.query<{ recovers: boolean }>('SELECT pg_is_in_recovery() AS recovers')).rows[0]?.recovers,
    )
    .toBe(false)
  const batches = await restoredClient.query<{ id: string; n: number }>(
    `SELECT id::text, (SELECT count(*)::int FROM posted_row WHERE batch_id = batch_file.id) AS n
     FROM batch_file WHERE id = ANY ($1)`,
    [[idBefore, idAfter]],
  )
  expect(batches.rows).toEqual([{ id: idBefore, n: rowCount }])
  expect(await sumOf(restoredClient)).toBe(sum)

  const env = { DATABASE_URL: recovered.url, DATA_DIR: server.dataDir }
  const outputOf = async (...args: string[]) => (await runInProcess(args, env)).output.join('\n')
  expect(await outputOf('ledger', 'check')).toContain('The ledger is in order')
  expect(await outputOf('audit', 'verify')).toContain('The audit trail is in order.')
  expect(await outputOf('check')).toMatch(/^ok +Keys: .*; 400 card numbers were read\.$/m)
  // Shows that the check above detects a changed number.
  await restoredClient.query(
    `UPDATE card SET pan_cipher = set_byte(pan_cipher, 19, 255 - get_byte(pan_cipher, 19))
     WHERE id = (SELECT max(id) FROM card)`,
  )
  expect(await outputOf('check')).toMatch(
    /^WRONG +Keys: +some card numbers in the database cannot be read with them\.$/m,
  )
})
