// Talks to the company's login by OpenID Connect: authorization code with PKCE, checked ID tokens, logout.
// openid-client and jose implement the protocol. This file decides which parts of the protocol are allowed. Rules:
// docs/rules/single-sign-on.md.
import { createRemoteJWKSet, jwtVerify, type JWTPayload } from 'jose'
import * as oidc from 'openid-client'
import type { ProviderSettings } from '#server/config/settings.ts'
import { MINUTE_MS } from '#domain/units.ts'
import type { ProviderClaims } from '#server/db/access-tables.ts'
import type { SandboxClock } from '#server/operations/context.ts'
import { outsideTime } from '#server/sandbox/clock.ts'

/** Paths below the portal's address. They are registered at the provider. */
export const RETURN_PATH = 'sso/back'
export const BACK_CHANNEL_PATH = 'sso/logout'

/** The clocks of the portal and of the provider may differ by this many seconds. */
const CLOCK_TOLERANCE_S = 60
const TIMEOUT_S = 8
/** The provider's addresses are read again after this time. */
const DISCOVERY_MS = 10 * MINUTE_MS
/**
 * Only signatures that are checked with a public key. With HS256, everyone who can check a token can also make tokens.
 */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']
/** An older logout message is refused. */
const MAX_LOGOUT_AGE_MS = 10 * MINUTE_MS
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout'
/** The types that the header of a logout message can have. */
const LOGOUT_TYPES = ['logout+jwt', 'application/logout+jwt', 'jwt']

/** The provider cannot be reached, or its discovery document cannot be used. */
export class ProviderUnreachable extends Error {}

export interface ProviderServices {
  readonly settings: { readonly provider: ProviderSettings | undefined; readonly publicUrl: string }
  readonly now: () => number
  readonly sandbox?: SandboxClock | undefined
}

export const returnAddress = ({ settings }: Pick<ProviderServices, 'settings'>): string =>
  settings.publicUrl + RETURN_PATH

/** The last discovered metadata of each provider. */
const lastDiscoveries = new WeakMap<ProviderSettings, { readonly metadata: oidc.ServerMetadata; readonly at: number }>()

/**
 * The configuration for one exchange. The provider's keys are read again for each exchange, so that a new key works
 * immediately.
 */
export async function openProvider(services: ProviderServices): Promise<oidc.Configuration> {
  const { provider } = services.settings
  if (!provider) throw new Error('There is no provider')
  const lastDiscovery = lastDiscoveries.get(provider)
  const isFresh = lastDiscovery !== undefined && Date.now() - lastDiscovery.at < DISCOVERY_MS
  const metadata = isFresh ? lastDiscovery.metadata : await discover(provider)
  // A provider that does not list its methods accepts the secret in the header (Basic).
  const acceptsBasic = metadata.token_endpoint_auth_methods_supported?.includes('client_secret_basic') ?? true
  const clientAuthentication = acceptsBasic
    ? oidc.ClientSecretBasic(provider.clientSecret)
    : oidc.ClientSecretPost(provider.clientSecret)
  // In tests, the clock of the portal differs from the clock of this machine.
  const skewMs = outsideTime(services) - Date.now()
  const clock = { [oidc.clockSkew]: Math.round(skewMs / 1000), [oidc.clockTolerance]: CLOCK_TOLERANCE_S }
  const configuration = new oidc.Configuration(metadata, provider.clientId, clock, clientAuthentication)
  configuration.timeout = TIMEOUT_S
  oidc.enableNonRepudiationChecks(configuration)
  if (isUnencrypted(provider)) oidc.allowInsecureRequests(configuration)
  return configuration
}

/** The settings allow this only for a provider on this machine, for tests. */
const isUnencrypted = ({ issuer }: ProviderSettings): boolean => issuer.startsWith('http:')

async function discover(provider: ProviderSettings): Promise<oidc.ServerMetadata> {
  try {
    const configuration = await oidc.discovery(new URL(provider.issuer), provider.clientId, undefined, undefined, {
      timeout: TIMEOUT_S,
      ...(isUnencrypted(provider) && { execute: [oidc.allowInsecureRequests] }),
    })
    const metadata: oidc.ServerMetadata = { ...configuration.serverMetadata() }
    lastDiscoveries.set(provider, { metadata, at: Date.now() })
    return metadata
  } catch (error) {
    throw new ProviderUnreachable((error as Error).message, { cause: error })
  }
}

/** The secrets of one sign-in. */
export interface Exchange {
  /** The provider returns it with the response, so that the sign-in is found again. */
  readonly state: string
  /** The provider puts it into the ID token. */
  readonly nonce: string
  /** Proves to the provider that the code is exchanged by the server that began the sign-in. */
  readonly verifier: string
}

/** The address at the provider to which the browser goes. */
export async function authorizationAddress(services: ProviderServices, exchange: Exchange): Promise<string> {
  const configuration = await openProvider(services)
  const { scope = '', acr = [] } = services.settings.provider ?? {}
  const maxAgeSeconds = readMaxAgeSeconds(services)
  const url = oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: returnAddress(services),
    scope,
    state: exchange.state,
    nonce: exchange.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(exchange.verifier),
    code_challenge_method: 'S256',
    ...(acr.length > 0 && { acr_values: acr.join(' ') }),
    ...(maxAgeSeconds !== undefined && { max_age: String(maxAgeSeconds) }),
  })
  return url.href
}

/** The maximum time since the person logged in at the provider. Undefined if the provider decides. */
function readMaxAgeSeconds({ settings }: ProviderServices): number | undefined {
  const minutes = settings.provider?.maxAgeMinutes
  return minutes === undefined ? undefined : (minutes * MINUTE_MS) / 1000
}

export interface ProviderAnswer {
  readonly claims: ProviderClaims
  readonly idToken: string
  readonly sid: string | null
  /** True if the person logged in at the provider with something that counts as a second factor. */
  readonly hasFactor: boolean
}

/**
 * Exchanges the code for an ID token. Throws if a check fails. Checks the state and the issuer of the response (RFC
 * 9207). Checks the token's signature with a key of the provider, its issuer, its audience, its nonce and its time. If
 * the settings limit the age of logins, checks this age too.
 */
export async function readAnswer(
  services: ProviderServices,
  query: string,
  { state, nonce, verifier }: Exchange,
): Promise<ProviderAnswer> {
  const configuration = await openProvider(services)
  const maxAge = readMaxAgeSeconds(services)
  const responseUrl = new URL(`${returnAddress(services)}?${query}`)
  const tokens = await oidc.authorizationCodeGrant(configuration, responseUrl, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
    ...(maxAge !== undefined && { maxAge }),
  })
  const idToken = tokens.claims()
  if (!idToken || tokens.id_token === undefined) throw new Error('The response has no ID token')
  const userInfo = await readMissingClaims(services, configuration, idToken, tokens)
  const claims = payloadToClaims({ ...userInfo, ...idToken }, services)
  return {
    claims,
    idToken: tokens.id_token,
    sid: toText(idToken['sid']) ?? null,
    hasFactor: hasSecondFactor(claims, services),
  }
}

function hasSecondFactor(claims: ProviderClaims, { settings }: ProviderServices): boolean {
  const { acr = [], amr = [] } = settings.provider ?? {}
  const hasAcr = claims.acr !== undefined && acr.includes(claims.acr)
  const hasAmr = claims.amr.some((method) => amr.includes(method))
  return hasAcr || hasAmr
}

/**
 * The claims that are not in the ID token. Some providers return the e-mail address and the groups only at their
 * UserInfo endpoint.
 */
async function readMissingClaims(
  { settings }: ProviderServices,
  configuration: oidc.Configuration,
  idToken: oidc.IDToken,
  { access_token: accessToken }: { readonly access_token: string },
): Promise<Record<string, unknown>> {
  const { groups = [], groupsClaim = 'groups' } = settings.provider ?? {}
  const hasEmail = idToken['email'] !== undefined
  const hasGroups = groups.length === 0 || idToken[groupsClaim] !== undefined
  if (hasEmail && hasGroups) return {}
  const hasUserInfo = configuration.serverMetadata().userinfo_endpoint !== undefined
  if (!hasUserInfo) return {}
  return oidc.fetchUserInfo(configuration, accessToken, idToken.sub)
}

const toText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** The values of a claim. A provider can send one value as a text instead of a list. */
function toTexts(value: unknown): string[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value]
  return items.filter((item) => typeof item === 'string')
}

/** The values of Microsoft Entra's claim `xms_edov` that mean yes. */
const yesValues: readonly unknown[] = [true, 1, '1', 'true']

function payloadToClaims(payload: Readonly<Record<string, unknown>>, { settings }: ProviderServices): ProviderClaims {
  // Microsoft Entra has no email_verified. Its claim xms_edov says that the owner of the e-mail domain was verified.
  const isDomainOwnerVerified = yesValues.includes(payload['xms_edov'])
  return {
    subject: String(payload['sub']),
    email: toText(payload['email']),
    isEmailVerified: payload['email_verified'] === true || isDomainOwnerVerified,
    groups: toTexts(payload[settings.provider?.groupsClaim ?? 'groups']),
    acr: toText(payload['acr']),
    amr: toTexts(payload['amr']),
  }
}

/**
 * The address at which the provider ends its own session of the user. Undefined if the provider has no such address.
 */
export async function logoutAddress(services: ProviderServices, idToken: string): Promise<string | undefined> {
  const configuration = await openProvider(services)
  if (configuration.serverMetadata().end_session_endpoint === undefined) return undefined
  return oidc.buildEndSessionUrl(configuration, {
    id_token_hint: idToken,
    post_logout_redirect_uri: `${services.settings.publicUrl}login`,
  }).href
}

export interface LogoutMessage {
  readonly issuer: string
  readonly jti: string
  readonly subject: string | undefined
  readonly sid: string | undefined
  /** A repeated message would pass the checks until this time. So the message must be stored until then. */
  readonly expiresAt: number
}

/** Reads a message of OpenID Connect Back-Channel Logout. Throws if the message breaks a rule of the protocol. */
export async function readLogoutMessage(services: ProviderServices, token: string): Promise<LogoutMessage> {
  const { provider } = services.settings
  if (!provider) throw new Error('There is no provider')
  const configuration = await openProvider(services)
  const { issuer, jwks_uri: keysAddress } = configuration.serverMetadata()
  if (keysAddress === undefined) throw new ProviderUnreachable('no jwks_uri')
  const { payload, protectedHeader } = await jwtVerify(token, createRemoteJWKSet(new URL(keysAddress), keyOptions), {
    issuer,
    audience: provider.clientId,
    algorithms: ALGORITHMS,
    clockTolerance: CLOCK_TOLERANCE_S,
    currentDate: new Date(outsideTime(services)),
    maxTokenAge: MAX_LOGOUT_AGE_MS / 1000,
    requiredClaims: ['iat', 'jti'],
  })
  // Another type of token, such as an ID token, must not end sessions.
  const type = protectedHeader.typ?.toLowerCase() ?? 'jwt'
  if (!LOGOUT_TYPES.includes(type)) throw new Error(`A token of the type ${type}`)
  if (payload['nonce'] !== undefined) throw new Error('A logout message with a nonce')
  if (!isLogoutEvent(payload)) throw new Error('A token without the event of a logout')
  const subject = payload.sub
  const sid = toText(payload['sid'])
  if (subject === undefined && sid === undefined) throw new Error('A logout message for no one')
  // A message without `exp` is only refused because of its age.
  const tokenExpiresAt = ((payload.exp ?? 0) + 2 * CLOCK_TOLERANCE_S) * 1000
  const expiresAt = Math.max(tokenExpiresAt, services.now() + MAX_LOGOUT_AGE_MS)
  return { issuer, jti: payload.jti ?? '', subject, sid, expiresAt }
}

const keyOptions = { timeoutDuration: TIMEOUT_S * 1000 }

function isLogoutEvent({ events }: JWTPayload): boolean {
  if (typeof events !== 'object' || events === null) return false
  const event = (events as Record<string, unknown>)[LOGOUT_EVENT]
  return typeof event === 'object' && event !== null && !Array.isArray(event)
}
