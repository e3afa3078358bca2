// Reading the audit trail (`auditLog`): in words, filtered by user, subject, action and days, page by page, and only of
// the viewer's owner.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { harbour } from '#brand/harbour.ts'
import { permissions } from '#domain/access/permissions.ts'
import type { AuditEntry } from '#contract/users.ts'
import { startUsersServer, type UsersServer } from './users-server.ts'

const DAYS = { startDate: '2026-03-01', endDate: '2026-03-31' }

describe('the audit log', () => {
  let server: UsersServer
  beforeAll(async () => {
    server = await startUsersServer()
  })
  afterAll(() => server.close())

  const log = async (params: object = {}) => server.call('auditLog', { ...DAYS, ...params })
  const entries = async (params: object = {}) => (await log(params))['entries'] as AuditEntry[]
  const insertEvents = (events: readonly object[]) =>
    server.server.db
      .insertInto('audit_event')
      .values(
        events.map((event) => ({
          at: new Date(server.clock.now),
          user_id: server.admin.id,
          owner_id: 3,
          method: 'approveBatchLoad',
          subject_type: 'batch',
          subject_id: '7',
          result_code: '0',
          correlation_id: 'c',
          request_id: null,
          ...event,
        })),
      )
      .execute()

  it('shows completed and failed actions with their user and subject', async () => {
    const id = String((await server.save({ username: 'dora', email: 'dora@example.test' }))['userId'])
    await server.call('unlockUser', { unlockUserID: id })
    await server.call('deleteUser', { deleteUserID: id })
    const shownEntries = await entries({ subjectType: 'user', subjectId: id })
    // Newest first. The trail still shows the name of a deleted user.
    expect(shownEntries.map(({ what, resultCode }) => [what, resultCode])).toEqual([
      ['deleted user dora', '0'],
      ['tried to unlock user dora', '-20409'],
      ['added user dora', '0'],
    ])
    expect(shownEntries[0]).toMatchObject({
      who: 'First Last (admin)',
      userId: String(server.admin.id),
      method: 'deleteUser',
      subjectType: 'user',
      subjectId: id,
      at: new Date(server.clock.now).toISOString(),
    })
  })

  it('shows only the changed values of a user', async () => {
    const [makers, readers] = [
      await server.addGroup(['User.settings']),
      await server.addGroup(['User.settings', 'Report.read']),
    ]
    const nameOf = async (id: string) =>
      (
        await server.server.db
          .selectFrom('user_group')
          .select('name')
          .where('id', '=', Number(id))
          .executeTakeFirstOrThrow()
      ).name
    const yan = { username: 'yan', firstname: 'Yan', lastname: 'Ong', email: 'yan@example.test', groupId: makers }
    const id = String((await server.save(yan))['userId'])
    await server.save({ ...yan, userId: id, isNew: false, groupId: readers, lastname: 'Ang' })
    await server.save({ ...yan, userId: id, isNew: false, groupId: readers, username: 'admin' })
    await server.call('deleteUser', { deleteUserID: id })
    const shownEntries = await entries({ subjectType: 'user', subjectId: id })
    const field = (name: string, before: string | null, after: string | null) => ({ field: name, before, after })
    expect(shownEntries.map(({ changes, refusal }) => refusal ?? changes)).toEqual([
      [
        field('Username', 'yan', null),
        field('First name', 'Yan', null),
        field('Last name', 'Ang', null),
        field('Email', 'yan@example.test', null),
        field('Group', await nameOf(readers), null),
        field('Campaigns', 'All campaigns', null),
      ],
      'This username is taken. Enter another one',
      [field('Last name', 'Ong', 'Ang'), field('Group', await nameOf(makers), await nameOf(readers))],
      [
        field('Username', null, 'yan'),
        field('First name', null, 'Yan'),
        field('Last name', null, 'Ong'),
        field('Email', null, 'yan@example.test'),
        field('Group', null, await nameOf(makers)),
        field('Campaigns', null, 'All campaigns'),
      ],
    ])
  })

  it('lists reads and changes separately', async () => {
    const at = new Date('2026-08-01T00:00:00Z')
    await insertEvents(
      ['cardSearch', 'auditLog', 'cardDetails', 'approveBatchLoad', 'revealCard', 'logOut'].map((method) => ({
        at,
        method,
      })),
    )
    const methods = async (params: object) =>
      (await entries({ startDate: '2026-08-01', endDate: '2026-08-01', ...params })).map(({ method }) => method)
    expect(await methods({ kind: 'views' })).toEqual(['cardDetails', 'auditLog', 'cardSearch'])
    expect(await methods({ kind: 'changes' })).toEqual(['logOut', 'revealCard', 'approveBatchLoad'])
    expect(await methods({})).toHaveLength(6)
  })

  it('finds a card by its id and shows it masked, and names other subjects by their number', async () => {
    await insertEvents([
      { method: 'stopCard', subject_type: 'card', subject_id: '41' },
      { method: 'cardSearch', subject_type: 'cards', subject_id: '1' },
      { method: 'downloadBatchLoadReport', subject_type: 'rows', subject_id: '4812' },
      { method: 'rejectBatchLoad', subject_type: null, subject_id: null, result_code: '-20400' },
      { method: 'removed', subject_type: 'other', subject_id: 'x' },
    ])
    expect((await entries({ subjectType: 'card', subjectId: '41' })).map(({ what }) => what)).toEqual([
      'stopped card 41',
    ])
    const texts = (await entries()).map(({ what }) => what)
    for (const output of [
      'found 1 card',
      'downloaded the report of 4,812 rows',
      'tried to reject a batch',
      'removed other x',
    ])
      expect(texts).toContain(output)
  })

  it('can be filtered by user, action and subject together', async () => {
    const other = await server.addUser({ username: 'other', permissions })
    await insertEvents([
      {},
      { user_id: other.id },
      { user_id: other.id, method: 'rejectBatchLoad' },
      { user_id: other.id, subject_id: '8' },
    ])
    const ids = async (params: object) => (await entries(params)).map(({ userId, what }) => `${userId} ${what}`)
    expect(await ids({ userId: String(other.id) })).toHaveLength(3)
    expect(
      await ids({ userId: String(other.id), method: 'approveBatchLoad', subjectType: 'batch', subjectId: '7' }),
    ).toEqual([`${other.id} approved batch 7`])
    expect(await ids({ method: 'rejectBatchLoad', subjectType: 'batch' })).toEqual([`${other.id} rejected batch 7`])
    expect(await ids({ subjectId: '8' })).toEqual([`${other.id} approved batch 8`])
  })

  it('uses days of the programme’s time zone, from the first to the last moment of a day', async () => {
    // Singapore is eight hours ahead.
    await insertEvents([
      { at: new Date('2026-05-09T15:59:59.999Z'), subject_id: '1' },
      { at: new Date('2026-05-09T16:00:00Z'), subject_id: '2' },
      { at: new Date('2026-05-10T15:59:59.999Z'), subject_id: '3' },
      { at: new Date('2026-05-10T16:00:00Z'), subject_id: '4' },
    ])
    const shownEntries = await entries({ startDate: '2026-05-10', endDate: '2026-05-10' })
    expect(shownEntries.map(({ subjectId }) => subjectId)).toEqual(['3', '2'])
    expect(await log({ startDate: '2026-05-10', endDate: '2026-05-09' })).toMatchObject({
      resultCode: '-20302',
      resultText: 'The date filter start date is greater than the end date',
    })
    // Long ranges are accepted, since events of a card can be years old.
    expect((await log({ startDate: '2000-01-01', endDate: '2030-12-31' })).resultCode).toBe('0')
  })

  it('returns each row on exactly one page, even if many rows have the same time', async () => {
    const at = new Date('2026-06-01T00:00:00.123Z')
    await insertEvents(Array.from({ length: 7 }, (_, n) => ({ at, subject_id: String(100 + n) })))
    const days = { startDate: '2026-06-01', endDate: '2026-06-01', limit: 3 }
    const ids: (string | null)[] = []
    let cursor: unknown
    for (let page = 0; page < 3; page++) {
      const response = await log({ ...days, ...(cursor === undefined ? {} : { cursor }) })
      expect(response['total']).toBe(7)
      ids.push(...(response['entries'] as AuditEntry[]).map(({ subjectId }) => subjectId))
      cursor = response['cursor']
    }
    expect(ids).toEqual(['106', '105', '104', '103', '102', '101', '100'])
    expect(cursor).toBeUndefined()
  })

  it('counts at most 100,000 entries, and says that there are more', async () => {
    await sql`
      INSERT INTO audit_event (at, owner_id, method, result_code, correlation_id)
      SELECT '1999-05-10T00:00:00Z', 3, 'overview', '0', '' FROM generate_series(0, 100000)`.execute(server.server.db)
    const { entries: firstPage, ...facts } = await log({ startDate: '1999-05-10', endDate: '1999-05-10', limit: 2 })
    expect(firstPage).toHaveLength(2)
    expect(facts).toMatchObject({ total: 100_000, isTotalMinimum: true })
  })

  it('shows nothing of another owner, and no entries without an owner', async () => {
    const otherOwnersUser = await server.addUser({ username: 'hal', ownerId: harbour.ownerId })
    const at = new Date('2026-07-01T00:00:00Z')
    await insertEvents([
      { at, owner_id: harbour.ownerId, user_id: otherOwnersUser.id },
      { at, owner_id: null, user_id: null, method: 'logIn', subject_type: null, subject_id: null },
      { at, method: 'deleteUser', subject_type: 'user', subject_id: String(otherOwnersUser.id), result_code: '-20404' },
    ])
    const shownEntries = await entries({ startDate: '2026-07-01', endDate: '2026-07-01' })
    // For a user of another owner only the requested id is shown, not the name.
    expect(shownEntries.map(({ what }) => what)).toEqual([`tried to delete user ${otherOwnersUser.id}`])
    expect(
      await entries({ startDate: '2026-07-01', endDate: '2026-07-01', userId: String(otherOwnersUser.id) }),
    ).toEqual([])
  })

  it.each([
    ['no days', { startDate: undefined }],
    ['a date that does not exist', { endDate: '2026-02-30' }],
    ['a malformed id', { userId: 'olive' }],
    ['more rows than a page has', { limit: 501 }],
    ['an invalid cursor', { cursor: 'x' }],
  ])('rejects %s', async (_, params) => {
    expect((await log(params)).resultCode).toBe('-20400')
  })
})
