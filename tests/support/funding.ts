// Sample responses about the funding account.
import type { ApiFunding } from '#domain/funding/funds.ts'

export const apiFunding = (overrides: Partial<ApiFunding> = {}): ApiFunding => ({
  currency: 'SGD',
  balance: '5000.00',
  reserved: '0.00',
  reservedLater: '0.00',
  available: '5000.00',
  needed: '60.00',
  missing: '0.00',
  failingRows: 0,
  ...overrides,
})

/** A balance so low that two of three rows would fail. */
export const shortFunding = apiFunding({
  balance: '1974.21',
  reserved: '500.00',
  reservedLater: '200.00',
  available: '1474.21',
  needed: '12001.50',
  missing: '10527.29',
  failingRows: 2,
})
