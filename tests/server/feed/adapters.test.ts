// The adapters: ISO 8583's message classes, and the webhooks of a processor.
import { describe, expect, it } from 'vitest'
import { feedEvent } from '#contract/feed.ts'
import { messageToKind } from '#server/feed/adapters/iso8583.ts'
import { lithicToEvents, type LithicTransaction } from '#server/feed/adapters/lithic.ts'

describe('a message of ISO 8583', () => {
  it.each([
    ['0100', '000000', false, '00', 'authorisation'],
    ['0100', '000000', true, '00', 'increment'],
    ['1100', '010000', false, '10', 'authorisation'],
    ['0100', '000000', false, '51', 'decline'],
    ['0101', '000000', false, undefined, 'authorisation'],
    ['0100', '310000', false, '00', undefined],
    ['0120', '000000', false, undefined, 'authorisation'],
    ['0120', '000000', true, undefined, 'completion'],
    ['0220', '000000', false, undefined, 'clearing'],
    ['0220', '010000', true, undefined, 'clearing'],
    ['0220', '200000', false, undefined, 'refund'],
    ['0220', '280000', false, undefined, 'load'],
    ['0400', '000000', true, undefined, 'release'],
    ['0420', '000000', true, undefined, 'release'],
    ['0420', '000000', false, undefined, 'reversal'],
    ['0720', '190000', false, undefined, 'fee'],
    ['0800', '990000', false, undefined, undefined],
  ])(
    '%s with %s, of an authorisation: %s, response %s, is %s',
    (mti, processingCode, refersToAuthorisation, responseCode, kind) => {
      expect(messageToKind({ mti, processingCode, refersToAuthorisation, responseCode })).toBe(kind)
    },
  )
})

describe('a transaction of the webhook', () => {
  const amounts = (amount: number, currency = 'SGD') => ({
    cardholder: { amount: -amount, currency: 'SGD', conversion_rate: '1.4512' },
    merchant: { amount: -amount, currency },
  })
  const event = (token: string, type: string, more: object = {}) => ({
    token,
    type,
    created: '2026-03-01T10:00:00Z',
    result: 'APPROVED',
    amounts: amounts(1_350),
    ...more,
  })
  const transaction: LithicTransaction = {
    token: 't1',
    card_token: 'card-1',
    authorization_code: '123456',
    merchant: { descriptor: 'COFFEE SHOP', acceptor_id: '174030075991', mcc: '5812' },
    events: [
      event('e1', 'AUTHORIZATION'),
      event('e2', 'AUTHORIZATION_ADVICE'),
      event('e3', 'BALANCE_INQUIRY'),
      event('e4', 'CLEARING', { amounts: amounts(1_350, 'EUR') }),
      event('e5', 'RETURN'),
      event('e6', 'AUTHORIZATION', { result: 'INSUFFICIENT_FUNDS' }),
      event('e7', 'AUTHORIZATION_REVERSAL'),
      event('e8', 'AUTHORIZATION_EXPIRY'),
      event('e9', 'FINANCIAL_CREDIT_AUTHORIZATION'),
    ],
  }

  it('becomes events that the contract accepts', () => {
    const events = lithicToEvents(transaction, () => '700000001000001')
    expect(events.map(({ kind, eventId }) => `${eventId} ${kind}`)).toEqual([
      'e1 authorisation',
      'e2 completion',
      'e4 clearing',
      'e5 refund',
      'e6 decline',
      'e7 release',
      'e8 expiry',
      'e9 load',
    ])
    for (const each of events) expect(feedEvent.safeParse(each).error).toBeUndefined()
    expect(events[2]).toMatchObject({ authorisation: 't1', authNumber: '123456', foreign: { currency: 'EUR' } })
  })
})
