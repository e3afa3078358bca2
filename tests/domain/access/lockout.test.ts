// Lockout after wrong passwords: the locked addresses and the duration.
import { describe, expect, it } from 'vitest'
import { isAnyLocked, lockFor, type WrongPassword } from '#domain/access/lockout.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/units.ts'

const rules = { lockAfter: 10, lockMinutes: 30 }
const here = { address: 'here', isKnown: false }
const START = Date.parse('2026-03-04T05:00:00Z')

/** This many wrong passwords from one address, one second apart. */
const wrongPasswords = (count: number, address = 'here', start = START): WrongPassword[] =>
  Array.from({ length: count }, (_, index) => ({ address, at: start + index * 1000 }))
const endOf = (list: readonly WrongPassword[]) => list.at(-1)?.at ?? 0

describe('wrong passwords from one address', () => {
  it('lock it for thirty minutes from the tenth on, regardless of further attempts', () => {
    expect(lockFor(wrongPasswords(9), here, START + 10_000, rules)).toBeUndefined()
    const until = START + 9_000 + 30 * MINUTE_MS
    expect(lockFor(wrongPasswords(10), here, START + 10_000, rules)).toEqual({ until, hidesCorrectPassword: false })
    expect(lockFor(wrongPasswords(19), here, START + 20_000, rules)).toEqual({ until, hidesCorrectPassword: false })
    expect(lockFor(wrongPasswords(20), here, START + 20_000, rules)).toEqual({ until, hidesCorrectPassword: true })
    expect(lockFor(wrongPasswords(20), here, until, rules)).toBeUndefined()
  })

  it('lock it four times as long with each further lock, up to a day', () => {
    let list: WrongPassword[] = []
    let at = START
    for (const minutes of [30, 120, 480, 1440, 1440]) {
      list = [...list, ...wrongPasswords(10, 'here', at)]
      const lock = lockFor(list, here, endOf(list), rules)
      expect([minutes, lock?.until]).toEqual([minutes, endOf(list) + minutes * MINUTE_MS])
      at = lock?.until ?? 0
      expect(lockFor(list, here, at, rules)).toBeUndefined()
    }
  })

  it('lock no other address', () => {
    expect(lockFor(wrongPasswords(60), { address: 'there', isKnown: false }, START + HOUR_MS, rules)).toBeUndefined()
  })

  it('are forgotten after two days', () => {
    expect(
      lockFor([...wrongPasswords(9), ...wrongPasswords(1, 'here', START + DAY_MS)], here, START + DAY_MS, rules),
    ).toBeDefined()
    const later = START + 2 * DAY_MS + HOUR_MS
    expect(lockFor([...wrongPasswords(9), ...wrongPasswords(1, 'here', later)], here, later, rules)).toBeUndefined()
  })

  it('never lock all unknown addresses, however long the guessing continues', () => {
    const list: WrongPassword[] = []
    for (let at = START; at < START + 4 * DAY_MS; at += MINUTE_MS)
      if (!lockFor(list, here, at, rules)?.hidesCorrectPassword) list.push({ address: 'here', at })
    for (let at = START; at < START + 4 * DAY_MS; at += HOUR_MS) {
      const before = list.filter((one) => one.at <= at)
      expect(lockFor(before, { address: 'there', isKnown: false }, at, rules)).toBeUndefined()
    }
  })
})

describe('wrong passwords from many addresses', () => {
  const fromManyAddresses = (count: number) =>
    Array.from({ length: count }, (_, index) => wrongPasswords(10, `address ${index}`)).flat()
  const now = START + HOUR_MS

  it('lock the username for every address that its user has not logged in from, for a day', () => {
    expect(lockFor(fromManyAddresses(9), here, now, rules)).toBeUndefined()
    expect(lockFor(fromManyAddresses(10), here, now, rules)).toEqual({
      until: START + DAY_MS,
      hidesCorrectPassword: false,
    })
    expect(lockFor(fromManyAddresses(20), here, now, rules)).toMatchObject({ hidesCorrectPassword: true })
    expect(lockFor(fromManyAddresses(20), { address: 'here', isKnown: true }, now, rules)).toBeUndefined()
    expect(lockFor(fromManyAddresses(10), here, START + DAY_MS, rules)).toBeUndefined()
  })

  it('do not exempt a known address from its own lock', () => {
    const knownAddress = { address: 'here', isKnown: true }
    expect(
      lockFor([...fromManyAddresses(20), ...wrongPasswords(10)], knownAddress, now - HOUR_MS + 9_000, rules),
    ).toBeDefined()
  })
})

it('a username counts as locked if one address or all unknown addresses are locked', () => {
  expect(isAnyLocked([], START, rules)).toBe(false)
  expect(isAnyLocked(wrongPasswords(9), START + 9_000, rules)).toBe(false)
  expect(isAnyLocked(wrongPasswords(10), START + 9_000, rules)).toBe(true)
  expect(isAnyLocked(wrongPasswords(10), START + HOUR_MS, rules)).toBe(false)
  const fewFromManyAddresses = Array.from({ length: 34 }, (_, index) => wrongPasswords(3, `address ${index}`)).flat()
  expect(isAnyLocked(fewFromManyAddresses, START + HOUR_MS, rules)).toBe(true)
})
