// A card as the server returns it for its own page: active, with 10.00 on it; `more` is what the test is about.
import type { Card } from '#pages/cards/details/facts.ts'

export const cardAnswer = (more: Partial<Card> = {}): Card => ({
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
  ...more,
})
