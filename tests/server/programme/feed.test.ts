// `feed key`, `feed revoke`, `feed import`: keys of card processors, and files of events as JSON lines and csv.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoCard } from '#server/demo/cards.ts'
import { freshInstance, type Instance } from '#tests/support/programme.ts'

let instance: Instance
beforeAll(async () => {
  instance = await freshInstance('demo')
}, 120_000)
afterAll(() => instance.remove())

const card = demoCard(0)
const at = new Date(Date.now() - 3_600_000).toISOString()
const line = (eventId: string, more: object = {}) =>
  JSON.stringify({
    kind: 'clearing',
    eventId,
    at,
    trackingNumber: card.trackingNumber,
    amount: 1_250,
    currency: 'SGD',
    merchant: 'Kopi Corner',
    ...more,
  })
const writeLines = async (name: string, lines: readonly string[]) => {
  const path = join(instance.folder, '..', name)
  await writeFile(path, `${lines.join('\n')}\n`)
  return path
}
const importFile = (path: string, ...options: readonly string[]) =>
  instance.run(['feed', 'import', path, '--source', 'acme', ...options])
const storedCount = () =>
  instance.withDb(async (db) => {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*)::int AS count FROM feed_event WHERE source = 'acme' AND transaction_id IS NOT NULL`.execute(db)
    return rows[0]?.count
  })

describe('feed key and feed revoke', () => {
  const validKeys = () =>
    instance.withDb(async (db) => {
      const { rows } = await sql<{ id: number }>`
        SELECT id FROM feed_key WHERE source = 'acme' AND revoked_at IS NULL`.execute(db)
      return rows.length
    })

  it('prints a key once, stores only its hash, and writes audit entries', async () => {
    const { code, output } = await instance.run(['feed', 'key', 'acme'])
    const key = output.at(-1) ?? ''
    expect(code).toBe(0)
    expect(key).toMatch(/^feed_[\w-]{43}$/)
    await instance.run(['feed', 'key', 'acme'])
    expect(await validKeys()).toBe(2)
    const stored = await instance.withDb((db) => sql`SELECT row_to_json(k)::text FROM feed_key k`.execute(db))
    expect(JSON.stringify(stored.rows)).not.toContain(key)
    expect((await instance.run(['feed', 'revoke', 'acme', '--except-newest'])).output).toEqual([
      '1 key of acme was revoked.',
    ])
    expect((await instance.run(['feed', 'revoke', 'acme'])).output).toEqual(['1 key of acme was revoked.'])
    expect(await validKeys()).toBe(0)
    const { rows } = await instance.withDb((db) =>
      sql<{ method: string }>`SELECT method FROM audit_event WHERE method LIKE '%FeedKey%' ORDER BY id`.execute(db),
    )
    expect(rows.map(({ method }) => method)).toEqual([
      'createFeedKey',
      'createFeedKey',
      'revokeFeedKeys',
      'revokeFeedKeys',
    ])
  })

  it('refuses a source with other characters', async () => {
    expect((await instance.run(['feed', 'key', 'Acme Ltd'])).code).toBe(2)
  })
})

describe('lines with totals', () => {
  const day = new Date(Date.parse(at) + 8 * 3_600_000).toISOString().slice(0, 10)
  const total = (more: object = {}) =>
    JSON.stringify({ kind: 'total', day, campaign: card.campaign.name, currency: 'SGD', count: 1, sum: 1_250, ...more })

  it('are compared after the events of the file, and printed if they differ', async () => {
    const path = await writeLines('with-totals.jsonl', [
      total(),
      line('in-total', { trackingNumber: card.trackingNumber }),
    ])
    const ofSource = (...options: readonly string[]) =>
      instance.run(['feed', 'import', path, '--source', 'totals', ...options])
    expect((await ofSource('--dry-run')).output).toEqual([
      '1 event can be imported.',
      '1 total of days.',
      'This was a dry run: nothing was changed.',
    ])
    expect((await ofSource()).output.slice(-1)).toEqual(['1 total compared, 0 with a difference.'])
    await writeLines('with-totals.jsonl', [total({ count: 2, sum: 2_500 })])
    expect((await ofSource()).output.slice(-2)).toEqual([
      '1 total compared, 1 with a difference.',
      `${day}, ${card.campaign.name}: the ledger has 1 event, 1250.`,
    ])
  })

  it('are refused with the reason, like other lines', async () => {
    const path = await writeLines('wrong-totals.jsonl', [total({ sum: '12.50' })])
    const { code, output } = await importFile(path)
    expect([code, output[0]]).toEqual([1, expect.stringContaining('sum') as string])
    const unknown = await writeLines('unknown-campaign.jsonl', [total({ campaign: 'No such' })])
    expect((await importFile(unknown)).code).toBe(1)
  })
})

describe('simulate', () => {
  it('feeds a month into the demo programme, and prints the seed that repeats it', async () => {
    const read = () =>
      instance.withDb(async (db) => {
        const { rows } = await sql<{ events: number; exceptions: number; posted: number }>`
          SELECT count(*)::int AS events, count(*) FILTER (WHERE state = 'exception')::int AS exceptions,
                 count(transaction_id)::int AS posted FROM feed_event WHERE source = 'simulator'`.execute(db)
        return rows[0]
      })
    const { code, output } = await instance.run(['simulate', '--cards', '60', '--days', '20', '--seed', '7'])
    expect(code).toBe(0)
    expect(output[0]).toMatch(/^[\d,]+ events of 60 cards in 20 days\. Seed: 7\.$/)
    const first = await read()
    expect(first?.posted).toBeGreaterThan(200)
    expect(first?.exceptions).toBe(0)
    expect((await instance.run(['ledger', 'check'])).code).toBe(0)
  })

  it('is refused for a programme that is not the demo', async () => {
    await instance.withDb((db) => sql`UPDATE owner SET is_demo = false`.execute(db))
    expect((await instance.run(['simulate'])).errors).toEqual([
      'This is not the demo programme: nothing was simulated.',
    ])
    await instance.withDb((db) => sql`UPDATE owner SET is_demo = true`.execute(db))
  })
})

describe('feed import', () => {
  it('imports JSON lines once, also if the file is imported again', async () => {
    const path = await writeLines('events.jsonl', [line('a'), '', line('b')])
    expect((await importFile(path, '--dry-run')).output[0]).toBe('2 events can be imported.')
    expect(await storedCount()).toBe(0)
    expect(await importFile(path)).toMatchObject({ code: 0, output: ['2 events are in the programme.'] })
    expect(await importFile(path)).toMatchObject({ code: 0, output: ['2 events are in the programme.'] })
    expect(await storedCount()).toBe(2)
  })

  it('imports nothing if a line is not an event, and says which', async () => {
    const path = await writeLines('faulty.jsonl', [
      line('c'),
      '{',
      line('d', { amount: 12.5 }),
      line('e', { cvv: '123' }),
    ])
    const { code, output } = await importFile(path)
    expect(code).toBe(1)
    expect(output).toEqual([
      'Line 2: This is not an event in JSON.',
      expect.stringMatching(/^Line 3: amount: /),
      expect.stringMatching(/^Line 4: .*cvv/),
      'Nothing was imported. Fix or remove these lines, or import the others with --skip-refused.',
    ])
    expect(await storedCount()).toBe(2)
    expect((await importFile(path, '--skip-refused')).output).toContain('1 event is in the programme.')
    expect(await storedCount()).toBe(3)
  })

  it('reads csv with the names of the fields as headings', async () => {
    const path = await writeLines('events.csv', [
      'kind;eventId;at;trackingNumber;amount;currency;merchant;isCash;fee;foreign.amount;foreign.currency;foreign.rate',
      `clearing;f;${at};${card.trackingNumber};900;SGD;Tokyo Metro;;50;98000;JPY;0.0091`,
      `clearing;g;${at};${card.trackingNumber};2000;SGD;ATM;true;;;;`,
    ])
    expect(await importFile(path)).toEqual({ code: 0, output: ['2 events are in the programme.'], errors: [] })
    const { rows } = await instance.withDb((db) =>
      sql<{ description: string }>`
        SELECT split_part(description, chr(5), 1) AS description FROM ledger_transaction ORDER BY id DESC LIMIT 3`.execute(
        db,
      ),
    )
    expect(rows.map(({ description }) => description).sort()).toEqual([
      'Cash withdrawal: ATM',
      'Foreign Exchange Fee: Tokyo Metro (JPY at 0.0091)',
      'Tokyo Metro',
    ])
  })

  it('reports events whose id was used for others', async () => {
    const path = await writeLines('changed.jsonl', [line('a', { amount: 1 })])
    const { code, output } = await importFile(path)
    expect(code).toBe(1)
    expect(output[1]).toContain('1 event was refused')
    const listed = await instance.run(['feed', 'exceptions'])
    expect(listed.code).toBe(1)
    expect(listed.output).toEqual([
      expect.stringMatching(/ acme a \(clearing\): another event with other content has this id\.$/),
      '1 event not applied.',
    ])
  })
})
