// Who is told by e-mail about an order: those who may approve it, never its maker; then the maker, of the decision.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enqueueOrderMail } from '#server/orders/mail.ts'
import { caughtMail, wordsOf } from '#tests/support/caught-mail.ts'
import { type DemoHost, startDemoHost } from '#tests/support/demo-host.ts'
import { approveOrder, orderPhysical, orderVirtual, rejectOrder } from './order-host.ts'

describe('mail about orders', () => {
  let host: DemoHost
  const { catchFrom, mailsOf, told } = caughtMail()
  beforeAll(async () => {
    host = await startDemoHost()
    catchFrom(host.host)
    await host.host.jobs.start()
  })
  afterAll(async () => {
    await host.host.jobs.stop()
    await host.close()
  })

  it('tells checkers that it waits, and the maker that it was approved and issued', async () => {
    const [ada, amir] = [await host.person('ada'), await host.person('amir')]
    const id = await orderVirtual(ada)
    await expect.poll(() => told(id).sort()).toEqual(['orderWaiting amir', 'orderWaiting otto'])
    expect(wordsOf(mailsOf(id)[0])).toContain(
      `Order ${id} (Order Virtual Card, Voyager Virtual Card) was submitted by Ada Lim and waits for a decision: 2 virtual cards, loads of S$ 100.00.`,
    )
    expect((await approveOrder(amir, id)).resultCode).toBe('0')
    await expect.poll(() => told(id).slice(2).sort()).toEqual(['orderDecided ada', 'orderIssued ada']) // oxfmt-ignore
    expect(wordsOf(mailsOf(id).find(({ kind }) => kind === 'orderDecided'))).toContain('was approved by Amir Rahman')
  })

  it('tells the maker why it was rejected, and nobody anything of whom the cards are for', async () => {
    const [olive, amir] = [await host.person('olive'), await host.person('amir')]
    const id = await orderVirtual(olive)
    const checkers = ['ada', 'amir', 'otto'].map((name) => `orderWaiting ${name}`)
    await expect.poll(() => told(id).sort()).toEqual(checkers)
    await rejectOrder(amir, id, 'Wrong team')
    await expect.poll(() => told(id).slice(3)).toEqual(['orderDecided olive'])
    expect(wordsOf(mailsOf(id)[3])).toContain('Reason: Wrong team')
    for (const mail of mailsOf(id)) expect(wordsOf(mail)).not.toMatch(/8123|Travel|row 1/)
  })

  it('tells checkers that there is nothing to decide any more', async () => {
    const olive = await host.person('olive')
    const id = await orderVirtual(olive)
    await expect.poll(() => told(id)).toHaveLength(3)
    await olive.call('cancelCardOrder', { orderId: id })
    const checkers = ['ada', 'amir', 'otto'].map((name) => `orderCancelled ${name}`)
    await expect.poll(() => told(id).slice(3).sort()).toEqual(checkers)
    expect(wordsOf(mailsOf(id)[3])).toContain('It needs no decision any more.')
  })

  it('tells the maker of a physical order what became of its cards, and nobody before', async () => {
    const olive = await host.person('olive')
    const id = await orderPhysical(olive)
    await enqueueOrderMail(host.host.jobs, host.database.db, { orderId: Number(id), event: 'issued' })
    host.host.jobs.wake()
    await expect.poll(() => told(id)).toEqual(['orderIssued olive'])
    expect(wordsOf(mailsOf(id)[0])).toContain('0 issued, 0 not issued')
  })
})
