// Valid cards as the server returns them; `overrides` replaces fields.
import type { CheckResult } from '#contract/batches.ts'
import type { FoundCard } from '#contract/cards.ts'
import type { CardFacts } from '#domain/batch/load-checks.ts'
import { cents } from '#domain/money.ts'
import type { Card } from '#pages/cards/details/card.ts'

/** A card as the card details page receives it: active, with a balance of 10.00. STATUS is the time of activation. */
export const cardResponse = (overrides: Partial<Card> = {}): Card => ({
  VOUCHERID: '7',
  CARDNUMBER: '9000010000000008',
  EXPIRYDATE: '2030-01-31',
  CARDCVV2: '***',
  CARDBALANCE: '10.00',
  FUNDSAVAILABLE: '10.00',
  LOADEDAMOUNT: '10.00',
  AUTHORIZEDAMOUNT: '0.00',
  SETTLEDAMOUNT: '0.00',
  CURRENCY: 'S$',
  CAMPAIGNNAME: 'Travel',
  STATUS: '2026-01-01T00:00:00Z',
  TRACKINGNUMBER: '700000000000017',
  ACTIVATIONDATA: '',
  SEQUENCENUMBER: '1',
  VOUCHERTAGS: [],
  VOUCHERNOTES: [],
  ISSTOPPED: 0,
  RETIRED: 0,
  MAGSTRIPEENABLED: 1,
  CAMPAIGNCARDREQUIREPIN: 0,
  CAMPAIGNCARDPINLENGTH: 4,
  ...overrides,
})

/** A card in the results of a search. */
export const foundCard = (overrides: Partial<FoundCard> = {}): FoundCard => ({
  VOUCHERID: '7',
  CAMPAIGNNAME: 'Travel Card',
  CUSTOMERREFERENCE: 'C-7',
  CARDNUMBER: '9000010000000008',
  TRACKINGNUMBER: '700000000000017',
  BOOKINGID: '',
  CARDEXPIRY: '2030-01-31',
  CARDCVV2: '***',
  CARDBALANCE: '10.00',
  AVAILABLEFUNDS: '10.00',
  LOADEDAMOUNT: '10.00',
  AUTHORIZEDAMOUNT: '0.00',
  SETTLEDAMOUNT: '0.00',
  ISSUEDATE: '2026-01-01T00:00:00Z',
  ACTIVATED: 1,
  EXPIRED: 0,
  RETIRED: 0,
  STOPPED: 0,
  ...overrides,
})

/** A card in the result of a batch's check. */
export const checkedCard: CheckResult = {
  exists: true,
  active: true,
  stopped: false,
  retired: false,
  expired: false,
  kyc: true,
  duplicate: false,
  balance: '80.00',
  fundsavailable: '80.00',
  cardnumber: '900001••••••0017',
  loadlimit: true,
  loadMin: '1.00',
  loadMax: '500.00',
  voucherMax: '1000.00',
  currency: 'SGD',
}

/** The facts of a card for the verdicts about a batch. */
export const usableCard: CardFacts = {
  exists: true,
  active: true,
  stopped: false,
  retired: false,
  expired: false,
  isIdentified: true,
  balanceCents: cents(5000),
  loadMinCents: cents(100),
  loadMaxCents: cents(10_000),
  voucherMaxCents: cents(12_000),
}
