// Lists of batches, page by page: each batch of the user's owner appears once, even if others are added meanwhile. A
// date range applies to the upload or the decision, depending on the list.
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { addDays, instantToDate } from '#domain/dates.ts'
import { type Person } from '#tests/support/demo-server.ts'
import { withDemoServer } from '#tests/support/with-demo-server.ts'

type Filter = 1 | 2 | 3 | 4 | 5

describe('a list of batches', () => {
  const demo = withDemoServer({ withHarbour: true })
  const { db, people } = demo

  const today = () => instantToDate(demo.server.clock.now, 'Asia/Singapore')
  /**
   * Inserts batches, by default in the first microseconds of 4 March 2026 in the programme's time zone: milliseconds
   * cannot distinguish them. `state` is the SET clause of an UPDATE that follows.
   */
  const insert = async (count: number, more: { owner?: number; by?: number; at?: string; state?: string } = {}) => {
    const { owner = 3, by = people.olive.id, at = '2026-03-03T16:00:00.000001Z', state = '' } = more
    const currency = await sql<{
      currency: string
    }>`SELECT currency FROM programme WHERE owner_id = ${owner} LIMIT 1`.execute(db())
    const { rows } = await sql<{ id: number }>`
      WITH batch AS (
        INSERT INTO batch_file (owner_id, currency, kind, identifier_type, reference, original_name, fingerprint, row_count,
                                amount_cents, fee_cents, uploaded_by, uploaded_at)
        SELECT ${owner}, ${currency.rows[0]?.currency}, 'load', 2, 'Page test', 'a.csv', repeat('0', 64), 1, 100, 0, ${by},
               ${at}::timestamptz + (n / 3) * interval '1 microsecond'
        FROM generate_series(1, ${count}::int) n RETURNING id
      ), row AS (
        INSERT INTO batch_row (batch_id, row_no, identifier, amount_cents, fee_cents)
        SELECT id, 1, '100000000000001', 100, 0 FROM batch
      )
      SELECT id FROM batch ORDER BY id`.execute(db())
    const ids = rows.map(({ id }) => id)
    if (state !== '') await sql`UPDATE batch_file SET ${sql.raw(state)} WHERE id = ANY(${ids}::bigint[])`.execute(db())
    return ids.map(String)
  }
  const on = (day: string) => ({ startDate: day, endDate: day })
  const march = on('2026-03-04')
  const listOwnBatches = (page: { cursor?: string; limit?: number } = {}, by: Person = people.olive, days = march) =>
    by.call('myBatches', { ...days, ...page })
  const idsOf = ({ batchLoads }: { batchLoads: readonly { BATCHLOADFILEID: string }[] }) =>
    batchLoads.map(({ BATCHLOADFILEID }) => BATCHLOADFILEID)

  it('returns every batch once, newest first, even if batches are uploaded between two pages', async () => {
    const ids = await insert(23, { at: '2026-03-08T16:00:00.000001Z' })
    const listedIds: string[] = []
    let cursor: string | undefined
    let pages = 0
    do {
      const page = await listOwnBatches({ limit: 5, ...(cursor && { cursor }) }, people.olive, on('2026-03-09'))
      expect(page.resultCode).toBe('0')
      expect(page.total).toBe(23 + pages)
      listedIds.push(...idsOf(page))
      cursor = page.cursor
      pages += 1
      // Newer than all existing ones.
      await insert(1, { at: `2026-03-09T0${pages}:00:00Z` })
    } while (cursor !== undefined)
    expect(pages).toBe(5)
    expect(listedIds).toEqual(ids.toSorted((a, b) => Number(b) - Number(a)))
  })

  it('reports the available funds of the funding account if it is the list of pending batches', async () => {
    const account = await sql<{ balance_cents: number }>`
      SELECT balance_cents FROM account WHERE owner_id = 3 AND kind = 'funding'`.execute(db())
    const balance = account.rows[0]?.balance_cents ?? 0
    const fundsLeft = async () => {
      const response = await people.amir.call('batchLoads', { filter: 1 })
      return Math.round(Number(response.fundsLeft) * 100)
    }
    const before = await fundsLeft()
    expect(before).toBeLessThanOrEqual(balance)
    // An approved batch that is scheduled for later reserves its amount.
    const [id = ''] = await insert(1, {
      state: `approved_at = now(), approved_by = ${people.amir.id}, scheduled_at = now() + interval '9 days'`,
    })
    await insert(1)
    expect(await fundsLeft()).toBe(before - 100)
    await sql`UPDATE batch_file SET closed_at = now(), closed_by = approved_by WHERE id = ${id}`.execute(db())
    expect(await fundsLeft()).toBe(before)
    expect((await people.amir.call('batchLoads', { filter: 2, ...march })).fundsLeft).toBeUndefined()
  })

  it('filters the maker’s own uploads by state and text, and finds a batch by its number', async () => {
    const march5 = on('2026-03-05')
    const at = '2026-03-05T02:00:00Z'
    const [open = ''] = await insert(1, { at })
    const [withdrawn = ''] = await insert(1, { at, state: 'withdrawn_at = uploaded_at' })
    const idsFor = async (params: { filter?: Filter; search?: string }) =>
      idsOf(await people.olive.call('myBatches', { ...march5, ...params }))
    expect(await idsFor({})).toEqual([withdrawn, open])
    expect(await idsFor({ filter: 1 })).toEqual([open])
    expect(await idsFor({ filter: 4 })).toEqual([withdrawn])
    expect(await idsFor({ search: ' pAGE tes ' })).toEqual([withdrawn, open])
    expect(await idsFor({ search: '%' })).toEqual([])
    expect(await idsFor({ search: 'A.CSV' })).toEqual([withdrawn, open])
    expect(await idsFor({ search: open })).toEqual([open])
    expect(await idsFor({ filter: 4, search: open })).toEqual([])
    const other = await people.ada.call('myBatches', { ...march5, search: open })
    expect(other).toMatchObject({ batchLoads: [], total: 0 })
  })

  it('has no cursor after the last row, even if the last page is full', async () => {
    await insert(7)
    const { total = 0 } = await listOwnBatches({ limit: 1 })
    const fullList = await listOwnBatches({ limit: total })
    expect(fullList.batchLoads).toHaveLength(total)
    expect(fullList.cursor).toBeUndefined()
    const allButOne = await listOwnBatches({ limit: total - 1 })
    expect(idsOf(await listOwnBatches({ limit: 5, cursor: allButOne.cursor ?? '' }))).toEqual(idsOf(fullList).slice(-1))
    expect(await listOwnBatches({ cursor: '0.1' })).toMatchObject({ batchLoads: [], total })
  })

  it('returns up to 1,000 rows without a limit, and a cursor for the others', async () => {
    await insert(1_001, { by: people.ada.id, at: '2026-03-04T02:00:00Z' })
    const first = await listOwnBatches({}, people.ada)
    expect(first.batchLoads).toHaveLength(1_000)
    expect(first.total).toBe(1_001)
    const next = await listOwnBatches({ cursor: first.cursor ?? '' }, people.ada)
    expect(next.batchLoads).toHaveLength(1)
    expect(next.cursor).toBeUndefined()
  })

  it.each(['', 'x', '1', '1.', '.1', '1.0', '-1.1', '1.1 OR 1=1', '12345678901234567.1', '1.1234567890123456789'])(
    'rejects the cursor "%s"',
    async (cursor) => {
      expect((await listOwnBatches({ cursor })).resultCode).toBe('-20400')
    },
  )

  it.each([0, 501, 1.5])('rejects a page of %d rows', async (limit) => {
    expect((await listOwnBatches({ limit })).resultCode).toBe('-20400')
  })

  it('hides batches of other owners and makers, whatever the cursor', async () => {
    const otherIds = await insert(3, { owner: 1, by: people.hal.id })
    const last = '9999999999999999.999999999999999999'
    const first = '1.1'
    for (const page of [{}, { limit: 500 }, { cursor: last }, { cursor: first }]) {
      expect(idsOf(await listOwnBatches(page))).not.toEqual(expect.arrayContaining([otherIds[0]]))
      const waiting = await people.amir.call('batchLoads', { filter: 1, ...page })
      for (const id of otherIds) expect(idsOf(waiting)).not.toContain(id)
    }
    const halsIds = idsOf(await people.hal.call('batchLoads', { filter: 1, cursor: first }))
    expect(halsIds.filter((id) => otherIds.includes(id))).toEqual(otherIds)
    expect(idsOf(await listOwnBatches({ cursor: last }, people.ada)).filter((id) => otherIds.includes(id))).toEqual([])
  })

  it('shows batches that await a decision oldest first, each once', async () => {
    const ids = await insert(5, { owner: 1, by: people.hal.id, at: '2026-02-03T17:00:00Z' })
    const waiting = (page: object) => people.hal.call('batchLoads', { filter: 1, limit: 3, ...page })
    const first = await waiting({})
    const second = await waiting({ cursor: first.cursor })
    expect([...idsOf(first), ...idsOf(second)].slice(0, 5)).toEqual(ids)
  })

  it('selects approved, rejected and closed batches by the day of that decision, not of the upload', async () => {
    const [at, amir] = ["'2026-06-10T16:30:00Z'", people.amir.id]
    const approved = `approved_by = ${amir}, approved_at = ${at}, processed_at = ${at}`
    const closed = `approved_by = ${amir}, approved_at = '2026-05-01', closed_by = ${amir}, closed_at = ${at}`
    const cases: readonly (readonly [Filter, string])[] = [
      [2, approved],
      [3, `rejected_by = ${amir}, rejected_at = ${at}`],
      [4, closed],
    ]
    for (const [filter, state] of cases) {
      const ids = await insert(4, { at: '2026-03-03T17:00:00Z', state })
      const decidedOn = (day: string, page = {}) => people.amir.call('batchLoads', { filter, ...on(day), ...page })
      // 00:30 in the programme's time zone.
      expect(idsOf(await decidedOn('2026-06-11')), String(filter)).toEqual(ids.toReversed())
      for (const day of ['2026-06-10', '2026-06-12', '2026-03-04', '2026-05-01'])
        expect(idsOf(await decidedOn(day)), `${filter} ${day}`).not.toContain(ids[0])
      const { cursor = '' } = await decidedOn('2026-06-11', { limit: 3 })
      expect(idsOf(await decidedOn('2026-06-11', { cursor }))).toEqual(ids.slice(0, 1))
    }
  })

  it('shows a scheduled batch under Approved and Processing', async () => {
    const day = today()
    const [id] = await insert(1, {
      at: `${addDays(day, -60)}T03:00:00Z`,
      state: `approved_by = ${people.amir.id}, approved_at = to_timestamp(${demo.server.clock.now / 1000}), scheduled_at = to_timestamp(${demo.server.clock.now / 1000 + 86_400})`,
    })
    expect(idsOf(await people.amir.call('batchLoads', { filter: 2 }))).toContain(id)
    expect(idsOf(await people.amir.call('batchLoads', { filter: 5 }))).toContain(id)
    // Approved to run immediately, but not run yet: only under Processing.
    const [immediate] = await insert(1, {
      state: `approved_by = ${people.amir.id}, approved_at = to_timestamp(${demo.server.clock.now / 1000})`,
    })
    expect(idsOf(await people.amir.call('batchLoads', { filter: 2 }))).not.toContain(immediate)
    expect(idsOf(await people.amir.call('batchLoads', { filter: 5 }))).toContain(immediate)
  })
})
