// The recipients of e-mail about an order: first users who can approve or stop it, but never its maker, then the maker
// about the result, and users who download files for the card producer.
import { HOUR_MS } from '#domain/units.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { catchMail, mailToText } from '#tests/support/caught-mail.ts'
import { withDemoServer } from '#tests/support/with-demo-server.ts'
import { approveOrder, orderPhysical, orderVirtual, rejectOrder, virtualOrder } from '#tests/support/order-calls.ts'

describe('mail about orders', () => {
  const demo = withDemoServer()
  const { people } = demo
  const { catchFrom, mailsOf, notified } = catchMail()
  beforeAll(async () => {
    catchFrom(demo.server.server)
    await demo.server.server.jobs.start()
  })
  afterAll(() => demo.server.server.jobs.stop())

  it('tells checkers that an order awaits a decision, and the maker that it was approved and issued', async () => {
    const { ada, amir } = people
    const id = await orderVirtual(ada)
    await expect.poll(() => notified(id).sort()).toEqual(['orderWaiting amir', 'orderWaiting otto'])
    expect(mailToText(mailsOf(id)[0])).toContain(
      `Order ${id} (Voyager Virtual Card) was submitted by Ada Lim and is waiting for a decision: 2 virtual cards, loads of S$ 100.00.`,
    )
    expect((await approveOrder(amir, id)).resultCode).toBe('0')
    await expect.poll(() => notified(id).slice(2).sort()).toEqual(['orderDecided ada', 'orderIssued ada'])
    expect(mailToText(mailsOf(id).find(({ kind }) => kind === 'orderDecided'))).toContain('was approved by Amir Rahman')
  })

  it('tells the maker for how many cards no message was sent, since their phone numbers cannot be dialled', async () => {
    const { ada, amir } = people
    const rows = ['hello', '+65, 91', '+65 8123 4567', ''].map((notificationNumber, row) =>
      virtualOrder({ customerReference: `unnotified ${row}`, notificationNumber }),
    )
    const id = await orderVirtual(ada, { virtualCardOrders: rows })
    await approveOrder(amir, id)
    const issued = () => mailsOf(id).find(({ kind }) => kind === 'orderIssued')
    await expect.poll(issued).toBeDefined()
    expect(mailToText(issued())).toContain('4 issued')
    expect(mailToText(issued())).toContain('No message was sent for 2 virtual cards')
  })

  it('tells the maker why an order was rejected, without the names of the card holders', async () => {
    const { olive, amir } = people
    const id = await orderVirtual(olive)
    const checkers = ['ada', 'amir', 'otto'].map((name) => `orderWaiting ${name}`)
    await expect.poll(() => notified(id).sort()).toEqual(checkers)
    await rejectOrder(amir, id, 'Wrong team')
    await expect.poll(() => notified(id).slice(3)).toEqual(['orderDecided olive'])
    expect(mailToText(mailsOf(id)[3])).toContain('Reason: Wrong team')
    for (const mail of mailsOf(id)) expect(mailToText(mail)).not.toMatch(/8123|Travel|row 1/)
  })

  it('tells checkers when an order no longer needs a decision', async () => {
    const { olive } = people
    const id = await orderVirtual(olive)
    await expect.poll(() => notified(id)).toHaveLength(3)
    await olive.call('cancelCardOrder', { orderId: id })
    const checkers = ['ada', 'amir', 'otto'].map((name) => `orderCancelled ${name}`)
    await expect.poll(() => notified(id).slice(3).sort()).toEqual(checkers)
    expect(mailToText(mailsOf(id)[3])).toContain('No decision is needed.')
  })

  it('tells everyone who can stop a placed physical order, except its maker, until when they can', async () => {
    const { olive, ada } = people
    const [ofOlive, ofAda] = [await orderPhysical(olive), await orderPhysical(ada)]
    await expect
      .poll(() => notified(ofOlive).sort())
      .toEqual(['ada', 'amir', 'otto'].map((name) => `orderPlaced ${name}`))
    await expect.poll(() => notified(ofAda).sort()).toEqual(['amir', 'otto'].map((name) => `orderPlaced ${name}`))
    const text = mailToText(mailsOf(ofOlive)[0])
    expect(text).toContain(`Order ${ofOlive} (Voyager Travel Card) was placed by Olive Tan: 1 card, loads of S$ 50.00.`)
    expect(text).toMatch(/It needs no approval: on \d\d \w+ 20\d\d, \d\d:\d\d SGT \(Asia\/Singapore\) it becomes final/)
    for (const mail of mailsOf(ofOlive)) expect(mailToText(mail)).not.toMatch(/Mei|6123|Harbour Road/)
  })

  it('tells the maker who stopped an order and why', async () => {
    const { olive, amir } = people
    const id = await orderPhysical(olive)
    await expect.poll(() => notified(id)).toHaveLength(3)
    await amir.call('cancelCardOrder', { orderId: id, reason: 'Not our staff' })
    await expect.poll(() => notified(id).slice(3)).toEqual(['ownOrderCancelled olive'])
    expect(mailToText(mailsOf(id)[3])).toContain(
      'was cancelled by Amir Rahman: 1 card, loads of S$ 50.00. Its cards will not be made, and no money will move.',
    )
    expect(mailToText(mailsOf(id)[3])).toContain('Reason: Not our staff')
  })

  it('sends no mail about placed orders to users who have turned these e-mails off', async () => {
    const { olive, amir } = people
    await amir.call('setMailAlerts', { off: ['placed'] })
    const id = await orderPhysical(olive)
    await expect.poll(() => notified(id).sort()).toEqual(['ada', 'otto'].map((name) => `orderPlaced ${name}`))
    await amir.call('setMailAlerts', { off: [] })
  })

  it('tells user administrators if only its maker can stop an order', async () => {
    const { db } = demo.server.database
    await demo.server.addUser({ username: 'uma', permissions: ['User.write'] })
    await sql`UPDATE user_account SET locked_at = now() WHERE username IN ('amir', 'otto')`.execute(db)
    const { ada } = people
    const id = await orderPhysical(ada)
    await expect.poll(() => notified(id)).toEqual(['orderUnwatched uma'])
    expect(mailToText(mailsOf(id)[0])).toContain(
      'only Ada Lim can cancel it, because no one else can approve card orders',
    )
    await sql`UPDATE user_account SET locked_at = NULL WHERE username IN ('amir', 'otto')`.execute(db)
  })

  it('tells the maker that physical cards are ready for production, and users who can download the file that it is ready', async () => {
    const { olive } = people
    const id = await orderPhysical(olive)
    await expect.poll(() => notified(id)).toHaveLength(3)
    demo.server.clock.now += 24 * HOUR_MS
    demo.server.server.jobs.wake()
    await expect.poll(() => notified(id).slice(3).sort()).toEqual(['orderFileWaits ada', 'orderIssued olive'])
    const textOf = (kind: string) => mailToText(mailsOf(id).find((mail) => mail.kind === kind))
    expect(textOf('orderIssued')).toContain(`The cards of order ${id} are ready for production`)
    expect(textOf('orderIssued')).toContain('1 ready for production, 0 not issued.')
    expect(textOf('orderFileWaits')).toContain(`The file of order ${id} is ready for the card producer`)
  })

  it.each([
    ['virtual', 2, 0, 'The cards of order 9 were issued'],
    ['virtual', 1, 1, 'Some cards of order 9 were issued'],
    ['virtual', 0, 2, 'The cards of order 9 were not issued'],
    ['physical', 2, 0, 'The cards of order 9 are ready for production'],
    ['physical', 1, 1, 'Some cards of order 9 are ready for production'],
    ['physical', 0, 2, 'The cards of order 9 were not issued'],
  ] as const)(
    'the subject about a %s order with %i issued and %i failed cards is %j',
    (type, issued, failed, subject) => {
      const order = { orderId: 9, type, campaign: 'Travel', cards: 2, amount: 'S$ 1.00' }
      const to = { name: 'Olive Tan', email: 'olive@example.test', username: 'olive' }
      expect(JSON.parse(mailToText({ kind: 'orderIssued', to, order, issued, failed, unnotified: 0 }))).toMatchObject({
        subject,
      })
    },
  )
})
