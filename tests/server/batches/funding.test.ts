// The funding account as makers and checkers of batches see it when a file is verified, in the list and in the details.
// Rows that are shown as failing fail when the batch runs. Orders use the same account.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sampleRows } from '#server/demo/sample-batch.ts'
import { catchMail } from '#tests/support/caught-mail.ts'
import { approve, uploadLoads } from '#tests/support/demo-server.ts'
import { cardOrder, orderPhysical } from '#tests/support/order-calls.ts'
import { setFunds } from '#tests/support/set-funds.ts'
import { withDemoServer } from '#tests/support/with-demo-server.ts'

describe('the funding account and batches', () => {
  const demo = withDemoServer({ withHarbour: true, provesLedger: true })
  const { db, people, advanceHours, localTimeInHours, runJobs } = demo
  // Three loads of 20.00, 21.00 and 22.00, plus their fees.
  const rows = sampleRows(3)
  let costs: readonly number[]
  const total = () => costs.reduce((sum, cost) => sum + cost, 0)
  const decimal = (amountCents: number) => (amountCents / 100).toFixed(2)
  let uploadCount = 0
  const { catchFrom } = catchMail()

  const verify = (by: 'olive' | 'rita', more: object = {}) =>
    people[by].call('verifyBatchFile', {
      type: 'load',
      name: 'loads.csv',
      identifierType: 1,
      batchSizeLimit: 5_000,
      additionalValidation: ['loadlimit'],
      reference: 'Loads',
      batchElements: [...rows],
      ...more,
    })
  const upload = () => {
    uploadCount += 1
    return uploadLoads(people.olive, rows, {
      loadReference: `Funds ${uploadCount}`,
      duplicateReason: 'The same cards again',
    })
  }
  const details = (id: string) => people.amir.call('batchLoadDetails', { batchLoadFileID: id })
  const findListed = async (filter: 1 | 2 | 5, id: string) =>
    (await people.amir.call('batchLoads', { filter })).batchLoads.find((batch) => batch.BATCHLOADFILEID === id)
  const schedule = (id: string, hours: number) => approve(demo.server, people.amir, id, localTimeInHours(hours))
  const withdraw = (id: string) => people.olive.call('withdrawBatchLoad', { batchLoadFileID: id })
  const orderCards = (loadAmount: number) =>
    orderPhysical(people.olive, { cardOrders: [cardOrder({ loadAmount, cardOrderFee: 0 })] })

  beforeAll(async () => {
    catchFrom(demo.server.server)
    const { batchElements } = await verify('olive')
    costs = batchElements.map(({ amount, batchFeeAmount }) =>
      Math.round((Number(amount) + Number(batchFeeAmount)) * 100),
    )
  })
  beforeEach(async () => {
    // Runs the scheduled batches of the demo programme and of earlier tests, since they would reserve funds.
    await advanceHours(24 * 8)
    await runJobs()
  })

  it('verification shows the maker the available funds, the needed amount and the number of failing rows', async () => {
    await setFunds(db(), total())
    const enough = await verify('olive')
    expect(enough.funding).toEqual({
      currency: 'SGD',
      balance: decimal(total()),
      reserved: '0.00',
      reservedLater: '0.00',
      available: decimal(total()),
      needed: decimal(total()),
      missing: '0.00',
      failingRows: 0,
    })
    // The funds cover the first row. The remaining 1.00 covers neither the second nor the third.
    await setFunds(db(), (costs[0] ?? 0) + 100)
    expect((await verify('olive')).funding).toMatchObject({
      missing: decimal(total() - (costs[0] ?? 0) - 100),
      failingRows: 2,
    })
    // Rows that cannot be uploaded need no funds.
    const faulty = await verify('olive', {
      batchElements: [...rows, { identifier: '9000019999999999', amount: '500.00' }],
    })
    expect(faulty.funding).toMatchObject({ needed: decimal(total()), failingRows: 2 })
    expect(faulty.batchElements.map(({ findings }) => findings.includes('fundsShort'))).toEqual([
      false,
      false,
      false,
      false,
    ])
  })

  it('the funds are hidden from users who cannot upload loads, and not shown for batch types that other accounts pay', async () => {
    expect(await verify('rita')).toMatchObject({ resultCode: '-20403' })
    const devalue = await verify('olive', { type: 'devalue', additionalValidation: ['duplicateCard'] })
    expect(devalue.resultCode).toBe('0')
    expect(devalue.funding).toBeUndefined()
  })

  it('the list shows the checker missing funds, and the details show the failing rows', async () => {
    await setFunds(db(), (costs[0] ?? 0) + 100)
    const id = await upload()
    const missing = decimal(total() - (costs[0] ?? 0) - 100)
    expect((await findListed(1, id))?.FUNDSMISSING).toBe(missing)
    const before = await details(id)
    expect(before.funding).toMatchObject({ missing, failingRows: 2, needed: decimal(total()) })
    expect(before.details.map(({ FINDINGSNOW }) => FINDINGSNOW)).toEqual([[], ['fundsShort'], ['fundsShort']])
    expect((await people.olive.call('myBatchRows', { batchLoadFileID: id })).funding).toEqual(before.funding)
    await approve(demo.server, people.amir, id)
    await runJobs()
    const after = await details(id)
    expect(after.details.map(({ LOADED }) => LOADED)).toEqual([true, false, false])
    // A retry would fail again, with the same missing amount.
    expect(after.funding).toMatchObject({ missing, failingRows: 2, needed: decimal(total() - (costs[0] ?? 0)) })
    await setFunds(db(), total())
    expect((await details(id)).funding).toMatchObject({ missing: '0.00', failingRows: 0 })
    await people.amir.call('retryBatchLoad', { batchLoadFileID: id })
    await runJobs()
    const afterRetry = await details(id)
    expect(afterRetry.batchLoad.LOADEDCOUNT).toBe(3)
    expect(afterRetry.funding).toBeUndefined()
  })

  it('approved batches and orders are counted first, including physical orders within their 24 hours', async () => {
    await setFunds(db(), 3 * total())
    const [scheduled, waiting] = [await upload(), await upload()]
    await schedule(scheduled, 30)
    expect((await details(waiting)).funding).toMatchObject({
      reserved: decimal(total()),
      reservedLater: decimal(total()),
      missing: '0.00',
    })
    const cardOrderId = await orderCards(total())
    const { totalFee } = (await people.olive.call('myCardOrderRows', { orderId: cardOrderId })).order
    const reserved = 2 * total() + totalFee
    expect((await details(waiting)).funding).toMatchObject({ reserved: decimal(reserved), missing: decimal(totalFee) })
    expect((await verify('olive')).funding).toMatchObject({
      reserved: decimal(reserved),
      reservedLater: decimal(reserved),
    })
    expect((await findListed(1, waiting))?.FUNDSMISSING).toBe(decimal(totalFee))
    // The order becomes final in 24 hours, six hours before the batch runs. Batches that are not approved reserve
    // nothing.
    const approved = await details(scheduled)
    expect(approved.funding).toMatchObject({
      reserved: decimal(total() + totalFee),
      reservedLater: '0.00',
      missing: '0.00',
    })
    expect((await findListed(5, scheduled))?.FUNDSMISSING).toBe('0.00')
    await setFunds(db(), total())
    expect((await findListed(5, scheduled))?.FUNDSMISSING).toBe(decimal(total() + totalFee))
    expect((await details(scheduled)).funding).toMatchObject({ missing: decimal(total() + totalFee), failingRows: 3 })
    // Cancelled orders and withdrawn or unscheduled batches reserve nothing.
    await people.olive.call('cancelCardOrder', { orderId: cardOrderId })
    expect((await details(scheduled)).funding).toMatchObject({ reserved: '0.00', missing: '0.00' })
    await people.amir.call('unscheduleBatchLoad', { batchLoadFileID: scheduled })
    expect((await details(waiting)).funding).toMatchObject({ reserved: '0.00', missing: '0.00' })
    await withdraw(waiting)
    await withdraw(scheduled)
    expect((await details(waiting)).funding).toBeUndefined()
    expect((await findListed(1, waiting))?.FUNDSMISSING).toBeUndefined()
  })

  it('each owner has a separate funding account', async () => {
    await setFunds(db(), 0)
    const halsBatches = await people.hal.call('batchLoads', { filter: 1 })
    expect(halsBatches.fundsLeft).not.toBe('0.00')
    const id = await upload()
    expect(await people.hal.call('batchLoadDetails', { batchLoadFileID: id })).toMatchObject({ resultCode: '-20404' })
    await withdraw(id)
  })
})
