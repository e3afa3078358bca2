// Sign-ins by the company's login, from the button until a session starts. Each sign-in is bound to one browser, and
// the provider answers it once. Then the portal gets a ticket, which proves the first factor like a password. Used by
// server/sso and server/access. Rules: docs/rules/single-sign-on.md.
import { createHash, randomBytes } from 'node:crypto'
import { DAY_MS, MINUTE_MS } from '#domain/units.ts'
import type { ProviderClaims } from '../db/access-tables.ts'
import type { Db } from '../operations/context.ts'

/** The time for the login at the provider and the second factor after it, together. */
const LIFETIME_MS = 10 * MINUTE_MS
const SECRET_BYTES = 32
/** The prefix tells a ticket from a password, so no query is needed for that. */
const TICKET_PREFIX = 'provider-ticket.'

/** Why a sign-in by the provider was refused. src/words has a sentence for each. */
export type ProviderRefusal =
  | 'denied'
  | 'failed'
  | 'unreachable'
  | 'noAccount'
  | 'emailNotVerified'
  | 'severalAccounts'
  | 'linkedToAnother'
  | 'noGroup'
  | 'unknownGroup'

export const createSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url')

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

interface StartedLogin {
  readonly issuer: string
  readonly browserKey: string
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  readonly isTest?: boolean
}

export async function storeLogin(db: Db, login: StartedLogin, now: number): Promise<void> {
  const { issuer, browserKey, state, nonce, verifier, isTest = false } = login
  await db
    .insertInto('provider_login')
    .values({
      state_hash: hashOf(state),
      browser_hash: hashOf(browserKey),
      issuer,
      nonce,
      verifier,
      is_test: isTest,
      started_at: new Date(now),
      expires_at: new Date(now + LIFETIME_MS),
    })
    .execute()
}

interface ReturnedResponse {
  readonly issuer: string
  readonly browserKey: string
  readonly state: string
}

/**
 * Finds the sign-in to which a response of the provider belongs, and marks the sign-in as answered. Undefined for a
 * second response with the same state, and for a response to the sign-in of another browser. Until `storeResult`, the
 * sign-in counts as failed.
 */
export async function takeLogin(db: Db, { issuer, browserKey, state }: ReturnedResponse, now: number) {
  return db
    .updateTable('provider_login')
    .set({ answered_at: new Date(now), refusal: 'failed' })
    .where('state_hash', '=', hashOf(state))
    .where('browser_hash', '=', hashOf(browserKey))
    .where('issuer', '=', issuer)
    .where('answered_at', 'is', null)
    .where('expires_at', '>', new Date(now))
    .returning(['state_hash', 'nonce', 'verifier', 'is_test'])
    .executeTakeFirst()
}

/** Identifies a stored sign-in. */
type LoginKey = Pick<TicketLogin, 'state_hash'>

interface LoginResult {
  readonly refusal: ProviderRefusal | null
  readonly user_id?: number
  readonly is_first?: boolean
  readonly has_factor?: boolean
  readonly provider_sid?: string | null
  readonly id_token?: string
}

export async function storeResult(
  db: Db,
  login: LoginKey,
  result: LoginResult,
  claims: ProviderClaims | undefined,
): Promise<void> {
  await db
    .updateTable('provider_login')
    .set({ ...result, ...(claims && { claims: JSON.stringify(claims) }) })
    .where('state_hash', '=', login.state_hash)
    .execute()
}

/** The newest answered sign-in of the browser, with its user. Test logins are left out. */
export async function findAnsweredLogin(db: Db, browserKey: string, now: number) {
  return db
    .selectFrom('provider_login as p')
    .leftJoin('user_account as u', 'u.id', 'p.user_id')
    .select(['p.state_hash', 'p.refusal', 'p.claims', 'p.is_first', 'p.user_id', 'u.username', 'u.owner_id'])
    .where('p.browser_hash', '=', hashOf(browserKey))
    .where('p.answered_at', 'is not', null)
    .where('p.is_test', '=', false)
    .where('p.expires_at', '>', new Date(now))
    .orderBy('p.answered_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/**
 * Creates a ticket for the sign-in. If the browser asks again, the response with the first ticket was lost. The new
 * ticket replaces it.
 */
export async function createTicket(db: Db, login: LoginKey) {
  const ticket = TICKET_PREFIX + createSecret()
  await db
    .updateTable('provider_login')
    .set({ ticket_hash: hashOf(ticket) })
    .where('state_hash', '=', login.state_hash)
    .execute()
  return ticket
}

export const isTicket = (password: string): boolean => password.startsWith(TICKET_PREFIX)

/** The sign-in of a valid ticket. */
export interface TicketLogin {
  readonly state_hash: Buffer
  readonly user_id: number | null
  readonly issuer: string
  readonly has_factor: boolean
  readonly provider_sid: string | null
  readonly id_token: string | null
}

/** The sign-in of the ticket. Undefined if it belongs to another browser or has ended. */
export async function findTicket(
  db: Db,
  { browserKey, ticket }: { readonly browserKey: string; readonly ticket: string },
  now: number,
): Promise<TicketLogin | undefined> {
  return db
    .selectFrom('provider_login')
    .select(['state_hash', 'user_id', 'issuer', 'has_factor', 'provider_sid', 'id_token'])
    .where('ticket_hash', '=', hashOf(ticket))
    .where('browser_hash', '=', hashOf(browserKey))
    .where('expires_at', '>', new Date(now))
    .executeTakeFirst()
}

/**
 * Uses the ticket up. Returns false if another call has used the ticket in the meantime. Deletes the ID token, because
 * the session stores it from now on.
 */
export async function redeemTicket(db: Db, login: LoginKey, now: number): Promise<boolean> {
  const rows = await db
    .updateTable('provider_login')
    .set({ ticket_hash: null, id_token: null, expires_at: new Date(now) })
    .where('state_hash', '=', login.state_hash)
    .where('ticket_hash', 'is not', null)
    .returning('state_hash')
    .execute()
  return rows.length > 0
}

/** Ends the user's sign-ins that have no session yet. */
export async function invalidateTickets(db: Db, userId: number, now: number): Promise<void> {
  await db
    .updateTable('provider_login')
    .set({ ticket_hash: null, id_token: null, expires_at: new Date(now) })
    .where('user_id', '=', userId)
    .where('expires_at', '>', new Date(now))
    .execute()
}

/** Deletes sign-ins a day after they began, and logout messages that have expired. */
export async function deleteOldProviderRows(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('provider_login')
    .where('started_at', '<', new Date(now - DAY_MS))
    .execute()
  await db.deleteFrom('provider_logout').where('expires_at', '<', new Date(now)).execute()
}
