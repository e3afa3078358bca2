// The data of the simulated card processor and bank, which have one language, like real ones.
import type { DeclineCode } from '#domain/sandbox/simulations.ts'

export const declineReasons: Readonly<Record<DeclineCode, string>> = {
  '51': 'Insufficient funds',
  '54': 'Expired card',
  '55': 'Incorrect PIN',
  '57': 'Transaction not permitted to cardholder',
  '61': 'Exceeds the amount limit',
  '62': 'Restricted card',
}

export const usualMerchant = { merchant: 'Kopi Corner', merchantId: '900100000001', merchantCategory: '5814' } as const

export const chargebackReason = { reasonCode: '4853', description: 'Goods not received' } as const

/** The number of the account at the simulated bank. */
export const BANK_ACCOUNT = 'Simulated bank'
