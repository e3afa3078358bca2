// Builds the text for an order's fingerprint, which is equal for two orders of the same cards.
import type { OrderType } from './types.ts'

/**
 * The text whose keyed hash is an order's fingerprint: campaign, type and the sorted rows. The text does not depend on the
 * file's name, row order and format.
 */
export const orderToFingerprintText = (
  type: OrderType,
  campaignId: number,
  rows: readonly (readonly (string | number)[])[],
): string => [`${type} ${campaignId}`, ...rows.map((row) => JSON.stringify(row)).sort()].join('\n')
