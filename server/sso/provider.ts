// Talks to the company's login by OpenID Connect: authorization code with PKCE, checked ID tokens, logout. openid-client
// and jose do the protocol; this file says which parts of it are allowed. Rules: docs/rules/single-sign-on.md.
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

/** How far the clocks of the two servers may differ. */
const CLOCK_TOLERANCE_S = 60
const TIMEOUT_S = 8
const DISCOVERY_MS = 10 * MINUTE_MS
/** Only signatures that are checked with a public key. With HS256, whoever can check a token can also make one. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout'

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
const discovered = new WeakMap<ProviderSettings, { readonly metadata: oidc.ServerMetadata; readonly at: number }>()

/**
 * The configuration for one exchange. The provider's addresses are read again after a while, and its keys for each
 * exchange, so that a rotated key works at once.
 */
export async function openProvider(services: ProviderServices): Promise<oidc.Configuration> {
  const { provider } = services.settings
  if (!provider) throw new Error('There is no provider')
  const earlier = discovered.get(provider)
  const isFresh = earlier !== undefined && Date.now() - earlier.at < DISCOVERY_MS
  const metadata = isFresh ? earlier.metadata : await discover(provider)
  const isBasic = metadata.token_endpoint_auth_methods_supported?.includes('client_secret_basic') ?? true
  const clientAuthentication = isBasic
    ? oidc.ClientSecretBasic(provider.clientSecret)
    : oidc.ClientSecretPost(provider.clientSecret)
  const skewMs = outsideTime(services) - Date.now()
  const clock = { [oidc.clockSkew]: Math.round(skewMs / 1000), [oidc.clockTolerance]: CLOCK_TOLERANCE_S }
  const configuration = new oidc.Configuration(metadata, provider.clientId, clock, clientAuthentication)
  configuration.timeout = TIMEOUT_S
  oidc.enableNonRepudiationChecks(configuration)
  if (isPlain(provider)) oidc.allowInsecureRequests(configuration)
  return configuration
}

/** Only for a provider on this machine, which the settings allow for tests. */
const isPlain = ({ issuer }: ProviderSettings): boolean => issuer.startsWith('http:')

async function discover(provider: ProviderSettings): Promise<oidc.ServerMetadata> {
  try {
    const configuration = await oidc.discovery(new URL(provider.issuer), provider.clientId, undefined, undefined, {
      timeout: TIMEOUT_S,
      ...(isPlain(provider) && { execute: [oidc.allowInsecureRequests] }),
    })
    const metadata: oidc.ServerMetadata = { ...configuration.serverMetadata() }
    discovered.set(provider, { metadata, at: Date.now() })
    return metadata
  } catch (error) {
    throw new ProviderUnreachable((error as Error).message, { cause: error })
  }
}

/** What belongs to one sign-in: `state` finds it again, `nonce` is in the ID token, `verifier` proves who began it. */
export interface Exchange {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** The address at the provider to which the browser goes. */
export async function authorizationAddress(services: ProviderServices, exchange: Exchange): Promise<string> {
  const configuration = await openProvider(services)
  const { scope = '', acr = [] } = services.settings.provider ?? {}
  const maxAge = maxAgeOf(services)
  const url = oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: returnAddress(services),
    scope,
    state: exchange.state,
    nonce: exchange.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(exchange.verifier),
    code_challenge_method: 'S256',
    ...(acr.length > 0 && { acr_values: acr.join(' ') }),
    ...(maxAge !== undefined && { max_age: String(maxAge) }),
  })
  return url.href
}

/** In seconds, as providers count it. */
const maxAgeOf = ({ settings }: ProviderServices): number | undefined => {
  const minutes = settings.provider?.maxAgeMinutes
  return minutes === undefined ? undefined : (minutes * MINUTE_MS) / 1000
}

export interface ProviderAnswer {
  readonly claims: ProviderClaims
  readonly idToken: string
  readonly sid: string | null
  readonly hasFactor: boolean
}

/**
 * Exchanges the code for an ID token and checks it: state, issuer of the response (RFC 9207), signature with a key of
 * the provider, issuer, audience, nonce, time, and how long ago the person logged in there, if that is limited. Throws
 * if anything is wrong.
 */
export async function readAnswer(
  services: ProviderServices,
  query: string,
  { state, nonce, verifier }: Exchange,
): Promise<ProviderAnswer> {
  const configuration = await openProvider(services)
  const maxAge = maxAgeOf(services)
  const tokens = await oidc.authorizationCodeGrant(configuration, new URL(`${returnAddress(services)}?${query}`), {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
    ...(maxAge !== undefined && { maxAge }),
  })
  const idToken = tokens.claims()
  if (!idToken || tokens.id_token === undefined) throw new Error('The response has no ID token')
  const claims = toClaims({ ...(await readMissing(services, configuration, idToken, tokens)), ...idToken }, services)
  const { acr = [], amr = [] } = services.settings.provider ?? {}
  return {
    claims,
    idToken: tokens.id_token,
    sid: toText(idToken['sid']) ?? null,
    hasFactor:
      (claims.acr !== undefined && acr.includes(claims.acr)) || claims.amr.some((method) => amr.includes(method)),
  }
}

/** What the ID token lacks: some providers give the address and the groups only at their UserInfo endpoint. */
async function readMissing(
  { settings }: ProviderServices,
  configuration: oidc.Configuration,
  idToken: oidc.IDToken,
  { access_token: accessToken }: { readonly access_token: string },
): Promise<Record<string, unknown>> {
  const { groups = [], groupsClaim = 'groups' } = settings.provider ?? {}
  const isComplete = idToken['email'] !== undefined && (groups.length === 0 || idToken[groupsClaim] !== undefined)
  if (isComplete || configuration.serverMetadata().userinfo_endpoint === undefined) return {}
  return oidc.fetchUserInfo(configuration, accessToken, idToken.sub)
}

const toText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
const toTexts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((item): item is string => typeof item === 'string')

function toClaims(payload: Readonly<Record<string, unknown>>, { settings }: ProviderServices): ProviderClaims {
  // Microsoft Entra has no email_verified; its claim says that the owner of the domain was verified.
  const isEmailVerified =
    payload['email_verified'] === true || [true, 1, '1', 'true'].includes(payload['xms_edov'] as boolean)
  return {
    subject: String(payload['sub']),
    email: toText(payload['email']),
    isEmailVerified,
    groups: toTexts(payload[settings.provider?.groupsClaim ?? 'groups']),
    acr: toText(payload['acr']),
    amr: toTexts(payload['amr']),
  }
}

/** The address at which the provider ends its own session too. Undefined if it has none. */
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
  /** Until when the message would be accepted again. */
  readonly expiresAt: number
}

/** Reads a message of OpenID Connect Back-Channel Logout. Throws if anything in it is not as it must be. */
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
    maxTokenAge: '10 minutes',
    requiredClaims: ['iat', 'jti'],
  })
  // Another kind of token, such as an ID token, must not end sessions.
  const type = protectedHeader.typ?.toLowerCase() ?? 'jwt'
  if (!['logout+jwt', 'application/logout+jwt', 'jwt'].includes(type)) throw new Error(`A token of the type ${type}`)
  if (payload['nonce'] !== undefined) throw new Error('A logout message with a nonce')
  if (!isLogoutEvent(payload)) throw new Error('A token without the event of a logout')
  const subject = payload.sub
  const sid = toText(payload['sid'])
  if (subject === undefined && sid === undefined) throw new Error('A logout message for no one')
  const expiresAt = ((payload.exp ?? 0) + 2 * CLOCK_TOLERANCE_S) * 1000
  return { issuer, jti: payload.jti ?? '', subject, sid, expiresAt: Math.max(expiresAt, services.now() + DISCOVERY_MS) }
}

const keyOptions = { timeoutDuration: TIMEOUT_S * 1000 }

function isLogoutEvent({ events }: JWTPayload): boolean {
  if (typeof events !== 'object' || events === null) return false
  const event = (events as Record<string, unknown>)[LOGOUT_EVENT]
  return typeof event === 'object' && event !== null && !Array.isArray(event)
}
