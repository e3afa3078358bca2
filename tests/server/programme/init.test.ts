// `init` creates a programme from nothing. It is also run again, with changes, with refused changes, as a dry run, and
// interrupted.
import { writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import type { Db } from '#server/operations/context.ts'
import type { Database } from '#server/db/connect.ts'
import { checkLedger } from '#server/ledger/check.ts'
import { type CommandServices, CommandError } from '#server/programme/command.ts'
import { initProgramme } from '#server/programme/init/init.ts'
import { readProgrammeFile } from '#server/programme/init/read-plan.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { changedSample, freshInstance, programmeOn, sample, sampleFilePath } from '#tests/support/programme.ts'

const UNCHANGED = 'The programme already matches the file: nothing was changed.'

/** Runs init with a file; returns its output or the reasons for its refusal. */
async function runInit(programme: CommandServices, text = sample): Promise<readonly string[]> {
  const file = readProgrammeFile(text, programme.client, programme.now())
  try {
    return await programme.db.transaction().execute((trx) => initProgramme(programme, trx, file))
  } catch (error) {
    if (error instanceof CommandError) return ['Refused', ...error.sentences]
    throw error
  }
}

const activate = (db: Db, username: string) =>
  db.updateTable('user_account').set({ activated_at: new Date() }).where('username', '=', username).execute()

/** Rows of every table that `init` writes. */
async function contentOf(db: Db): Promise<unknown> {
  const tables = [
    'owner',
    'programme',
    'account',
    'fee_type',
    'campaign',
    'campaign_fee',
    'stop_reason',
    'card_tag',
    'user_group',
    'user_account',
    'access_link',
    'job',
    'ledger_transaction',
    'ledger_entry',
    'audit_event',
    'installed_client',
    'key_set',
  ]
  const all = []
  for (const table of tables) {
    const { rows } = await sql<{ row: string }>`SELECT t::text AS row FROM ${sql.table(table)} t ORDER BY 1`.execute(db)
    all.push([table, rows.map(({ row }) => row)])
  }
  return all
}

describe('init', () => {
  let database: Database | undefined
  afterEach(async () => {
    await database?.close()
    database = undefined
  })
  const emptyProgramme = async () => programmeOn((database = await freshDatabase('empty')))

  it('changes nothing in a dry run, then creates the programme once', async () => {
    const instance = await freshInstance('nothing')
    const before = await instance.files()
    const dryRun = await instance.run(['init', sampleFilePath, '--dry-run'])
    expect(dryRun).toMatchObject({ code: 0, errors: [] })
    expect(dryRun.output.at(-1)).toBe('This was a dry run: nothing was changed.')
    expect(await instance.files()).toEqual(before)
    expect(
      await instance.withDb(
        async (db) => (await sql`SELECT FROM pg_tables WHERE schemaname = 'public'`.execute(db)).rows,
      ),
    ).toEqual([])

    const realRun = await instance.run(['init', sampleFilePath])
    expect(realRun).toMatchObject({ code: 0, errors: [] })
    expect(realRun.output).toEqual(dryRun.output.slice(0, -1))
    const first = await instance.withDb(async (db) => {
      expect(await checkLedger(db)).toEqual([])
      const accounts = await db.selectFrom('account').select(['kind', 'balance_cents']).orderBy('id').execute()
      expect(accounts).toEqual([
        { kind: 'funding', balance_cents: 10_000_000 },
        { kind: 'fee', balance_cents: 0 },
        { kind: 'settlement', balance_cents: 0 },
        { kind: 'float', balance_cents: -10_000_000 },
      ])
      const admin = await db
        .selectFrom('user_account')
        .innerJoin('user_group', 'user_group.id', 'user_account.group_id')
        .select(['username', 'name', 'activated_at', 'password_hash'])
        .execute()
      expect(admin).toEqual([
        { username: 'ada', name: 'Programme administrators', activated_at: null, password_hash: null },
      ])
      expect(await db.selectFrom('job').select('kind').execute()).toEqual([{ kind: 'send-mail' }])
      const trail = await db
        .selectFrom('audit_event')
        .select(['method', 'user_id', 'owner_id', 'by_programme', 'result_code'])
        .orderBy('method')
        .execute()
      const byProgramme = { user_id: null, owner_id: 3, by_programme: true, result_code: '0' }
      expect(trail).toEqual([
        { method: 'initProgramme', ...byProgramme },
        { method: 'saveUser', ...byProgramme },
      ])
      return contentOf(db)
    })

    expect((await instance.run(['init', sampleFilePath])).output).toEqual([UNCHANGED])
    expect(await instance.withDb(contentOf)).toEqual(first)
    await instance.remove()
  })

  it('applies and reports the changes in the file, and removes nothing', async () => {
    const programme = await emptyProgramme()
    await runInit(programme)
    const next = changedSample(
      ['"owner": "Voyager Travel"', '"owner": "Voyager Trips"'],
      ['"name": "Lost"', '"name": "Lost card"'],
      ['"name": "Stolen"', '"name": "Stolen", "names": { "ms": "Dicuri" }'],
      ['"charge": "10.00"', '"charge": "12.00"'],
      ['"bookingId", "department"', '"tripName"'],
      ['"Checkers": ["User.settings", ', '"Checkers": ["Card.write", '],
      ['"loadMax": "5000.00"', '"loadMax": "6000.00"'],
      ['"cardPrefix": "900001"', '"cardPrefix": null'],
      ['"closed": false', '"closed": true'],
      ['"fees": { "5": "0.00", "14": "0.50" }', '"fees": { "5": "0.25" }'],
      ['"username": "ada"', '"username": "eve"'],
      [
        '{ "reference": "Opening',
        '{ "reference": "More", "on": "2026-01-03", "amount": "5.00" }, { "reference": "Opening',
      ],
    )
    expect(await runInit(programme, next)).toEqual([
      "Renamed the owner 'Voyager Travel' to 'Voyager Trips'.",
      "Changed fee type 1, 'Card Replacement Fee'.",
      "Changed stop reason 1, 'Lost card'.",
      "Changed stop reason 2, 'Stolen'.",
      "Added the card tag 'tripName'.",
      "Changed the group 'Checkers': now with Card.write, without User.settings.",
      "Changed the campaign 'Travel Card': loadMax 5,000.00 → 6,000.00, cardPrefix 900001 → none, closed, fee 5 now 0.25.",
      "Posted the funds 'More' of 5.00 on 2026-01-03.",
    ])
    const { db } = programme
    const trail = await db
      .selectFrom('audit_event')
      .select(['method', 'changes', 'run_by'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(trail).toMatchObject({ method: 'initProgramme', run_by: userInfo().username })
    expect(trail.changes).toEqual([
      { field: 'done', after: ["Renamed the owner 'Voyager Travel' to 'Voyager Trips'."] },
      {
        field: 'amount',
        of: 'Fee type 1',
        before: { cents: 1000, currency: 'SGD' },
        after: { cents: 1200, currency: 'SGD' },
      },
      { field: 'name', of: 'Stop reason 1', before: 'Lost', after: 'Lost card' },
      { field: 'names', of: 'Stop reason 2', after: 'ms: Dicuri' },
      { field: 'done', after: ["Added the card tag 'tripName'."] },
      {
        field: 'permissions',
        of: 'Checkers',
        before: expect.arrayContaining(['User.settings']) as string[],
        after: expect.arrayContaining(['Card.write']) as string[],
      },
      { field: 'done', after: [expect.stringMatching(/loadMax 5,000.00 → 6,000.00/)] },
      { field: 'done', after: ["Posted the funds 'More' of 5.00 on 2026-01-03."] },
    ])
    expect(await runInit(programme, next)).toEqual([])
    expect(await checkLedger(db)).toEqual([])
    const tags = await db.selectFrom('card_tag').select('name').orderBy('id').execute()
    expect(tags.map(({ name }) => name)).toEqual(['bookingId', 'department', 'tripName'])
    expect(await db.selectFrom('user_account').select('username').execute()).toEqual([{ username: 'ada' }])
    const fees = await db
      .selectFrom('campaign_fee')
      .selectAll()
      .where('campaign_id', '=', 1)
      .orderBy('fee_type_id')
      .execute()
    expect(fees.map(({ fee_type_id, charge_cents }) => [fee_type_id, charge_cents])).toEqual([
      [5, 25],
      [14, 50],
    ])
  })

  it('limits groups to the campaigns in the file, and removes the limits if the file has none', async () => {
    const programme = await emptyProgramme()
    await runInit(programme)
    const { db } = programme
    const limitsOf = async (name: string) =>
      (await db.selectFrom('user_group').select('campaign_ids').where('name', '=', name).executeTakeFirstOrThrow())
        .campaign_ids
    expect(await limitsOf('Travel readers')).toEqual([1])
    expect(await limitsOf('Makers')).toBeNull()
    const next = changedSample(['"limitedTo": ["Travel Card"] },', '"limitedTo": ["Virtual Card", "Travel Card"] },'])
    expect(await runInit(programme, next)).toEqual([
      "Limited the group 'Travel readers' to 'Virtual Card', 'Travel Card'.",
    ])
    expect(await runInit(programme, next)).toEqual([])
    const trail = await db.selectFrom('audit_event').select('changes').orderBy('id', 'desc').executeTakeFirstOrThrow()
    expect(trail.changes).toEqual([{ field: 'campaigns', of: 'Travel readers', before: [1], after: [1, 2] }])
    expect(await runInit(programme, changedSample([', "limitedTo": ["Travel Card"] },', ' },']))).toEqual([
      "Gave the group 'Travel readers' all campaigns.",
    ])
    expect(await limitsOf('Travel readers')).toBeNull()
  })

  it('leaves groups as the portal has them, once administrators have changed, renamed or deleted them there', async () => {
    const programme = await emptyProgramme()
    await runInit(programme)
    const { db } = programme
    const ada = await db.selectFrom('user_account').select('id').where('username', '=', 'ada').executeTakeFirstOrThrow()
    /** As the portal does it. */
    const change = async (name: string, after: object | null) => {
      const group = await db.selectFrom('user_group').selectAll().where('name', '=', name).executeTakeFirstOrThrow()
      const { permissions, campaign_ids } = group
      await db
        .insertInto('group_change')
        .values({
          owner_id: group.owner_id,
          group_id: group.id,
          before: JSON.stringify({ name, permissions, campaign_ids, ends_at: null }),
          after: after && JSON.stringify({ name, permissions, campaign_ids, ends_at: null, ...after }),
          needs_two: false,
          proposed_by: ada.id,
          proposed_at: new Date(),
          applied_at: new Date(),
        })
        .execute()
    }
    await change('Makers', { permissions: ['User.settings'] })
    await change('Treasury', { name: 'Finance' })
    await change('Treasury checkers', null)
    await change('Travel readers', { campaign_ids: null })
    const groups = () => db.selectFrom('user_group').selectAll().orderBy('id').execute()
    const before = await groups()
    const trail = () => db.selectFrom('audit_event').select('id').orderBy('id').execute()
    const trailBefore = await trail()
    expect(await runInit(programme)).toEqual(
      ['Makers', 'Treasury', 'Treasury checkers', 'Travel readers'].map(
        (name) =>
          `Left the group '${name}' as the portal has it: administrators have changed it there since. Write their change into the file, or change the group in the portal.`,
      ),
    )
    expect([await groups(), await trail()]).toEqual([before, trailBefore])
  })

  it('refuses changes that are not possible, and rolls back everything', async () => {
    const programme = await emptyProgramme()
    await runInit(programme)
    await programme.db.insertInto('owner').values({ id: 99, name: 'Harbour' }).execute()
    const before = await contentOf(programme.db)
    const refusedChanges: readonly (readonly [string, string, string])[] = [
      [
        '"currency": "SGD"',
        '"currency": "EUR"',
        'The programme is in SGD, which cannot become EUR: its accounts are in it.',
      ],
      [
        '"cards": "virtual"',
        '"cards": "physical"',
        "The cards of campaign 'Virtual Card' are virtual, which cannot be changed: add another campaign.",
      ],
      [
        '"amount": "100000.00"',
        '"amount": "200000.00"',
        "The funds 'Opening amount' were posted with 100,000.00 on 2026-01-02, which cannot be changed: correct it with funds under another reference.",
      ],
      [
        '"on": "2026-01-02"',
        '"on": "2026-01-01"',
        "The funds 'Opening amount' were posted with 100,000.00 on 2026-01-02, which cannot be changed: correct it with funds under another reference.",
      ],
      [
        '"id": 5, "name": "Requested by cardholder"',
        '"id": 6, "name": "Requested by cardholder"',
        "Stop reason 5 is called 'Requested by cardholder' already: give reason 6 another name.",
      ],
      [
        '"id": 2, "name": "Monthly Maintenance Fee"',
        '"id": 3, "name": "Monthly Maintenance Fee"',
        "Fee type 2 is called 'Monthly Maintenance Fee' already: give fee type 3 another name.",
      ],
    ]
    for (const [from, to, sentence] of refusedChanges)
      // The file's permitted change is first, and is rolled back as well.
      expect(await runInit(programme, changedSample([from, to], ['Voyager Travel', 'Voyager Trips']))).toEqual([
        'Refused',
        sentence,
      ])
    expect(await runInit(programme, changedSample(['Voyager Travel', 'Harbour']))).toEqual([
      'Refused',
      "Another owner in this database is called 'Harbour': give this one another name.",
    ])
    expect(await contentOf(programme.db)).toEqual(before)
  })

  it('does not change groups of another owner, and never removes the last administrator', async () => {
    const programme = await emptyProgramme()
    const { db } = programme
    await db.insertInto('owner').values({ id: 99, name: 'Harbour' }).execute()
    const otherGroup = { owner_id: 99, name: 'Checkers', permissions: ['User.write'] }
    await db.insertInto('user_group').values(otherGroup).execute()
    await runInit(programme)
    await activate(db, 'ada')
    expect(
      await db
        .selectFrom('user_group')
        .select(['owner_id', 'name', 'permissions'])
        .where('owner_id', '=', 99)
        .execute(),
    ).toEqual([otherGroup])
    // In this file only a group without members has User.write.
    const next = changedSample(
      ['"User.write", // add', '// add'],
      ['"Makers": ["User.settings",', '"Makers": ["User.write",'],
      ['"group": "Programme administrators"', '"group": "Makers"'],
    )
    expect(await runInit(programme, next)).toEqual([
      'Refused',
      'No one else can manage users. Give another active user a group that can manage users first. With the groups of the file no one could.',
    ])
    const administrators = await db
      .selectFrom('user_group')
      .select('permissions')
      .where('name', '=', 'Programme administrators')
      .executeTakeFirstOrThrow()
    expect(administrators.permissions).toContain('User.write')
  })
})

it('reports an unreadable file before it opens the database', async () => {
  const instance = await freshInstance('nothing')
  const path = `${instance.folder}.jsonc`
  const refusalOf = async (given: string, content?: string | Buffer) => {
    if (content !== undefined) writeFileSync(given, content)
    const { code, errors } = await instance.run(['init', given])
    expect(code).toBe(1)
    return errors.join('\n')
  }
  expect(await refusalOf('/no/such/file')).toBe('There is no file /no/such/file.')
  expect(await refusalOf(tmpdir())).toBe(`The file ${tmpdir()} cannot be read (EISDIR).`)
  expect(await refusalOf(path, Buffer.from([0x7b, 0xff, 0x7d]))).toBe(`The file ${path} is not UTF-8 text.`)
  expect(await refusalOf(path, sample.slice(0, 3000))).toMatch(/^Line \d+, column \d+: /)
  expect(await refusalOf(path, ' '.repeat(1024 * 1024 + 1))).toMatch(/far too large/)
  expect(await instance.files()).toEqual(['data.jsonc'])
  await instance.remove()
})
