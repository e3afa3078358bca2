// Wrong passwords lock out the guesser's address, but not the user with the correct password.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ApiResponse } from '#tests/support/call.ts'
import { type InProcessServer, password, startInProcess } from '#tests/support/in-process.ts'

let server: InProcessServer
beforeAll(async () => {
  server = await startInProcess({ settings: { proxyCount: 1 } })
})
afterAll(() => server.close())

const USER_ADDRESS = '192.0.2.10'
const GUESSER_ADDRESS = '198.51.100.7'

async function request(method: string, params: object, address: string): Promise<ApiResponse> {
  const response = await fetch(`${server.url}api`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ method, params }),
  })
  return (await response.json()) as ApiResponse
}
const logIn = async (username: string, address: string, typedPassword = password, otherParams: object = {}) =>
  (await request('logIn', { username, password: typedPassword, ownerID: 3, ...otherParams }, address)).resultCode
const guess = async (username: string, address: string, times: number) => {
  for (let n = 0; n < times; n += 1) expect(await logIn(username, address, `Wrong-Horse-${n}`)).toBe('-20001')
}
/** Ten wrong passwords from each of the given number of addresses. */
const guessFromMany = async (username: string, addresses: number) => {
  for (let n = 1; n <= addresses; n += 1) await guess(username, `203.0.113.${n}`, 10)
}

it('wrong guesses lock out only the address that sent them', async () => {
  await server.addUser({ username: 'olga' })
  await guess('olga', GUESSER_ADDRESS, 40)
  expect(await logIn('olga', USER_ADDRESS)).toBe('0')
  expect(await logIn('olga', '192.0.2.99')).toBe('0')
  // From the guesser's address even the correct password is refused.
  expect(await logIn('olga', GUESSER_ADDRESS)).toBe('-20001')
})

it('IPv6 addresses of one network are counted together', async () => {
  await server.addUser({ username: 'six' })
  for (let n = 0; n < 10; n += 1) await guess('six', `2001:db8:0:7::${n}`, 1)
  expect(await logIn('six', '2001:db8:0:7::ffff')).toBe('-20032')
  expect(await logIn('six', '2001:db8:0:8::1')).toBe('0')
})

it('each further lock of the same address lasts longer', async () => {
  await server.addUser({ username: 'relocked' })
  for (const minutes of [30, 120]) {
    await guess('relocked', GUESSER_ADDRESS, 10)
    server.clock.now += (minutes - 1) * 60_000
    expect([minutes, await logIn('relocked', GUESSER_ADDRESS)]).toEqual([minutes, '-20032'])
    server.clock.now += 2 * 60_000
  }
  expect(await logIn('relocked', GUESSER_ADDRESS)).toBe('0')
  // A right password resets the count.
  await guess('relocked', GUESSER_ADDRESS, 9)
  expect(await logIn('relocked', GUESSER_ADDRESS)).toBe('0')
})

it('guesses from many addresses lock out every address except those the user has logged in from', async () => {
  await server.addUser({ username: 'targeted' })
  expect(await logIn('targeted', USER_ADDRESS)).toBe('0')
  await guessFromMany('targeted', 10)
  expect(await logIn('targeted', '192.0.2.99')).toBe('-20032')
  expect(await logIn('targeted', USER_ADDRESS)).toBe('0')
  server.clock.now += 24 * 60 * 60_000
  expect(await logIn('targeted', '192.0.2.99')).toBe('0')
})

it('after too many guesses the right password still leads to a second factor, but not to setting one up', async () => {
  await server.addUser({ username: 'coded', secondFactor: 'email' })
  await server.addUser({ username: 'enrolling', secondFactor: 'app' })
  for (const name of ['coded', 'enrolling']) await guess(name, GUESSER_ADDRESS, 10)
  expect(await logIn('coded', GUESSER_ADDRESS)).toBe('-20150')
  // Otherwise anyone with only the password could set up a second factor.
  expect(await logIn('enrolling', GUESSER_ADDRESS)).toBe('-20032')
  const enrolParams = { username: 'enrolling', password, ownerID: 3 }
  expect((await request('enrollUser', enrolParams, GUESSER_ADDRESS)).resultCode).toBe('-20032')
})

it('wrong passwords are counted across all operations that require one', async () => {
  await server.addUser({ username: 'requests' })
  for (const method of ['enrollUser', 'passkeyLoginOptions', 'confirm2FAEnrolment'] as const)
    for (let n = 0; n < 3; n += 1)
      await request(
        method,
        {
          username: 'requests',
          password: 'Wrong-Horse-7',
          ownerID: 3,
          ...(method === 'confirm2FAEnrolment' && { challenge: '1' }),
        },
        GUESSER_ADDRESS,
      )
  await guess('requests', GUESSER_ADDRESS, 1)
  expect(await logIn('requests', GUESSER_ADDRESS)).toBe('-20032')
})

it('a lock after wrong codes applies to every address, and the count restarts when it ends', async () => {
  await server.addUser({ username: 'codes', secondFactor: 'email' })
  const tryWrongCode = (address: string) => logIn('codes', address, password, { challenge: 'guess' })
  for (let n = 0; n < 10; n += 1) expect(await tryWrongCode(GUESSER_ADDRESS)).toBe('-20151')
  for (const address of [GUESSER_ADDRESS, USER_ADDRESS]) expect(await logIn('codes', address)).toBe('-20032')
  server.clock.now += 31 * 60_000
  for (let n = 0; n < 9; n += 1) expect(await tryWrongCode(GUESSER_ADDRESS)).toBe('-20151')
  expect(await logIn('codes', USER_ADDRESS)).toBe('-20150')
})

it('twelve concurrent sign-ins with the right password all succeed', async () => {
  await server.addUser({ username: 'twelve' })
  const codes = await Promise.all(Array.from({ length: 12 }, () => logIn('twelve', USER_ADDRESS)))
  expect(codes).toEqual(Array(12).fill('0'))
})

it('at most fifty attempts for one username wait at a time, and guesses among them get no extra tries', async () => {
  await server.addUser({ username: 'storm' })
  const guesses = Array.from({ length: 80 }, () =>
    request('logIn', { username: 'storm', password: 'Wrong-Horse-7', ownerID: 3 }, GUESSER_ADDRESS),
  )
  const responses = await Promise.all(guesses)
  const rejected = responses.filter(({ resultCode }) => resultCode === '-20429')
  expect(rejected.length).toBeLessThanOrEqual(30)
  for (const { retryAfter } of rejected) expect(retryAfter).toBe(1)
  expect(responses.filter(({ resultCode }) => resultCode === '-20001')).toHaveLength(80 - rejected.length)
  const { count } = await server.server.db
    .selectFrom('wrong_password as w')
    .innerJoin('user_account as u', 'u.id', 'w.user_id')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('u.username', '=', 'storm')
    .executeTakeFirstOrThrow()
  // After twice the limit the lock hides even the correct password, so further guesses are not stored.
  expect(Number(count)).toBe(20)
})

it('attempted usernames are stored as hashes, since they can be passwords typed by mistake', async () => {
  await logIn('My-Own-Secret-7', GUESSER_ADDRESS)
  const rows = await server.server.db.selectFrom('wrong_password').selectAll().execute()
  expect(rows.some(({ user_id: userId }) => userId === null)).toBe(true)
  expect(JSON.stringify(rows.map((row) => ({ ...row, name_key: row.name_key.toString('latin1') })))).not.toMatch(
    /secret/i,
  )
})
