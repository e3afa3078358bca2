// Card orders as the server returns them: a virtual order of twelve cards that awaits approval, its rows, and a user's
// own orders.
import type { MyOrder, VirtualCardOrderDetail, VirtualCardOrdersBatchLoad } from '#contract/orders.ts'

export const awaitingOrder: VirtualCardOrdersBatchLoad = {
  virtualCardOrdersBatchLoadId: '12',
  batchLoadFileID: '12',
  campaignName: 'Travel Virtual',
  fileName: 'fair.csv',
  uploadDate: '2026-11-20T01:00:00Z',
  uploadUserId: '1',
  uploadUserFirstName: 'Olive',
  uploadUserLastName: 'Tan',
  isApproved: false,
  isRejected: false,
  approvalUserFirstName: null,
  approvalUserLastName: null,
  approvalDate: null,
  rejectUserFirstName: null,
  rejectUserLastName: null,
  rejectDate: null,
  rejectReason: null,
  duplicateReason: null,
  cardsCount: 12,
  issuedCount: 0,
  failedCount: 0,
  state: 'awaiting',
  totalLoadAmount: 24_000,
  totalFee: 1_200,
  currency: 'SGD',
  fingerprint: 'f'.repeat(64),
}

export const orderDetail = (
  number: number,
  overrides: Partial<VirtualCardOrderDetail> = {},
): VirtualCardOrderDetail => ({
  virtualCardOrderId: String(number),
  customerReference: `Customer ${number}`,
  cardLabel: 'Fair booth',
  notificationNumber: '+6581234567',
  expiryDate: '2027-01-31',
  loadAmount: 2_000,
  tagName: 'department|trip',
  tagValue: 'Sales|Perth',
  state: 'waiting',
  voucherID: null,
  ...overrides,
})

export const twelveDetails = Array.from({ length: 12 }, (_, index) => orderDetail(index + 1))

export const placedOrder: MyOrder = {
  orderId: '7',
  kind: 'physical',
  campaignID: '1',
  campaignName: 'Staff cards',
  quotationNumber: 'Q-2026-7',
  plasticid: '1',
  designid: '1',
  fileName: 'staff.xlsx',
  orderedAt: '2026-11-20T01:00:00Z',
  // A century ahead, so that the order can still be cancelled.
  finalAt: '2126-11-21T01:00:00Z',
  state: 'placed',
  cancellable: true,
  cancelledAt: null,
  decidedBy: null,
  decidedAt: null,
  rejectReason: null,
  cardsCount: 2,
  issuedCount: 0,
  failedCount: 0,
  totalLoadAmount: 5_000,
  totalFee: 700,
  currency: 'SGD',
  fingerprint: 'a'.repeat(64),
}

/** A physical card of an order, as the details of the order list it. */
export const orderedCard = {
  name: 'Mei',
  surname: 'Lee',
  customerReference: 'C-1',
  loadAmount: 2_500,
  cardOrderFee: 300,
  recipientName: 'Mei Lee',
  recipientNumber: '+65',
  address1: '1 Road',
  address2: '',
  postalCode: '049315',
  rowNumber: 1,
  state: 'waiting',
  voucherID: null,
} as const
