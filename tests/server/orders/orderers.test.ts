// One person alone gets no money out by an order of cards: not with their own user, and not with one they have changed.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { permissions } from '#domain/access/permissions.ts'
import { type DemoServer, type Person, startDemoServer } from '#tests/support/demo-server.ts'
import {
  approvedOrder,
  orderInDatabase,
  virtualCard,
  physicalCard,
  placedOrder,
  rowsOfOrder,
  waitUntilIssued,
} from '#tests/support/issued-orders.ts'
import { physicalSubmission } from '#tests/support/order-calls.ts'

let server: DemoServer
let db: DemoServer['database']['db']
let people: Record<'olive' | 'ada' | 'bea' | 'cleo', Person>
const signIn = async () => {
  const [olive, ada, bea, cleo] = await Promise.all(
    (['olive', 'ada', 'bea', 'cleo'] as const).map((name) => server.logIn(name)),
  )
  if (olive && ada && bea && cleo) people = { olive, ada, bea, cleo }
}

beforeAll(async () => {
  server = await startDemoServer({ maxConnections: 4 })
  db = server.database.db
  // A real programme. The setting itself keeps its default.
  await db.updateTable('owner').set({ is_demo: false }).execute()
  await server.addUser({ username: 'bea', permissions })
  await server.addUser({ username: 'cleo', permissions })
  await server.server.jobs.start()
})
afterAll(() => server.close())
beforeEach(async () => {
  await db.updateTable('user_change').set({ closed_at: new Date() }).execute()
  await signIn()
})

let count = 0
/** An issued order of one card with a PIN, with its card and the ways to turn it into money. */
async function issuedCard(orderer: Person) {
  count += 1
  const id = await placedOrder(orderer, [physicalCard(count, { customerReference: `ORDERER-${count}` })])
  server.clock.now = (await orderInDatabase(db, id)).final_at?.getTime() ?? 0
  server.server.jobs.wake()
  await waitUntilIssued(db, id)
  await signIn()
  const [row] = await rowsOfOrder(db, id)
  const card = await db
    .selectFrom('card')
    .select(['id', 'tracking_number'])
    .where('id', '=', row?.card_id ?? 0)
    .executeTakeFirstOrThrow()
  return { orderId: id, cardId: card.id, trackingNumber: card.tracking_number }
}
type Issued = Awaited<ReturnType<typeof issuedCard>>
const acts = {
  activate: (by: Person, { trackingNumber }: Issued) =>
    by.call('setCardStatus', { identifiers: [trackingNumber], identifierType: 2 }),
  reveal: (by: Person, { cardId }: Issued) => by.call('revealCard', { voucherID: String(cardId) }),
  setPin: (by: Person, { cardId, trackingNumber }: Issued) =>
    by.call('changePin', { voucherNumber: `card:${cardId}`, trackingNumber, newCardPin: '482915' }),
  fetchFile: (by: Person, { orderId }: Issued) => by.call('fetchProducerFile', { orderId, requestId: randomUUID() }),
}
const codesOf = async (by: Person, issued: Issued) => ({
  activate: await acts.activate(by, issued),
  reveal: await acts.reveal(by, issued),
  setPin: await acts.setPin(by, issued),
  fetchFile: await acts.fetchFile(by, issued),
})
/** A PIN can be set only for an active card with a PIN, so the tests prepare one. */
const makeUsable = async ({ cardId }: Issued) => {
  await db.updateTable('card').set({ activated_at: new Date() }).where('id', '=', cardId).execute()
}
const change = async (by: Person, username: string, values: object) => {
  const row = await db.selectFrom('user_account').selectAll().where('username', '=', username).executeTakeFirstOrThrow()
  const { firstname, lastname, email, group_id } = row
  const user = { userId: String(row.id), username, firstname, lastname, email, groupId: String(group_id), ownerId: 3 }
  expect((await by.call('saveUser', { user: { ...user, isNew: false, ...values } })).resultCode).toBe('0')
}

describe('who ordered cards cannot', () => {
  it('activate, reveal, set the PIN or fetch the producer file of their own cards', async () => {
    const issued = await issuedCard(people.ada)
    const refused = await codesOf(people.ada, issued)
    for (const act of ['activate', 'reveal', 'fetchFile'] as const)
      expect(refused[act], act).toMatchObject({
        resultCode: '-20409',
        resultText: 'You placed the order of this card, so another user must do this',
      })
    const inFile = await people.ada.call('setCardStatus', {
      identifiers: [issued.trackingNumber, '900000000000001'],
      identifierType: 2,
    })
    expect(inFile.results[0]).toMatchObject({
      activated: false,
      resultText: 'You placed the order of this card, so another user must do this',
    })
    for (const act of ['fetchFile', 'reveal', 'activate'] as const)
      expect((await acts[act](people.bea, issued)).resultCode, act).toBe('0')
  })

  it('set the PIN of a card that another user has activated', async () => {
    const issued = await issuedCard(people.ada)
    await makeUsable(issued)
    expect(
      await db.updateTable('campaign').set({ requires_pin: true, pin_length: 6 }).where('id', '=', 1).execute(),
    ).toHaveLength(1)
    expect(await acts.setPin(people.ada, issued)).toMatchObject({
      resultCode: '-20409',
      resultText: 'You placed the order of this card, so another user must do this',
    })
    expect((await acts.setPin(people.bea, issued)).resultCode).toBe('0')
  })

  it.each(['the orderer has changed the other user', 'the other user has changed the orderer'])(
    'use them through another user while a change waits: %s',
    async (direction) => {
      const issued = await issuedCard(people.ada)
      if (direction.startsWith('the orderer')) await change(people.ada, 'bea', { email: `bea.${count}@example.test` })
      else await change(people.bea, 'ada', { email: `ada.${count}@example.test` })
      // A changed user cannot act on any card yet, and is told so.
      const text = direction.startsWith('the orderer')
        ? /^You cannot approve, act on cards or manage users until/
        : /^ada placed the order of this card, and one of you has changed the other’s/
      for (const act of ['activate', 'reveal', 'fetchFile'] as const)
        expect(await acts[act](people.bea, issued), act).toMatchObject({
          resultCode: '-20409',
          resultText: expect.stringMatching(text) as string,
        })
      expect((await acts.activate(people.cleo, issued)).resultCode).toBe('0')
      // Once another administrator has confirmed the change, the two are two people again.
      const changed = direction.startsWith('the orderer') ? people.bea : people.ada
      const { changes } = await people.cleo.call('pendingUserChanges', { userID: String(changed.id) })
      for (const { changeID } of changes)
        expect((await people.cleo.call('confirmUserChange', { changeID })).resultCode).toBe('0')
      expect((await acts.fetchFile(people.bea, issued)).resultCode).toBe('0')
    },
  )

  it('order cards with a load after a change of their user, but can order cards without', async () => {
    await change(people.ada, 'olive', { email: `olive.${count}@example.test` })
    await signIn()
    const loaded = await people.olive.call('batchCardOrder', physicalSubmission({ quotationNumber: 'Q-HELD' }))
    expect(loaded).toMatchObject({
      resultCode: '-20409',
      resultText: expect.stringMatching(
        /^You cannot order cards with a load until .*: Ada Lim changed your email on /,
      ) as string,
    })
    const byChanger = await people.ada.call('batchCardOrder', physicalSubmission({ quotationNumber: 'Q-HELD' }))
    expect(byChanger).toMatchObject({
      resultCode: '-20409',
      resultText: expect.stringMatching(
        /^You changed the user Olive Tan on .*, so you cannot order cards with a load until /,
      ) as string,
    })
    const { changes } = await people.bea.call('pendingUserChanges', { userID: String(people.olive.id) })
    const cardOrders = [physicalCard((count += 1), { customerReference: `NO-LOAD-${count}` })]
    expect((await people.olive.call('batchCardOrder', physicalSubmission({ cardOrders }))).resultCode).toBe('0')
    for (const { changeID } of changes)
      expect((await people.bea.call('confirmUserChange', { changeID })).resultCode).toBe('0')
    for (const person of [people.olive, people.ada]) {
      const response = await person.call(
        'batchCardOrder',
        physicalSubmission({ quotationNumber: `Q-FREE-${person.id}` }),
      )
      expect(response.resultCode).toBe('0')
    }
  })

  it('are not affected if another user has approved the order', async () => {
    const amir = await server.logIn('amir')
    const id = await approvedOrder({ maker: people.ada, checker: amir }, [virtualCard((count += 1))])
    server.server.jobs.wake()
    await waitUntilIssued(db, id)
    const [row] = await rowsOfOrder(db, id)
    expect((await people.ada.call('revealCard', { voucherID: String(row?.card_id) })).resultCode).toBe('0')
  })

  it('in the demo programme and with SEPARATE_ORDERERS=off they can, and with on they cannot', async () => {
    const issued = await issuedCard(people.ada)
    await db.updateTable('owner').set({ is_demo: true }).execute()
    expect((await acts.reveal(people.ada, issued)).resultCode).toBe('0')
    const settings = server.server.settings as { separatesOrderers: boolean | undefined; isProduction: boolean }
    settings.separatesOrderers = true
    expect((await acts.reveal(people.ada, issued)).resultCode).toBe('-20409')
    settings.separatesOrderers = undefined
    settings.isProduction = true
    expect((await acts.reveal(people.ada, issued)).resultCode).toBe('-20409')
    settings.separatesOrderers = false
    expect((await acts.reveal(people.ada, issued)).resultCode).toBe('0')
    Object.assign(settings, { separatesOrderers: undefined, isProduction: false })
    await db.updateTable('owner').set({ is_demo: false }).execute()
  })
})
