// Checking and submitting orders through the API: each rejection has a message, and a submission is stored exactly once.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { CardOrder, VirtualCardOrder } from '#contract/orders.ts'
import { addDays, addMonths, instantToDate } from '#domain/dates.ts'
import { HOUR_MS } from '#domain/units.ts'
import { startSession } from '#server/sessions/sessions.ts'
import { post } from '#tests/support/call.ts'
import { withDemoServer } from '#tests/support/with-demo-server.ts'
import {
  cardOrder,
  closeCampaign,
  jobsOf,
  KYC_CAMPAIGN,
  newVirtualOrders,
  orderPhysical,
  orderVirtual,
  PHYSICAL_CAMPAIGN,
  physicalSubmission,
  VIRTUAL_CAMPAIGN,
  virtualOrder,
  virtualSubmission,
} from '#tests/support/order-calls.ts'

describe('checking and submitting orders', () => {
  const demo = withDemoServer({ withHarbour: true })
  const { db, people } = demo
  const today = instantToDate(Date.now(), 'Asia/Singapore')

  const countStoredOrders = async () =>
    (await sql<{ count: number }>`SELECT count(*)::integer AS count FROM card_order`.execute(db())).rows[0]?.count
  /** Makes a call whose parameters can have wrong types. */
  const callUnchecked = async (method: string, params: object) => {
    const token = await startSession(db(), demo.server.server, { id: people.olive.id, username: 'olive' })
    return (await post(demo.server.url, method, { ...params, token })).response
  }
  const submitUnchecked = async (virtualCardOrders: readonly object[]) => {
    const params = { ...virtualSubmission(), virtualCardOrders, requestId: randomUUID() }
    return (await callUnchecked('submitVirtualCardOrder', params)).resultCode
  }
  const physicalError = async (row: Partial<CardOrder>, campaignID = PHYSICAL_CAMPAIGN) =>
    (await people.olive.call('verifyCardOrder', { campaignID, cardOrders: [cardOrder(row)] })).cardOrders[0]?.ERROR
  const virtualError = async (row: Partial<VirtualCardOrder>) =>
    (
      await people.olive.call('verifyVirtualCardOrder', {
        campaignID: VIRTUAL_CAMPAIGN,
        virtualCardOrders: [virtualOrder(row)],
      })
    ).virtualCardOrders[0]?.ERROR

  it('lists the owner’s campaigns with the card types that can be ordered', async () => {
    const { campaigns } = await people.olive.call('getCampaigns', {})
    expect(campaigns).toHaveLength(4)
    expect(campaigns.find(({ CampaignID }) => CampaignID === VIRTUAL_CAMPAIGN)).toEqual({
      CampaignID: VIRTUAL_CAMPAIGN,
      CampaignName: 'Voyager Virtual Card',
      CampaignCurrencySymbol: 'S$',
      CampaignCurrency: 'SGD',
      CampaignCardICA: '4103',
      VIRTUAL: true,
      CLOSED: false,
      CARDPREFIX: '900001',
    })
    expect((await people.hal.call('getCampaigns', {})).campaigns.map(({ CampaignID }) => CampaignID)).toEqual(['5'])
  })

  it('shows a campaign’s fees only to its owner', async () => {
    const { fees } = await people.olive.call('getCampaignFees', { campaignID: VIRTUAL_CAMPAIGN })
    expect(fees).toContainEqual({
      CAMPAIGNID: VIRTUAL_CAMPAIGN,
      TRANSACTIONFEETYPEID: 5,
      CAMPAIGNTRANSACTIONFEECHARGE: '1.00',
    })
    expect((await people.hal.call('getCampaignFees', { campaignID: VIRTUAL_CAMPAIGN })).resultCode).toBe('-20404')
  })

  it('shows fees only for ids in the list of campaigns', async () => {
    const fees = async (campaignID: unknown) => (await callUnchecked('getCampaignFees', { campaignID })).resultCode
    for (const { CampaignID } of (await people.olive.call('getCampaigns', {})).campaigns)
      expect(await fees(CampaignID)).toBe('0')
    for (const invalid of ['', '0', '01', 1]) expect(await fees(invalid)).toBe('-20400')
    expect(await fees('999999')).toBe('-20404')
  })

  it('returns valid rows without errors and with the cost of their cards', async () => {
    const virtual = await people.olive.call('verifyVirtualCardOrder', {
      campaignID: VIRTUAL_CAMPAIGN,
      virtualCardOrders: [
        virtualOrder(),
        virtualOrder({ loadAmount: 0, expiryDate: today, tagName: '', tagValue: '' }),
      ],
    })
    expect(virtual.virtualCardOrders.map(({ ERROR }) => ERROR)).toEqual([undefined, undefined])
    expect(virtual).toMatchObject({ issueFee: 100, currency: 'SGD', earlierOrders: [] })
    const physical = await people.olive.call('verifyCardOrder', {
      campaignID: PHYSICAL_CAMPAIGN,
      cardOrders: [cardOrder(), cardOrder({ loadAmount: 0, cardOrderFee: 0, recipientName: '', address1: '' })],
    })
    expect(physical.cardOrders.map(({ ERROR }) => ERROR)).toEqual([undefined, undefined])
    expect(physical).toMatchObject({ issueFee: 0, currency: 'SGD' })
  })

  it.each<[string, Partial<CardOrder>, string]>([
    ['no name', { name: '  ' }, 'Name is missing. Enter it or remove the row.'],
    [
      'a text that is too long',
      { address1: 'x'.repeat(41) },
      'Address 1 has 41 characters; 40 are allowed. Shorten it.',
    ],
    [
      'a load below the minimum',
      { loadAmount: 99 },
      'A load must be between S$ 1.00 and 5,000.00. Change the amount or leave it blank.',
    ],
    [
      'a load above the maximum',
      { loadAmount: 500_001 },
      'A load must be between S$ 1.00 and 5,000.00. Change the amount or leave it blank.',
    ],
    [
      'a zero-width space',
      { customerReference: 'REF-1\u200b' },
      'Customer Reference has a zero-width space. Write it on one line, in plain characters.',
    ],
    [
      'full-width digits',
      { postalCode: '０49315' },
      'Postal Code has full-width digits or letters. Write it on one line, in plain characters.',
    ],
    [
      'a reversed text',
      { name: 'Mei \u202eimA' },
      'Name has a mark of the writing direction. Write it on one line, in plain characters.',
    ],
    [
      'a name that cannot be printed',
      { name: '大文', surname: '陳' },
      'This name cannot be printed on a card. Write it in Latin letters.',
    ],
    [
      'a card number',
      { customerReference: 'for 5555 5555 5555 4444' },
      'Customer Reference has a card number in it. Remove it: this text is shown as written.',
    ],
  ])('rejects a card with %s', async (_, row, message) => {
    expect(await physicalError(row)).toBe(message)
  })

  it('accepts a card without an address or with a short postal code, which the portal only warns about', async () => {
    const noAddress = { recipientName: '', recipientNumber: '', address1: '', address2: '', postalCode: '' }
    expect(await physicalError(noAddress)).toBeUndefined()
    expect(await physicalError({ postalCode: '48616' })).toBeUndefined()
  })

  it('rejects a load on a card whose campaign requires identification of its holder', async () => {
    expect(await physicalError({}, KYC_CAMPAIGN)).toContain('Leave the load amount blank.')
    expect(await physicalError({ loadAmount: 0 }, KYC_CAMPAIGN)).toBeUndefined()
    // Reported separately only if the row can be ordered without its load.
    const { cardOrders } = await people.olive.call('verifyCardOrder', {
      campaignID: KYC_CAMPAIGN,
      cardOrders: [cardOrder({}), cardOrder({ loadAmount: 0 }), cardOrder({ name: '' })],
    })
    expect(cardOrders.map(({ loadBlocked }) => loadBlocked)).toEqual([true, undefined, undefined])
  })

  it.each<[string, Partial<VirtualCardOrder>, string]>([
    ['no reference', { customerReference: '' }, 'Customer Reference is missing. Enter it or remove the row.'],
    [
      'a date that does not exist',
      { expiryDate: '2027-02-30' },
      '2027-02-30 is not a date. Write it as year-month-day, such as 2027-03-31.',
    ],
    [
      'a tag named twice',
      { tagName: 'a|A', tagValue: 'x|y' },
      'A tag appears twice. A card has one value for each tag.',
    ],
    [
      'a load above the maximum',
      { loadAmount: 200_001 },
      'A load must be between S$ 1.00 and 2,000.00. Change the amount or leave it blank.',
    ],
    [
      'a damaged text',
      { cardLabel: 'JosÃ©' },
      'Another program has damaged the letters of “JosÃ©”. It is probably “José”.',
    ],
  ])('rejects a virtual card with %s', async (_, row, message) => {
    expect(await virtualError(row)).toBe(message)
  })

  it('accepts an expiry date from today to ten years from now', async () => {
    const latest = addMonths(today, 120)
    expect(await virtualError({ expiryDate: today })).toBeUndefined()
    expect(await virtualError({ expiryDate: addDays(today, -1) })).toContain('has passed')
    expect(await virtualError({ expiryDate: latest })).toBeUndefined()
    expect(await virtualError({ expiryDate: addDays(latest, 1) })).toContain('more than 10 years from now')
  })

  it('reports all errors of a row together', async () => {
    expect(await virtualError({ cardLabel: '', loadAmount: 200_001, expiryDate: '2020-01-01' })).toBe(
      'Card Label is missing. Enter it or remove the row. 2020-01-01 has passed. Enter a later day. ' +
        'A load must be between S$ 1.00 and 2,000.00. Change the amount or leave it blank.',
    )
  })

  it('accepts orders only of open campaigns that have cards of that type', async () => {
    const wrongTypeMessage =
      'The cards of Voyager Virtual Card are virtual. Choose another campaign, or order them under Order Virtual Card'
    const physical = { cardOrders: [cardOrder()], campaignID: VIRTUAL_CAMPAIGN }
    expect(await people.olive.call('verifyCardOrder', physical)).toMatchObject({
      resultCode: '-20400',
      errors: [{ path: 'campaignID', message: wrongTypeMessage }],
    })
    expect(
      await people.olive.call('batchCardOrder', physicalSubmission({ campaignId: VIRTUAL_CAMPAIGN })),
    ).toMatchObject({
      resultCode: '-20400',
      errors: [{ path: 'campaignId', message: wrongTypeMessage }],
    })
    expect(
      (await people.olive.call('submitVirtualCardOrder', virtualSubmission({ campaignId: PHYSICAL_CAMPAIGN })))
        .resultText,
    ).toContain('are not virtual')
    for (const campaignId of ['5', '999'])
      expect(await people.olive.call('submitVirtualCardOrder', virtualSubmission({ campaignId }))).toMatchObject({
        resultCode: '-20404',
        resultText: 'There is no such campaign',
      })
    await closeCampaign(demo.server, VIRTUAL_CAMPAIGN)
    const closed = {
      resultCode: '-20409',
      resultText: 'The campaign Voyager Virtual Card is closed, and no cards can be ordered for it',
    }
    const { campaigns } = await people.olive.call('getCampaigns', {})
    expect(campaigns.filter(({ CLOSED }) => CLOSED).map(({ CampaignID }) => CampaignID)).toEqual([VIRTUAL_CAMPAIGN])
    expect(
      await people.olive.call('verifyVirtualCardOrder', {
        campaignID: VIRTUAL_CAMPAIGN,
        virtualCardOrders: [virtualOrder()],
      }),
    ).toMatchObject(closed)
    expect(await people.olive.call('submitVirtualCardOrder', virtualSubmission())).toMatchObject(closed)
    await closeCampaign(demo.server, VIRTUAL_CAMPAIGN, false)
  })

  it('stores nothing if one row is invalid, and names the row', async () => {
    const before = await countStoredOrders()
    const response = await people.olive.call(
      'batchCardOrder',
      physicalSubmission({ cardOrders: [cardOrder(), cardOrder({ name: '' }), cardOrder()] }),
    )
    expect(response).toMatchObject({
      resultCode: '-20400',
      resultText:
        'One card cannot be ordered as it is. Nothing was ordered. Correct or remove its row and submit again.',
      errors: [{ path: 'cardOrders.1.ERROR', message: 'Name is missing. Enter it or remove the row.' }],
    })
    const virtual = await people.olive.call(
      'submitVirtualCardOrder',
      virtualSubmission({ virtualCardOrders: [virtualOrder({ cardLabel: '' }), virtualOrder({ tagValue: 'x' })] }),
    )
    expect(virtual.errors?.map(({ path }) => path)).toEqual(['virtualCardOrders.0.ERROR', 'virtualCardOrders.1.ERROR'])
    expect(await countStoredOrders()).toBe(before)
  })

  // Cast, since matchers of expect have the type any.
  const CONTAINS_CARD_NUMBER = expect.stringContaining('Remove the card number: this text') as unknown
  it.each<[object, string, unknown]>([
    [{ quotationNumber: '' }, 'quotationNumber', 'This field is required'],
    [{ quotationNumber: 'Q1' }, 'quotationNumber', 'Invalid input format'],
    [{ quotationNumber: "Q'14" }, 'quotationNumber', 'Invalid input format'],
    [{ quotationNumber: 'Q 5555555555554444' }, 'quotationNumber', CONTAINS_CARD_NUMBER],
    [{ quotationNumber: 'Q-1\nQ-2' }, 'quotationNumber', 'Invalid input format'],
    [{ plasticid: 'x\ty' }, 'plasticid', 'Invalid input format'],
    [{ designid: 'x'.repeat(61) }, 'designid', 'Invalid input format'],
    [{ duplicateReason: 'again for 5555555555554444' }, 'duplicateReason', CONTAINS_CARD_NUMBER],
  ])('rejects the header %o', async (header, path, message) => {
    const response = await people.olive.call('batchCardOrder', physicalSubmission(header))
    expect(response).toMatchObject({ resultCode: '-20400', errors: [{ path, message }] })
  })

  it.each([
    ['half a cent', { ...virtualOrder(), loadAmount: 0.5 }],
    ['an amount as a text', { ...virtualOrder(), loadAmount: '50.00' }],
    ['a negative amount', { ...virtualOrder(), loadAmount: -1 }],
    ['an amount above every limit', { ...virtualOrder(), loadAmount: 10_000_000_000 }],
    ['an unknown field', { ...virtualOrder(), cvv: '123' }],
    ['a control character', { ...virtualOrder(), cardLabel: 'a\u0001b' }],
    ['half a character', { ...virtualOrder(), cardLabel: 'a\ud83d' }],
  ])('rejects a row with %s', async (_, row) => {
    expect(await submitUnchecked([row])).toBe('-20400')
  })

  it('accepts at most 5,000 rows, and stores them in their order', async () => {
    const rows = newVirtualOrders(5_001)
    expect([await submitUnchecked(rows), await submitUnchecked([])]).toEqual(['-20400', '-20400'])
    const sentRows = rows.slice(0, 5_000)
    const id = await orderVirtual(people.olive, { virtualCardOrders: sentRows })
    const { order, virtualCardOrders } = await people.olive.call('myCardOrderRows', { orderId: id })
    expect(order).toMatchObject({ cardsCount: 5_000, totalLoadAmount: 25_000_000, totalFee: 500_000 })
    expect(virtualCardOrders?.map(({ customerReference, rowNumber }) => `${rowNumber} ${customerReference}`)).toEqual(
      sentRows.map(({ customerReference }, at) => `${at + 1} ${customerReference}`),
    )
  })

  it('stores a physical order as it was sent; the order becomes final a day later', async () => {
    const row = cardOrder({ name: ' Mei ', customerReference: 'unchanged' })
    const id = await orderPhysical(people.olive, {
      cardOrders: [row],
      designid: ' ',
      fileName: 'for 5555555555554444.csv',
    })
    const { order, cardOrders } = await people.olive.call('myCardOrderRows', { orderId: id })
    expect(cardOrders).toEqual([{ ...row, name: 'Mei', rowNumber: 1, state: 'waiting', voucherID: null }])
    expect(order).toMatchObject({
      kind: 'physical',
      state: 'placed',
      cancellable: true,
      quotationNumber: 'Q-2026-14',
      plasticid: '1',
      designid: '1',
      totalLoadAmount: 5_000,
      totalFee: 500,
      campaignName: 'Voyager Travel Card',
    })
    expect(order.fileName).not.toContain('5555555555554444')
    const finalAt = Date.parse(order.orderedAt) + 24 * HOUR_MS
    expect(Date.parse(order.finalAt ?? '')).toBe(finalAt)
    expect(await jobsOf(demo.server, 'finalise-order', id)).toEqual([new Date(finalAt)])
  })

  it('recognises the same rows in another file, and stores the reason for repeating them', async () => {
    const rows = newVirtualOrders(3)
    const first = await orderVirtual(people.olive, { virtualCardOrders: rows })
    const reordered = [...rows].reverse().map((row) => ({ ...row, cardLabel: ` ${row.cardLabel} ` }))
    const verification = await people.olive.call('verifyVirtualCardOrder', {
      campaignID: VIRTUAL_CAMPAIGN,
      virtualCardOrders: reordered,
    })
    expect(verification.earlierOrders).toEqual([
      { orderId: first, orderedBy: 'olive', orderedAt: expect.any(String) as string, state: 'awaiting' },
    ])
    const { order } = await people.olive.call('myCardOrderRows', { orderId: first })
    expect(verification.fingerprint).toBe(order.fingerprint)
    const submission = virtualSubmission({ virtualCardOrders: reordered, onlyIfNew: true })
    const before = await countStoredOrders()
    const withoutReason = await people.olive.call('submitVirtualCardOrder', submission)
    expect(withoutReason).toMatchObject({ resultCode: '-20400', errors: [{ path: 'duplicateReason' }] })
    expect(withoutReason.resultText).toMatch(
      new RegExp(
        `^The same virtual cards were ordered as order ${first} by olive on .+ \\(Awaiting approval\\)\\. If they`,
      ),
    )
    expect(
      (await people.olive.call('submitVirtualCardOrder', { ...submission, duplicateReason: ' no ' })).resultCode,
    ).toBe('-20400')
    expect(await countStoredOrders()).toBe(before)
    const second = await orderVirtual(people.olive, {
      virtualCardOrders: reordered,
      onlyIfNew: true,
      duplicateReason: ' Second cards ',
    })
    const { rows: storedOrders } = await sql<{ duplicate_reason: string | null }>`
      SELECT duplicate_reason FROM card_order WHERE id IN (${first}, ${second}) ORDER BY id`.execute(db())
    expect(storedOrders.map(({ duplicate_reason }) => duplicate_reason)).toEqual([null, 'Second cards'])
    demo.server.clock.now += 31 * 24 * HOUR_MS
    await demo.signIn()
    const later = await people.olive.call('verifyVirtualCardOrder', {
      campaignID: VIRTUAL_CAMPAIGN,
      virtualCardOrders: reordered,
    })
    expect(later.earlierOrders).toEqual([])
    expect((await people.olive.call('submitVirtualCardOrder', submission)).resultCode).toBe('0')
    demo.server.clock.now -= 31 * 24 * HOUR_MS
    await demo.signIn()
    const [row] = rows
    const other = await people.olive.call('verifyVirtualCardOrder', {
      campaignID: VIRTUAL_CAMPAIGN,
      virtualCardOrders: [{ ...(row ?? virtualOrder()), loadAmount: 1 }],
    })
    expect(other.fingerprint).not.toBe(verification.fingerprint)
  })

  it('accepts one of two concurrent orders with the same rows, and requires a reason for the other', async () => {
    const order = physicalSubmission({ cardOrders: [cardOrder({ customerReference: 'TwoLines' })] })
    const before = (await countStoredOrders()) ?? 0
    const responses = await Promise.all(
      [1, 2].map(() => people.olive.call('batchCardOrder', { ...order, onlyIfNew: true })),
    )
    expect(responses.map(({ resultCode }) => resultCode).sort()).toEqual(['-20400', '0'])
    expect(responses.find(({ resultCode }) => resultCode !== '0')?.errors).toMatchObject([{ path: 'duplicateReason' }])
    expect(await countStoredOrders()).toBe(before + 1)
    expect((await people.olive.call('batchCardOrder', order)).resultCode).toBe('0')
  })
})
