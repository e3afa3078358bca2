// Submits, decides and reads orders of the demo programme: campaign 1 has physical cards, campaign 3 virtual cards.
import { sql } from 'kysely'
import type {
  CardOrder,
  VirtualCardOrder,
  VirtualCardOrderDetail,
  VirtualCardOrdersBatchLoad,
} from '#contract/orders.ts'
import type { CallParams } from '#tests/support/call.ts'
import type { DemoServer, Person } from '#tests/support/demo-server.ts'

/** A caller, in this process or through the API of another process. */
export type Caller = Pick<Person, 'call'>

export const PHYSICAL_CAMPAIGN = '1'
/** A campaign that requires identification of the card holder. */
export const KYC_CAMPAIGN = '2'
export const VIRTUAL_CAMPAIGN = '3'

export const cardOrder = (overrides: Partial<CardOrder> = {}): CardOrder => ({
  name: 'Mei',
  surname: 'Tan',
  customerReference: 'staff 1',
  loadAmount: 5_000,
  cardOrderFee: 500,
  recipientName: 'Mei Tan',
  recipientNumber: '+65 6123 4567',
  address1: '1 Harbour Road',
  address2: '',
  postalCode: '018956',
  ...overrides,
})

export const virtualOrder = (overrides: Partial<VirtualCardOrder> = {}): VirtualCardOrder => ({
  customerReference: 'staff 1',
  cardLabel: 'Travel',
  notificationNumber: '+65 8123 4567',
  expiryDate: '',
  loadAmount: 5_000,
  tagName: 'department|trip',
  tagValue: 'sales|Perth',
  ...overrides,
})

let orderCount = 0
/** Rows that are in no other order. */
export const newVirtualOrders = (count: number): VirtualCardOrder[] => {
  orderCount += 1
  return Array.from({ length: count }, (_, index) =>
    virtualOrder({ customerReference: `order ${orderCount} row ${index + 1}` }),
  )
}

export const physicalSubmission = (
  overrides: Partial<CallParams<'batchCardOrder'>> = {},
): CallParams<'batchCardOrder'> => ({
  campaignId: PHYSICAL_CAMPAIGN,
  quotationNumber: 'Q-2026-14',
  plasticid: '1',
  designid: '1',
  cardOrders: [cardOrder()],
  fileName: 'cards.csv',
  ...overrides,
})

export const virtualSubmission = (
  overrides: Partial<CallParams<'submitVirtualCardOrder'>> = {},
): CallParams<'submitVirtualCardOrder'> => ({
  campaignId: VIRTUAL_CAMPAIGN,
  virtualCardOrders: newVirtualOrders(2),
  fileName: 'virtual.csv',
  ...overrides,
})

/** Submits a virtual order and returns its id; throws an error with the response if it was refused. */
export async function orderVirtual(
  maker: Caller,
  overrides: Parameters<typeof virtualSubmission>[0] = {},
): Promise<string> {
  const response = await maker.call('submitVirtualCardOrder', virtualSubmission(overrides))
  if (response.resultCode !== '0') throw new Error(JSON.stringify(response).slice(0, 600))
  return response.virtualCardOrdersBatchLoadId
}

export async function orderPhysical(
  maker: Caller,
  overrides: Parameters<typeof physicalSubmission>[0] = {},
): Promise<string> {
  const response = await maker.call('batchCardOrder', physicalSubmission(overrides))
  if (response.resultCode !== '0') throw new Error(JSON.stringify(response).slice(0, 600))
  return response.cardOrderId
}

/** The list that a response contains as JSON in its resultText. */
export const listIn = <Row>({ resultText }: { readonly resultText: string }): Row[] => JSON.parse(resultText) as Row[]

export const approveOrder = (checker: Caller, batchLoadFileID: string, fingerprint?: string) =>
  checker.call('approveVirtualCardOrdersBatchLoad', {
    batchLoadFileID,
    ...(fingerprint === undefined ? {} : { fingerprint }),
  })

export const rejectOrder = (checker: Person, batchLoadFileID: string, reason?: string) =>
  checker.call('rejectVirtualCardOrdersBatchLoad', { batchLoadFileID, ...(reason === undefined ? {} : { reason }) })

export const listOrders = async (checker: Person, filter: 1 | 2 | 3, days: { startDate: string; endDate: string }) =>
  listIn<VirtualCardOrdersBatchLoad>(await checker.call('fetchVirtualCardOrdersBatchLoads', { filter, ...days }))

export const detailsOf = async (checker: Caller, batchLoadFileID: string) => {
  const response = await checker.call('fetchVirtualCardOrdersBatchLoadDetails', { batchLoadFileID })
  return { batchLoad: response.batchLoad, rows: listIn<VirtualCardOrderDetail>(response) }
}

/** Closes a campaign, or reopens it if `isClosed` is false. */
export async function closeCampaign({ database }: DemoServer, id: string, isClosed = true): Promise<void> {
  await sql`UPDATE campaign SET closed_at = ${isClosed ? new Date() : null} WHERE id = ${id}`.execute(database.db)
}

/** The due times of an order's waiting jobs of this type. */
export async function jobsOf({ database }: DemoServer, kind: string, orderId: string): Promise<Date[]> {
  const { rows } = await sql<{ run_at: Date }>`
    SELECT run_at FROM job WHERE kind = ${kind} AND payload->>'orderId' = ${orderId}`.execute(database.db)
  return rows.map(({ run_at }) => run_at)
}
