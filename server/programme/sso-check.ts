// `sso check`: checks the connection to the company's login step by step, and prints what the last sign-in by it came
// back with. Changes nothing. docs/running/single-sign-on.md explains each line.
import { sql } from 'kysely'
import * as oidc from 'openid-client'
import * as z from 'zod'
import type { ProviderSettings, Settings } from '#server/config/settings.ts'
import type { Db } from '#server/operations/context.ts'
import type { ProviderRefusal } from '#server/sessions/provider-logins.ts'
import { BACK_CHANNEL_PATH, openProvider, returnAddress } from '#server/sso/provider.ts'
import { refusalText } from '#server/sso/refusals.ts'
import { type CheckResult, failed, note, ok, resultToLine } from './check/check-result.ts'
import { CommandError, defineCommand } from './command.ts'
import { countToText, durationToText } from './counts-and-durations.ts'

type ProviderCheck = Settings & { readonly provider: ProviderSettings }

export const ssoCheck = defineCommand({
  name: 'sso check',
  summary: "Checks the connection to the company's login, and prints what the last sign-in by it came back with",
  help: ['Changes nothing. Run it again after each step of docs/running/single-sign-on.md, and after a test sign-in.'],
  runsForEachClient: true,
  hasDryRun: false,
  async run({ settings, open, print }) {
    const { provider } = settings
    if (!provider)
      throw new CommandError('OIDC_ISSUER is not set, so users log in with passwords. Nothing was checked.')
    const checked: ProviderCheck = { ...settings, provider }
    let hasFailed = false
    const report = (result: CheckResult) => {
      hasFailed ||= result.state === 'WRONG'
      print(resultToLine(result))
    }
    for (const result of await checkProvider(checked)) report(result)
    const { db, now } = await open()
    for (const result of await checkGroups(checked, db)) report(result)
    report(await checkPasswords(checked, db))
    report(await readLastLogin(checked, db, now()))
    return { lines: [hasFailed ? 'Fix what is WRONG, then run it again.' : 'All is in order.'], hasFailed }
  },
})

async function checkProvider(settings: ProviderCheck): Promise<CheckResult[]> {
  const { provider } = settings
  let configuration: oidc.Configuration
  try {
    configuration = await openProvider({ settings, now: Date.now })
  } catch (error) {
    const message = `${provider.issuer} does not give its discovery document (${reasonOf(error)}): check OIDC_ISSUER, and that this server can reach it.`
    return [failed('Provider', message)]
  }
  const metadata = configuration.serverMetadata()
  return [
    ok('Provider', `${provider.name} answers at ${provider.issuer}.`),
    await checkKeys(metadata),
    checkPkce(metadata),
    await checkClient(settings, configuration),
    ok('Return', `the provider must have registered exactly ${returnAddress({ settings })}`),
    checkLogout(settings, metadata),
    ok('Factor', factorText(provider)),
  ]
}

const reasonOf = (error: unknown): string => {
  const { cause } = error as { cause?: unknown }
  const { message, cause: inner } = (cause ?? error) as Error
  return inner instanceof Error ? `${message}: ${inner.message}` : message
}

const keySet = z.object({ keys: z.array(z.looseObject({ kty: z.string(), use: z.string().optional() })) })

async function checkKeys({ jwks_uri: address }: oidc.ServerMetadata): Promise<CheckResult> {
  if (address === undefined)
    return failed('Keys', 'the discovery document has no jwks_uri, so no token can be checked.')
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(10_000) })
    const { keys } = keySet.parse(await response.json())
    const usable = keys.filter(({ kty, use = 'sig' }) => kty !== 'oct' && use === 'sig')
    return usable.length > 0
      ? ok('Keys', `we could read its keys: ${countToText(usable.length, 'key', 'keys')} to check signatures with.`)
      : failed('Keys', `${address} has no public key for signatures.`)
  } catch (error) {
    return failed('Keys', `we could not read its keys at ${address} (${reasonOf(error)}).`)
  }
}

function checkPkce({ code_challenge_methods_supported: methods }: oidc.ServerMetadata): CheckResult {
  if (methods === undefined)
    return note('PKCE', 'the provider does not say that it checks S256. The portal sends it in any case.')
  return methods.includes('S256')
    ? ok('PKCE', 'the provider checks who began a sign-in (S256).')
    : failed('PKCE', 'the provider does not offer S256, so the portal cannot use it.')
}

/** Tries the secret with a code that does not exist. A provider refuses the code only if it has accepted the secret. */
async function checkClient(settings: ProviderCheck, configuration: oidc.Configuration): Promise<CheckResult> {
  const { clientId } = settings.provider
  try {
    await oidc.genericGrantRequest(configuration, 'authorization_code', {
      code: 'check-of-the-connection',
      redirect_uri: returnAddress({ settings }),
      code_verifier: oidc.randomPKCECodeVerifier(),
    })
    return note('Client', 'the provider has accepted a code that does not exist: ask its operator.')
  } catch (error) {
    const code = (error as { error?: string }).error
    if (code === 'invalid_grant') return ok('Client', `it accepts ${clientId} with this secret.`)
    const isRefused =
      code === 'invalid_client' || code === 'unauthorized_client' || (error as { status?: number }).status === 401
    return isRefused
      ? failed('Client', `it refuses ${clientId} with this secret: check OIDC_CLIENT_ID and OIDC_CLIENT_SECRET.`)
      : note(
          'Client',
          `it did not say if it accepts ${clientId} (${code ?? reasonOf(error)}): a test sign-in shows it.`,
        )
  }
}

function checkLogout(settings: ProviderCheck, metadata: oidc.ServerMetadata): CheckResult {
  const backChannel = settings.publicUrl + BACK_CHANNEL_PATH
  const missing = [
    metadata.end_session_endpoint === undefined ? 'Log out here does not log out there' : undefined,
    metadata['backchannel_logout_supported'] === true ? undefined : 'a logout there may not end sessions here',
  ].filter((text) => text !== undefined)
  return missing.length === 0
    ? ok('Logout', `it can log users out in both directions; its back-channel address is ${backChannel}`)
    : note('Logout', `${missing.join(', and ')}. Its back-channel address is ${backChannel}`)
}

function factorText({ acr, amr }: ProviderSettings): string {
  const values = [...acr.map((value) => `acr ${value}`), ...amr.map((value) => `amr ${value}`)]
  if (values.length === 0) return 'the portal always asks for its own second factor.'
  return `the portal asks for its own second factor, unless the provider says ${values.join(' or ')}.`
}

async function checkGroups({ provider, client }: ProviderCheck, db: Db): Promise<CheckResult[]> {
  if (provider.groups.length === 0) return [ok('Groups', 'users keep the group that they have in the portal.')]
  const rows = await db.selectFrom('user_group').select('name').where('owner_id', '=', client.ownerId).execute()
  return provider.groups.map(({ theirs, ours }) =>
    rows.some(({ name }) => name === ours)
      ? ok('Groups', `${theirs} there is ${ours} here.`)
      : failed('Groups', `${theirs} there would be ${ours} here, but the portal has no such group: check OIDC_GROUPS.`),
  )
}

async function checkPasswords(
  { isPasswordLoginOn, breakGlassUser = '', client }: ProviderCheck,
  db: Db,
): Promise<CheckResult> {
  if (isPasswordLoginOn) return ok('Passwords', 'users can log in with a password too.')
  const user = await db
    .selectFrom('user_account')
    .select(['password_hash', 'locked_at', 'activated_at'])
    .where('owner_id', '=', client.ownerId)
    .where(sql<boolean>`lower(username) = lower(${breakGlassUser})`)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  const canLogIn = user && user.password_hash !== null && user.activated_at !== null && user.locked_at === null
  return canLogIn
    ? ok('Passwords', `only ${breakGlassUser} can log in with a password, which alerts the administrators.`)
    : failed(
        'Passwords',
        `they are off, and BREAK_GLASS_USER ${breakGlassUser} cannot log in either: no such active user with a password.`,
      )
}

async function readLastLogin(settings: ProviderCheck, db: Db, now: number): Promise<CheckResult> {
  const subject = 'Last login'
  const login = await db
    .selectFrom('provider_login as p')
    .leftJoin('user_account as u', 'u.id', 'p.user_id')
    .select(['p.answered_at', 'p.refusal', 'p.claims', 'p.has_factor', 'u.username'])
    .where('p.issuer', '=', settings.provider.issuer)
    .where('p.answered_at', 'is not', null)
    .orderBy('p.answered_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!login?.answered_at) return note(subject, 'none in the last day. Log in once, then run this again.')
  const age = durationToText((now - login.answered_at.getTime()) / 1000)
  const { claims } = login
  const said =
    claims === null
      ? ''
      : ` It came back as subject ${claims.subject}, email ${claims.email ?? 'none'} (${claims.isEmailVerified ? 'verified' : 'not verified'}), groups ${claims.groups.join(', ') || 'none'}, acr ${claims.acr ?? 'none'}, amr ${claims.amr.join(', ') || 'none'}.`
  if (login.refusal !== null)
    return failed(
      subject,
      `${age} ago, refused: ${refusalText({ settings }, login.refusal as ProviderRefusal, claims)}.${said}`,
    )
  return ok(
    subject,
    `${age} ago, as ${login.username ?? 'a deleted user'}, ${login.has_factor ? 'with' : 'without'} a second factor there.${said}`,
  )
}
