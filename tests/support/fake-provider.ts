// A company's login for tests, small enough to lie: it issues whatever tokens a test wants, signed with jose, and checks
// what the portal must send (secret, redirect address, PKCE). tests/e2e/single-sign-on.spec.ts has a real one.
import { createHash, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

export const CLIENT_ID = 'portal'
export const CLIENT_SECRET = 'a secret of the portal'

export interface Person {
  readonly sub: string
  readonly email?: string | undefined
  readonly email_verified?: unknown
  readonly [claim: string]: unknown
}

/** What the next ID token or logout message is to be, other than right. */
export interface Lie {
  readonly claims?: Readonly<Record<string, unknown>>
  /** Signs with this algorithm; 'none' and 'HS256' are forged by hand. */
  readonly alg?: 'ES256' | 'none' | 'HS256'
  /** Signs with a key that the provider does not publish. */
  readonly foreignKey?: boolean
  /** Signs with the key that `rotateKeys` has withdrawn. */
  readonly withdrawnKey?: boolean
  readonly type?: string
}

type Key = Awaited<ReturnType<typeof createKey>>

async function createKey(alg: 'RS256' | 'ES256') {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
  const kid = randomUUID()
  return { kid, alg, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } }
}

export async function startFakeProvider(now: () => number) {
  let keys: Key[] = [await createKey('RS256')]
  let withdrawn: Key | undefined
  const ecKey = await createKey('ES256')
  const foreignKey = await createKey('RS256')
  const codes = new Map<
    string,
    { nonce: string; challenge: string; redirectUri: string; idToken: () => Promise<string> }
  >()
  const state = { isDown: false, hasKeys: true, redeemed: 0, metadata: {} as Record<string, unknown> }
  let issuer = ''
  const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

  const sign = async (
    payload: JWTPayload,
    { alg, foreignKey: isForeign, withdrawnKey: isWithdrawn, type = 'JWT' }: Lie,
  ): Promise<string> => {
    if (alg === 'none') return `${base64({ alg: 'none', typ: type })}.${base64(payload)}.`
    if (alg === 'HS256')
      return new SignJWT(payload).setProtectedHeader({ alg, typ: type }).sign(new TextEncoder().encode(CLIENT_SECRET))
    const key = isWithdrawn
      ? withdrawn
      : isForeign
        ? { ...foreignKey, kid: keys[0]?.kid ?? '' }
        : alg === 'ES256'
          ? ecKey
          : keys[0]
    if (!key) throw new Error('no key')
    return new SignJWT(payload).setProtectedHeader({ alg: key.alg, kid: key.kid, typ: type }).sign(key.privateKey)
  }
  const seconds = () => Math.floor(now() / 1000)
  const server = createServer((request, response) => {
    const send = (status: number, body: object): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    const answer = async () => {
      const { pathname } = new URL(request.url ?? '', issuer)
      if (state.isDown) return response.destroy()
      if (pathname === '/.well-known/openid-configuration')
        return send(200, {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/keys`,
          end_session_endpoint: `${issuer}/end`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256', 'ES256'],
          authorization_response_iss_parameter_supported: true,
          ...state.metadata,
        })
      if (pathname === '/keys')
        return send(200, { keys: state.hasKeys ? [...keys.map(({ jwk }) => jwk), ecKey.jwk] : [] })
      if (pathname !== '/token') return send(404, {})
      let text = ''
      for await (const chunk of request) text += String(chunk)
      const body = new URLSearchParams(text)
      const login = codes.get(body.get('code') ?? '')
      codes.delete(body.get('code') ?? '')
      const challenge = createHash('sha256')
        .update(body.get('code_verifier') ?? '')
        .digest('base64url')
      const [id, secret] = Buffer.from((request.headers.authorization ?? '').replace('Basic ', ''), 'base64')
        .toString()
        .split(':')
        .map((part) => decodeURIComponent(part.replaceAll('+', ' ')))
      if (id !== CLIENT_ID || secret !== CLIENT_SECRET) return send(401, { error: 'invalid_client' })
      if (!login || login.challenge !== challenge || login.redirectUri !== body.get('redirect_uri'))
        return send(400, { error: 'invalid_grant' })
      state.redeemed += 1
      return send(200, {
        access_token: 'access',
        token_type: 'Bearer',
        expires_in: 60,
        id_token: await login.idToken(),
      })
    }
    answer().catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    issuer,
    state,
    /** The person logs in there; returns the query with which the browser comes back. */
    logIn(address: string, person: Person, lie: Lie = {}): URLSearchParams {
      const query = new URL(address).searchParams
      const get = (name: string) => query.get(name) ?? ''
      const code = randomUUID()
      codes.set(code, {
        nonce: get('nonce'),
        challenge: get('code_challenge'),
        redirectUri: get('redirect_uri'),
        idToken: () =>
          sign(
            {
              iss: issuer,
              aud: CLIENT_ID,
              iat: seconds(),
              exp: seconds() + 300,
              nonce: get('nonce'),
              ...person,
              ...lie.claims,
            },
            lie,
          ),
      })
      return new URLSearchParams({ code, state: get('state'), iss: issuer })
    },
    logoutToken: (claims: JWTPayload, lie: Lie = {}) =>
      sign(
        {
          iss: issuer,
          aud: CLIENT_ID,
          iat: seconds(),
          exp: seconds() + 120,
          jti: randomUUID(),
          events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
          ...claims,
          ...lie.claims,
        },
        { type: 'logout+jwt', ...lie },
      ),
    async rotateKeys() {
      withdrawn = keys[0]
      keys = [await createKey('RS256')]
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export type FakeProvider = Awaited<ReturnType<typeof startFakeProvider>>

/** The settings of a portal that uses it. */
export const providerSettings = (issuer: string) => ({
  name: 'Contoso',
  issuer,
  clientId: CLIENT_ID,
  clientSecret: CLIENT_SECRET,
  scope: 'openid email',
  acr: ['urn:two'],
  amr: ['mfa'],
  groupsClaim: 'groups',
  groups: [] as { theirs: string; ours: string }[],
})
