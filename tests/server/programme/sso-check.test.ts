// `sso check` says in words what works and what does not, and what the last sign-in came back with.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSecret, storeLogin, storeResult, takeLogin } from '#server/sessions/provider-logins.ts'
import { CLIENT_ID, CLIENT_SECRET, type FakeProvider, startFakeProvider } from '#tests/support/fake-provider.ts'
import { freshInstance, type Instance } from '#tests/support/programme.ts'

let provider: FakeProvider
let instance: Instance
beforeAll(async () => {
  provider = await startFakeProvider(Date.now)
  instance = await freshInstance('demo')
})
afterAll(async () => {
  await instance?.remove()
  await provider?.close()
})

const run = (more: Readonly<Record<string, string>> = {}) =>
  instance.run(['sso', 'check'], {
    OIDC_ISSUER: provider.issuer,
    OIDC_NAME: 'Contoso',
    OIDC_CLIENT_ID: CLIENT_ID,
    OIDC_CLIENT_SECRET: CLIENT_SECRET,
    ...more,
  })
const linesOf = async (subject: string, more: Readonly<Record<string, string>> = {}) =>
  (await run(more)).output.filter((line) => line.slice(7).startsWith(`${subject}:`)).join('\n')

it('reports each step that works', async () => {
  const { code, output } = await run({ OIDC_GROUPS: 'CP Makers=Batch makers' })
  const text = output.join('\n')
  expect(text).toMatch(/^ok +Provider: +Contoso answers at http:/m)
  expect(text).toMatch(/^ok +Keys: +we could read its keys: 2 for signatures/m)
  expect(text).toMatch(/^note +PKCE: /m)
  expect(text).toMatch(/^ok +Client: +it accepts portal with this secret\.$/m)
  expect(text).toMatch(/^ok +Return: .*\/voyager\/sso\/back$/m)
  expect(text).toMatch(/^note +Logout: +a logout there may not end sessions here.*\/voyager\/sso\/logout$/m)
  expect(text).toMatch(/^note +Last login: +none in the last day/m)
  expect(text).not.toContain('WRONG')
  expect(code).toBe(0)
})

it('says what is wrong, and what to do', async () => {
  expect(await linesOf('Client', { OIDC_CLIENT_SECRET: 'wrong' })).toMatch(
    /^WRONG .* check OIDC_CLIENT_ID and OIDC_CLIENT_SECRET/,
  )
  expect(await linesOf('Groups', { OIDC_GROUPS: 'CP Makers=Batch makers,CP X=Nobody' })).toMatch(
    /^WRONG .*no such group/m,
  )
  // A renamed group would stop the directory without a word.
  expect(await linesOf('SCIM', { SCIM_GROUPS: 'Readers,Renamed' })).toMatch(
    /^ok .*who is in Readers.*\n^WRONG .*SCIM_GROUPS names Renamed, but the portal has no such group/m,
  )
  expect(await linesOf('Passwords', { PASSWORD_LOGIN: 'off', BREAK_GLASS_USER: 'nobody' })).toMatch(
    /^WRONG .*cannot log in either/,
  )
  expect(await linesOf('Passwords', { PASSWORD_LOGIN: 'off', BREAK_GLASS_USER: 'ada' })).toMatch(/^ok .*only ada/)
  provider.state.hasKeys = false
  expect(await linesOf('Keys')).toMatch(/^WRONG .*has no public key/)
  provider.state.hasKeys = true
  const { code, output } = await run({ OIDC_ISSUER: 'http://127.0.0.1:9' })
  expect([code, output[0]]).toEqual([1, expect.stringMatching(/^WRONG +Provider: .*check OIDC_ISSUER/) as string])
})

it('prints what the last sign-in came back with', async () => {
  await instance.withDb(async (db) => {
    const [browserKey, state] = [createSecret(), createSecret()]
    const { issuer } = provider
    await storeLogin(db, { issuer, browserKey, state, nonce: 'n', verifier: 'v' }, Date.now())
    const login = await takeLogin(db, { issuer, browserKey, state }, Date.now())
    const claims = { subject: 's-1', email: 'x@example.test', isEmailVerified: true, groups: ['Sales'], amr: ['pwd'] }
    await storeResult(db, login ?? expect.unreachable(), { refusal: 'noAccount' }, claims)
  })
  const line = await linesOf('Last login')
  expect(line).toMatch(
    /^WRONG +Last login: +\d\d \w+ \d{4}, \d\d:\d\d SGT, refused: Contoso knows you as x@example\.test/,
  )
  expect(line).toContain('It came back as subject s-1, email x@example.test (verified), groups Sales, acr –, amr pwd.')
})

it('says that there is no company login', async () => {
  const { code, errors } = await instance.run(['sso', 'check'])
  expect([code, errors]).toEqual([1, [expect.stringContaining('OIDC_ISSUER is not set') as string]])
})
