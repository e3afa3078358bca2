// Neither messages nor timing reveal which usernames exist: every name gets the same response, after the same database
// statements and password comparisons of the same number and cost. The test counts the work, since measured times would
// depend on the load of the machine.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { post } from '#tests/support/call.ts'
import { freshDatabase } from '#tests/support/database.ts'
import type { InProcessServer } from '#tests/support/in-process.ts'
import { type Statement, recordStatements } from '#tests/support/reads.ts'

const password = 'Right-Horse-7'
/** The hashes that passwords were compared with. */
const comparedHashes: string[] = []

describe('equal times', () => {
  let server: InProcessServer
  const statements: Statement[] = []
  beforeAll(async () => {
    // Test files of one worker share their modules, so this file imports fresh ones that it can spy on.
    vi.resetModules()
    vi.doMock('@node-rs/argon2', async (original) => {
      const real = await original<typeof import('@node-rs/argon2')>()
      const verify: typeof real.verify = (stored, ...others) => {
        comparedHashes.push(String(stored))
        return real.verify(stored, ...others)
      }
      return { ...real, verify }
    })
    const { startInProcess } = await import('#tests/support/in-process.ts')
    const database = await freshDatabase('empty')
    server = await startInProcess({ database: { ...database, db: recordStatements(database.db, statements) } })
    await server.addUser({ username: 'known' })
    await server.addUser({ username: 'elsewhere', ownerId: 1 })
    await server.addUser({ username: 'fresh', notActivated: true })
    await server.addUser({ username: 'locked', locked: true })
    await server.addUser({ username: 'enrolling', secondFactor: 'app' })
    await server.addUser({ username: 'mailed', secondFactor: 'email' })
    // The first call creates the hash with which passwords of unknown names are compared.
    await costOf('logIn', { username: 'first', password: 'x', ownerID: 3 })
  })
  afterAll(async () => {
    await server.close()
    vi.doUnmock('@node-rs/argon2')
    vi.resetModules()
  })

  /** The response, and the work that it required. */
  async function costOf(method: string, params: object) {
    comparedHashes.length = 0
    statements.length = 0
    const { response } = await post(server.url, method, params)
    return {
      response,
      // Only algorithm and parameters, without salt and hash.
      comparedWith: comparedHashes.map((stored) => stored.split('$').slice(0, 4).join('$')),
      statements: statements.map(({ sql }) => sql),
    }
  }

  const withWrongPassword = (username: string) => ({ username, password: 'Wrong-Horse-7', ownerID: 3 })
  const withRightPassword = (username: string) => ({ username, password, ownerID: 3 })
  it.each([
    [
      'logIn',
      [
        withWrongPassword('known'),
        withWrongPassword('elsewhere'),
        withWrongPassword('fresh'),
        withWrongPassword('locked'),
        withWrongPassword('mailed'),
        withRightPassword('fresh'),
        withRightPassword('elsewhere'),
      ],
    ],
    [
      'enrollUser',
      [
        withWrongPassword('known'),
        withWrongPassword('enrolling'),
        withWrongPassword('locked'),
        withRightPassword('fresh'),
      ],
    ],
    ['passkeyLoginOptions', [withWrongPassword('known'), withWrongPassword('mailed'), withRightPassword('elsewhere')]],
  ] as const)(
    '%s does the same work for an unknown username as for every other rejected sign-in',
    async (method, attempts) => {
      const unknownUserCost = await costOf(method, withWrongPassword('unknown'))
      expect(unknownUserCost.response).toEqual({ resultCode: '-20001', resultText: 'Wrong username or password' })
      expect(unknownUserCost.comparedWith).toEqual([expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1$/)])
      for (const params of attempts) expect(await costOf(method, params)).toEqual(unknownUserCost)
    },
  )

  it('logIn does the same work for every name after too many attempts', async () => {
    for (let tries = 0; tries < 30; tries += 1)
      for (const name of ['known', 'unknown']) await costOf('logIn', withWrongPassword(name))
    const unknownUserCost = await costOf('logIn', withWrongPassword('unknown'))
    expect(unknownUserCost.comparedWith).toHaveLength(1)
    for (const params of [withWrongPassword('known'), withRightPassword('known')])
      expect(await costOf('logIn', params)).toEqual(unknownUserCost)
  })

  it('rememberPassword does not look up the user before it responds', async () => {
    const remind = (account: string) => costOf('rememberPassword', { account, ownerId: 3 })
    const unknownUserCost = await remind('unknown')
    expect(unknownUserCost.statements.join()).not.toContain('user_account')
    for (const account of ['known', 'known@example.test', 'elsewhere', 'locked'])
      expect(await remind(account)).toEqual(unknownUserCost)
  })
})
