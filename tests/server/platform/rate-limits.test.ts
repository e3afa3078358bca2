// Rate limits: how an address is normalised, and that a flood of invented addresses does not reset the counts of others.
import { expect, it } from 'vitest'
import { addressToKey, createLimit } from '#server/http/rate-limits.ts'

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:0:7::1', '2001:db8:0:7'],
  ['2001:0db8:0000:0007:1:2:3:4', '2001:db8:0:7'],
  ['2001:db8::5', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0'],
])('the address %s counts as %s', (address, key) => expect(addressToKey(address)).toBe(key))

it('a flood of other addresses does not reset the count of clients that have reached the limit', () => {
  const limit = createLimit(3, () => 1_000)
  for (let n = 0; n < 4; n++) limit('guesser')
  for (let n = 0; n < 120_000; n++) limit(`invented ${n}`)
  expect(limit('guesser')).toBe(60)
})
