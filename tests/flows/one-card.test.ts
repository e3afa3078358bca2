// A batch with one card, started on the card's page: the form for a typed row contains the card's tracking number.
import { afterEach, beforeEach, expect, it } from 'vitest'
import { typedRowState } from '#flows/typed-row.ts'
import { startWithCard, cardIdInAddress } from '#flows/upload/one-card.ts'
import { currentNotices, clearNotices } from '#services/notices.ts'
import { cardResponse } from '#tests/support/card-response.ts'
import { signInTestUser } from '#tests/support/test-user.ts'
import { json, withStubServer } from '#tests/support/stub-server.ts'

const card = cardResponse({ CARDNUMBER: '900001••••••0008', TRACKINGNUMBER: '700000000000017' })
const server = withStubServer()
beforeEach(() => {
  signInTestUser({ Batch: ['load'], CardStatement: ['read'] })
  server.respondWith((response) => json(response, { resultCode: '0', card }))
})
afterEach(() => {
  clearNotices()
})

it.each([
  ['card-77', '77'],
  ['12', undefined],
  ['12-failed', undefined],
  ['card-0', undefined],
  ['card-9000010000000008', undefined],
])('“from=%s” in the address names the card %s', (from, id) => {
  expect(cardIdInAddress(from)).toBe(id)
})

it('the row gets the card’s tracking number, also if the card number is masked, and the batch gets a reference', async () => {
  expect(await startWithCard('load', '77')).toMatchObject({ identifierType: 2, reference: 'Card ending 0008' })
  expect(typedRowState.get()).toEqual({ load: { identifier: '700000000000017' } })
})

it('the amount typed for this card is restored after a reload, but not one for another card', async () => {
  typedRowState.change({ load: { identifier: '700000000000017', amount: '25' } })
  await startWithCard('load', '77')
  expect(typedRowState.get()).toEqual({ load: { identifier: '700000000000017', amount: '25' } })
  typedRowState.change({ load: { identifier: '700000000000025', amount: '40' } })
  await startWithCard('load', '77')
  expect(typedRowState.get()).toEqual({ load: { identifier: '700000000000017' } })
})

it('a notice explains why the card cannot be used, and the wizard opens without it', async () => {
  server.respondWith((response) => json(response, { resultCode: '-20404', resultText: 'There is no such card' }))
  expect(await startWithCard('load', '77')).toBeUndefined()
  await expect.poll(() => currentNotices().history.map(({ text }) => text)).toEqual(['There is no such card'])
})
