// Shared columns through the API (docs/rules/batches.md, "Shared columns"): who can share, see and remove them, what is
// rejected, and that the columns shared last replace earlier ones with the same headings.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Permission } from '#domain/access/permissions.ts'
import { post } from '#tests/support/call.ts'
import { type InProcessServer, startInProcess } from '#tests/support/in-process.ts'

let server: InProcessServer
let tokens: Record<'olive' | 'chen' | 'admin' | 'uploadingAdmin' | 'merchants', string>
let userOfOtherOwner: number
beforeAll(async () => {
  server = await startInProcess()
  const tokenOf = async (username: string, permissions: readonly Permission[]) =>
    (await server.addUser({ username, permissions })).token
  await server.database.db.insertInto('owner').values({ id: 4, name: 'Another owner' }).execute()
  tokens = {
    olive: await tokenOf('shares', ['Batch.load']),
    chen: await tokenOf('uses', ['Batch.load', 'Card.order']),
    admin: await tokenOf('administers', ['User.write']),
    uploadingAdmin: await tokenOf('administers-and-uploads', ['User.write', 'Batch.load']),
    merchants: await tokenOf('merchants', ['MerchantSignUp.write']),
  }
  ;({ id: userOfOtherOwner } = await server.addUser({ username: 'other-owner', ownerId: 4 }))
})
afterAll(() => server.close())
beforeEach(() => server.database.db.deleteFrom('shared_columns').execute())

type Name = keyof typeof tokens
const columns = [{ heading: 'Karte', field: 'identifier' }, { heading: 'Betrag', field: 'amount' }, { heading: 'Wer' }]
const share = async (by: Name, overrides: object = {}) =>
  (
    await post(server.url, 'shareColumns', {
      requestId: randomUUID(),
      rowType: 'load',
      columns,
      ...overrides,
      token: tokens[by],
    })
  ).response
const remove = async (by: Name, id: unknown) =>
  (await post(server.url, 'removeSharedColumns', { requestId: randomUUID(), id, token: tokens[by] })).response
const columnsFor = async (by: Name) => {
  const { response } = await post(server.url, 'sharedColumns', { token: tokens[by] })
  return response['sharedColumns'] as readonly {
    readonly id: string
    readonly columns: object
    readonly sharedBy: string
  }[]
}

it('shared columns are shown to users who upload such rows and to administrators', async () => {
  const { id } = await share('olive')
  expect(await columnsFor('chen')).toMatchObject([{ id, rowType: 'load', columns }])
  expect((await columnsFor('chen'))[0]?.sharedBy).not.toBe('')
  expect(await columnsFor('admin')).toHaveLength(1)
  expect(await columnsFor('merchants')).toEqual([])
})

it('fields that rows of this type do not have are refused', async () => {
  const withField = (field: string) => ({ columns: [...columns, { heading: 'Nachname', field }] })
  expect(await share('olive', withField('surname'))).toMatchObject({
    resultCode: '-20400',
    errors: [{ path: 'columns' }],
  })
  expect((await share('olive', withField('toString'))).resultCode).toBe('-20400')
})

it('newly shared columns replace those of the same user or, by an administrator, of any user', async () => {
  const { id } = await share('olive')
  // In any order and spelling.
  const respelled = [
    { heading: 'BETRAG ' },
    { heading: 'karte', field: 'identifier' },
    { heading: 'wer', field: 'amount' },
  ]
  expect(await share('chen', { columns: respelled })).toMatchObject({
    resultCode: '-20403',
    resultText:
      'Another user has shared columns for these headings. Only that user or an administrator can replace them',
  })
  expect(await columnsFor('chen')).toMatchObject([{ id, columns }])
  expect(await share('olive', { columns: respelled })).toMatchObject({ resultCode: '0', id })
  expect(await share('uploadingAdmin', { columns })).toMatchObject({ resultCode: '0', id })
  expect(await columnsFor('olive')).toMatchObject([{ id, columns }])
  const ofOrders = [
    { heading: 'Betrag' },
    { heading: 'Karte', field: 'cardLabel' },
    { heading: 'Wer', field: 'loadAmount' },
  ]
  await share('chen', { rowType: 'virtual', columns: ofOrders })
  expect(await columnsFor('olive')).toHaveLength(1)
  expect(await columnsFor('chen')).toHaveLength(2)
})

it('shared columns are removed by the user who shared them or an administrator, and by no one else', async () => {
  const { id } = await share('olive')
  expect(await remove('chen', id)).toMatchObject({
    resultCode: '-20403',
    resultText: 'Only the user who shared these columns, or an administrator, can remove them',
  })
  expect((await remove('olive', id)).resultCode).toBe('0')
  expect((await remove('olive', id)).resultCode).toBe('-20404')
  const { id: other } = await share('olive')
  expect((await remove('admin', other)).resultCode).toBe('0')
  expect(await columnsFor('olive')).toEqual([])
})

it('shared columns of another owner do not exist', async () => {
  const values = { owner_id: 4, user_id: userOfOtherOwner, row_type: 'load' as const, columns: JSON.stringify(columns) }
  const { id } = await server.database.db
    .insertInto('shared_columns')
    .values({ ...values, shared_at: new Date(0) })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(await columnsFor('admin')).toEqual([])
  expect((await remove('admin', String(id))).resultCode).toBe('-20404')
  expect((await share('olive')).id).not.toBe(String(id))
})

it.each([
  ['rows of a type that the user cannot upload', { rowType: 'transfer' }, '-20403'],
  ['an unknown type', { rowType: 'nothing' }, '-20400'],
  ['a card number as a heading', { columns: [{ heading: '9000013284199969', field: 'identifier' }] }, '-20400'],
  ['one field for two columns', { columns: [columns[0], { heading: 'Nummer', field: 'identifier' }] }, '-20400'],
  ['no field', { columns: [{ heading: 'Karte' }] }, '-20400'],
  ['values of rows', { columns: [{ heading: 'Karte', field: 'identifier', samples: ['x'] }] }, '-20400'],
  ['a long heading', { columns: [{ heading: 'x'.repeat(101), field: 'identifier' }] }, '-20400'],
  ['many columns', { columns: Array.from({ length: 65 }, (_, at) => ({ heading: `${at}` })) }, '-20400'],
])('shared columns are rejected with %s', async (_, overrides, code) => {
  expect((await share('olive', overrides)).resultCode).toBe(code)
  expect(await columnsFor('olive')).toEqual([])
})

it('shared columns are limited to 200 for each owner; replacing one is still possible', async () => {
  const { db } = server.database
  const user = await db
    .selectFrom('user_account')
    .select('id')
    .where('username', '=', 'shares')
    .executeTakeFirstOrThrow()
  const row = { owner_id: 3, user_id: user.id, row_type: 'load' as const, shared_at: new Date(0) }
  await db
    .insertInto('shared_columns')
    .values(
      Array.from({ length: 200 }, (_, at) => ({
        ...row,
        columns: JSON.stringify([{ heading: `Karte ${at}`, field: 'identifier' }]),
      })),
    )
    .execute()
  expect((await share('olive')).resultCode).toBe('-20409')
  expect((await share('olive', { columns: [{ heading: 'Karte 7', field: 'identifier' }] })).resultCode).toBe('0')
})
