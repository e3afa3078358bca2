// A passkey with the PRF extension opens the drafts of a portal that was opened offline; nothing stored opens them alone.
import { createHmac, randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DAY_MS } from '#domain/units.ts'
import { turnOffOfflineUnlock, turnOnOfflineUnlock, unlockDrafts } from '#flows/access/offline-unlock.ts'
import { ownerUserOf, type Session, sessionStore } from '#services/session/session.ts'
import { expectedKeys } from '#storage/expected-keys.ts'
import {
  destroyDraftKeys,
  draftKeyOf,
  isDraftKeyMissing,
  reportDraftKeyUnavailable,
  storeDraftKey,
} from '#storage/keys.ts'
import { OFFLINE_UNLOCK_DAYS, readOfflineUnlock, renewOfflineUnlock } from '#storage/offline-unlock.ts'
import { withStubServer } from '#tests/support/stub-server.ts'

const session: Session = {
  token: 'token-1',
  user: { userId: '7', username: 'olive', firstname: 'Olive', lastname: 'Tan', email: 'olive@example.test' },
  permissions: {},
}
const ownerUser = ownerUserOf(session)
const draftKey = Buffer.alloc(32, 7).toString('base64')
const server = withStubServer()

/** An authenticator that computes an HMAC of the salt with a secret that never leaves it. */
function createAuthenticator({ hasPrf = true } = {}) {
  const secrets = new Map<string, Buffer>()
  const answer = (id: Buffer, prf: object) => ({
    rawId: new Uint8Array(id).buffer,
    getClientExtensionResults: () => (hasPrf ? { prf } : {}),
  })
  return {
    isRefused: false,
    create() {
      const id = randomBytes(16)
      secrets.set(id.toString('hex'), randomBytes(32))
      return Promise.resolve(answer(id, { enabled: true }))
    },
    get({ publicKey }: { publicKey: PublicKeyCredentialRequestOptions }) {
      const id = Buffer.from(publicKey.allowCredentials?.[0]?.id as Uint8Array)
      const secret = secrets.get(id.toString('hex'))
      expect(publicKey.userVerification).toBe('required')
      if (this.isRefused || !secret) return Promise.reject(new DOMException('cancelled', 'NotAllowedError'))
      const salt = publicKey.extensions?.prf?.eval?.first as Uint8Array
      const first = new Uint8Array(createHmac('sha256', secret).update(salt).digest()).buffer
      return Promise.resolve(answer(id, { results: { first } }))
    },
  }
}
const use = (authenticator: ReturnType<typeof createAuthenticator>) =>
  Object.defineProperty(navigator, 'credentials', { value: authenticator, configurable: true })

/** The portal after a restart without a connection: no page has the key, and the server does not answer. */
async function restartOffline() {
  await storeDraftKey(ownerUser, draftKey)
  destroyDraftKeys()
  expectedKeys.add(ownerUser)
  const key = draftKeyOf(ownerUser)
  reportDraftKeyUnavailable(ownerUser)
  expect(await key).toBeUndefined()
  expect(isDraftKeyMissing(ownerUser)).toBe(true)
}

beforeEach(() => {
  localStorage.clear()
  sessionStore.set(session)
  const { user, permissions } = session
  server.respondJson({ resultCode: '0', user, permissions, draftKey })
})
afterEach(() => vi.useRealTimers())

test('drafts are opened by the passkey after a restart without a connection', async () => {
  use(createAuthenticator())
  expect(await turnOnOfflineUnlock()).toBeUndefined()
  const stored = Object.values(localStorage).join()
  await expect.poll(() => stored).not.toContain(draftKey)
  await restartOffline()
  expect(await unlockDrafts()).toBeUndefined()
  expect(isDraftKeyMissing(ownerUser)).toBe(false)
  const key = await draftKeyOf(ownerUser)
  const iv = new Uint8Array(12)
  const plain = new TextEncoder().encode('draft')
  const cipher = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key as CryptoKey, plain)
  // The same key as the server's.
  const serverKey = await crypto.subtle.importKey('raw', Buffer.from(draftKey, 'base64'), 'AES-GCM', false, ['decrypt'])
  const read = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, serverKey, cipher)
  expect(Buffer.from(read).toString()).toBe('draft')
})

test('another passkey, a cancelled one, another user or a switched off unlock open nothing', async () => {
  const authenticator = createAuthenticator()
  use(authenticator)
  expect(await turnOnOfflineUnlock()).toBeUndefined()
  await restartOffline()
  authenticator.isRefused = true
  expect(await unlockDrafts()).toBe('The passkey did not open the drafts. They stay as they are.')
  use(createAuthenticator())
  expect(await unlockDrafts()).toBe('The passkey did not open the drafts. They stay as they are.')
  use(authenticator)
  authenticator.isRefused = false
  sessionStore.set({ ...session, user: { ...session.user, userId: '8' } })
  expect(await unlockDrafts()).toContain('cannot open drafts offline')
  sessionStore.set(session)
  turnOffOfflineUnlock()
  expect(await unlockDrafts()).toContain('cannot open drafts offline')
  expect(isDraftKeyMissing(ownerUser)).toBe(true)
})

test('it expires some days after the server has last confirmed the user', async () => {
  use(createAuthenticator())
  expect(await turnOnOfflineUnlock()).toBeUndefined()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + (OFFLINE_UNLOCK_DAYS - 1) * DAY_MS })
  expect(readOfflineUnlock(ownerUser)).toBeDefined()
  renewOfflineUnlock(ownerUser)
  vi.setSystemTime(Date.now() + (OFFLINE_UNLOCK_DAYS - 1) * DAY_MS)
  expect(readOfflineUnlock(ownerUser)).toBeDefined()
  vi.setSystemTime(Date.now() + 2 * DAY_MS)
  expect(readOfflineUnlock(ownerUser)).toBeUndefined()
  expect(await unlockDrafts()).toContain('cannot open drafts offline')
})

test('a browser or passkey without PRF changes nothing', async () => {
  use(createAuthenticator({ hasPrf: false }))
  expect(await turnOnOfflineUnlock()).toContain('Nothing was changed')
  expect(readOfflineUnlock(ownerUser)).toBeUndefined()
})
