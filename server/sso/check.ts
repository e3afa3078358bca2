// Checks the connection to the company's login step by step, for the page of administrators and for `sso check`. Changes
// nothing. Rules: docs/rules/single-sign-on.md, "The check".
import { sql } from 'kysely'
import { m } from '#words/messages.js'
import { commas } from '#words/lists.ts'
import * as oidc from 'openid-client'
import * as z from 'zod'
import type { ConnectionStep } from '#contract/access.ts'
import { instantToText } from '#domain/instants.ts'
import type { ProviderSettings, Settings } from '#server/config/settings.ts'
import type { ProviderClaims } from '#server/db/access-tables.ts'
import type { Db } from '#server/operations/context.ts'
import type { ProviderRefusal } from '#server/sessions/provider-logins.ts'
import { BACK_CHANNEL_PATH, openProvider, returnAddress } from './provider.ts'
import { refusalText } from './refusals.ts'

type SettingsWithProvider = Settings & { readonly provider: ProviderSettings }

interface CheckServices {
  readonly db: Db
  readonly settings: Settings
}

type ToStep = (step: ConnectionStep['step'], text: string) => ConnectionStep
const ok: ToStep = (step, text) => ({ step, state: 'ok', text })
const note: ToStep = (step, text) => ({ step, state: 'note', text })
const wrong: ToStep = (step, text) => ({ step, state: 'wrong', text })

/** Without a company's login, only the groups of SCIM are left to check. */
export async function checkConnection({ db, settings }: CheckServices): Promise<ConnectionStep[]> {
  const { provider } = settings
  const scim = await checkScimGroups(settings, db)
  if (!provider) return scim
  const withProvider = { ...settings, provider }
  return [
    ...(await checkProvider(withProvider)),
    ...(await checkGroups(withProvider, db)),
    ...scim,
    await checkPasswords(withProvider, db),
    await readLastLogin(withProvider, db),
  ]
}

/** A sentence for each group of the settings that the portal does not have. The people of these groups are refused. */
export async function describeMissingGroups({ db, settings }: CheckServices): Promise<readonly string[]> {
  const { provider } = settings
  const steps = [
    ...(provider ? await checkGroups({ ...settings, provider }, db) : []),
    ...(await checkScimGroups(settings, db)),
  ]
  return steps.filter(({ state }) => state === 'wrong').map(({ text }) => text)
}

async function checkProvider(settings: SettingsWithProvider): Promise<ConnectionStep[]> {
  const { name, issuer } = settings.provider
  let configuration: oidc.Configuration
  try {
    configuration = await openProvider({ settings, now: Date.now })
  } catch (error) {
    return [wrong('provider', m.sso_providerSilent({ issuer, reason: reasonOf(error) }))]
  }
  const metadata = configuration.serverMetadata()
  return [
    ok('provider', m.sso_providerAnswers({ name, issuer })),
    await checkKeys(metadata),
    checkPkce(metadata),
    await checkClient(settings, configuration),
    ok('return', m.sso_returnAddress({ address: returnAddress({ settings }) })),
    checkLogout(settings, metadata),
    ok('factor', factorText(settings.provider)),
  ]
}

/**
 * The message of the error's cause, because 'fetch failed' and similar errors say less than their cause. Without a
 * cause, the message of the error. If the cause has a further cause, its message is added after a colon.
 */
function reasonOf(error: unknown): string {
  const inner = ((error as Error).cause ?? error) as Error
  const innermost = inner.cause
  return innermost instanceof Error ? `${inner.message}: ${innermost.message}` : inner.message
}

const KEYS_TIMEOUT_MS = 10_000
const keySet = z.object({ keys: z.array(z.looseObject({ kty: z.string(), use: z.string().optional() })) })

async function checkKeys({ jwks_uri: address }: oidc.ServerMetadata): Promise<ConnectionStep> {
  if (address === undefined) return wrong('keys', m.sso_noKeysAddress())
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(KEYS_TIMEOUT_MS) })
    const { keys } = keySet.parse(await response.json())
    // A key of the type 'oct' is secret. A key without `use` can be used for signatures too.
    const publicKeys = keys.filter(({ kty, use = 'sig' }) => kty !== 'oct' && use === 'sig')
    if (publicKeys.length === 0) return wrong('keys', m.sso_noPublicKey({ address }))
    return ok('keys', m.sso_keysRead({ count: publicKeys.length }))
  } catch (error) {
    return wrong('keys', m.sso_keysUnreadable({ address, reason: reasonOf(error) }))
  }
}

function checkPkce({ code_challenge_methods_supported: methods }: oidc.ServerMetadata): ConnectionStep {
  if (methods === undefined) return note('pkce', m.sso_pkceUnknown())
  return methods.includes('S256') ? ok('pkce', m.sso_pkceOk()) : wrong('pkce', m.sso_pkceMissing())
}

/** Tries the secret with a code that does not exist. A provider refuses the code only if it has accepted the secret. */
async function checkClient(settings: SettingsWithProvider, configuration: oidc.Configuration): Promise<ConnectionStep> {
  const { clientId } = settings.provider
  try {
    await oidc.genericGrantRequest(configuration, 'authorization_code', {
      code: 'check-of-the-connection',
      redirect_uri: returnAddress({ settings }),
      code_verifier: oidc.randomPKCECodeVerifier(),
    })
    return note('client', m.sso_clientAcceptsAnyCode())
  } catch (error) {
    const { error: code, status } = error as { error?: string; status?: number }
    if (code === 'invalid_grant') return ok('client', m.sso_clientOk({ clientId }))
    const isRefused = code === 'invalid_client' || code === 'unauthorized_client' || status === 401
    if (isRefused) return wrong('client', m.sso_clientRefused({ clientId }))
    return note('client', m.sso_clientUnknown({ clientId, reason: code ?? reasonOf(error) }))
  }
}

function checkLogout(settings: SettingsWithProvider, metadata: oidc.ServerMetadata): ConnectionStep {
  const address = settings.publicUrl + BACK_CHANNEL_PATH
  /** True if logging out of the portal can end the provider's session. */
  const endsProviderSession = metadata.end_session_endpoint !== undefined
  /** True if logging out at the provider can end the portal's sessions. */
  const endsPortalSessions = metadata['backchannel_logout_supported'] === true
  if (endsProviderSession && endsPortalSessions) return ok('logout', m.sso_logoutBoth({ address }))
  // "Here" is the portal, "there" is the provider.
  if (endsProviderSession) return note('logout', m.sso_noLogoutHere({ address }))
  if (endsPortalSessions) return note('logout', m.sso_noLogoutThere({ address }))
  return note('logout', m.sso_noLogout({ address }))
}

function factorText({ acr, amr }: ProviderSettings): string {
  const values = [...acr.map((value) => `acr ${value}`), ...amr.map((value) => `amr ${value}`)]
  return values.length === 0 ? m.sso_factorOwn() : m.sso_factorThere({ values: commas(values) })
}

async function findGroupNames(db: Db, ownerId: number): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('user_group').select('name').where('owner_id', '=', ownerId).execute()
  return new Set(rows.map(({ name }) => name))
}

async function checkGroups({ provider, client }: SettingsWithProvider, db: Db): Promise<ConnectionStep[]> {
  if (provider.groups.length === 0) return [ok('groups', m.sso_groupsStay())]
  const names = await findGroupNames(db, client.ownerId)
  return provider.groups.map(({ theirs, ours }) =>
    names.has(ours)
      ? ok('groups', m.sso_groupFound({ theirs, ours }))
      : wrong('groups', m.sso_groupMissing({ theirs, ours })),
  )
}

async function checkScimGroups({ scimGroups, client }: Settings, db: Db): Promise<ConnectionStep[]> {
  if (scimGroups.length === 0) return [ok('scim', m.sso_scimOff())]
  const names = await findGroupNames(db, client.ownerId)
  return scimGroups.map((group) =>
    names.has(group) ? ok('scim', m.sso_scimFound({ group })) : wrong('scim', m.sso_scimMissing({ group })),
  )
}

async function checkPasswords(
  { isPasswordLoginOn, breakGlassUser = '', client }: SettingsWithProvider,
  db: Db,
): Promise<ConnectionStep> {
  if (isPasswordLoginOn) return ok('passwords', m.sso_passwordsOn())
  const user = await db
    .selectFrom('user_account as u')
    .select(['password_hash', 'locked_at', 'activated_at'])
    .select(sql<boolean>`(access_ends_at(u) <= programme_time()) IS TRUE`.as('has_ended'))
    .where('owner_id', '=', client.ownerId)
    .where(sql<boolean>`lower(username) = lower(${breakGlassUser})`)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  const isReady = user !== undefined && user.password_hash !== null && user.activated_at !== null
  const canLogIn = isReady && user.locked_at === null && !user.has_ended
  if (!canLogIn) return wrong('passwords', m.sso_passwordsNoOne({ user: breakGlassUser }))
  return ok('passwords', m.sso_passwordsOnly({ user: breakGlassUser }))
}

async function readLastLogin(settings: SettingsWithProvider, db: Db): Promise<ConnectionStep> {
  const login = await db
    .selectFrom('provider_login as p')
    .leftJoin('user_account as u', 'u.id', 'p.user_id')
    .select(['p.answered_at', 'p.refusal', 'p.claims', 'p.has_factor', 'p.is_test', 'u.username'])
    .where('p.issuer', '=', settings.provider.issuer)
    .where('p.answered_at', 'is not', null)
    .orderBy('p.answered_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!login?.answered_at) return note('lastLogin', m.sso_noLastLogin())
  const at = instantToText(login.answered_at.toISOString(), settings.client)
  const { claims, refusal } = login
  const identity = claims && claimsToText(claims)
  const test = login.is_test ? m.sso_wasTest() : null
  const toText = (outcome: string) => [outcome, identity, test].filter((part) => part !== null).join(' ')
  if (refusal !== null) {
    const why = refusalText({ settings }, refusal as ProviderRefusal, claims)
    return wrong('lastLogin', toText(m.sso_loginRefused({ at, why })))
  }
  const username = login.username ?? m.sso_deletedUser()
  const factor = login.has_factor ? 'yes' : 'no'
  return ok('lastLogin', toText(m.sso_loginAccepted({ at, username, factor })))
}

const NOT_SENT = '–'

const claimsToText = (claims: ProviderClaims): string =>
  m.sso_cameBackAs({
    subject: claims.subject,
    email: claims.email ?? NOT_SENT,
    isVerified: claims.isEmailVerified ? 'yes' : 'no',
    groups: commas(claims.groups) || NOT_SENT,
    acr: claims.acr ?? NOT_SENT,
    amr: commas(claims.amr) || NOT_SENT,
  })
