// Makes and finds the keys of machine users, which call /v1. A key is shown once and stored as its SHA-256 hash. Rules:
// docs/rules/machine-users.md.
import { createHash, randomBytes } from 'node:crypto'
import { BlockList, isIPv4, isIPv6 } from 'node:net'
import type { Client } from '#brand/client.ts'
import { KEY_PREFIX, machineScopeNames, type MachineScope, SANDBOX_KEY_PREFIX } from '#domain/access/machine-users.ts'
import { MINUTE_MS } from '#domain/units.ts'
import type { Db, Services, Viewer } from '../operations/context.ts'
import { textsToPermissions } from './sessions.ts'

const KEY_BYTES = 20
/** Crockford's alphabet in lower case: 32 characters of five bits each. No character looks like another character. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const AFTER_PREFIX = /^[0-9a-z]{32}$/
/** The number of characters of a key that are stored and shown, so that people can tell keys apart. */
const START_LENGTH = KEY_PREFIX.length + 4
/** The last use is stored at most this often, so that not every call causes a write. */
const USE_STEP_MS = MINUTE_MS

export interface NewKey {
  readonly key: string
  readonly start: string
  readonly hash: Buffer
}

/** The beginning of this portal's keys. Keys of a sandbox begin differently. */
export const keyPrefixOf = ({ isSandbox = false }: Client): string => (isSandbox ? SANDBOX_KEY_PREFIX : KEY_PREFIX)

export function createKey(client: Client): NewKey {
  // 160 random bits as text, and a letter for each group of five.
  const bits = Array.from(randomBytes(KEY_BYTES), (byte) => byte.toString(2).padStart(8, '0')).join('')
  const letters = (bits.match(/.{5}/g) ?? []).map((group) => ALPHABET[Number.parseInt(group, 2)]).join('')
  const key = keyPrefixOf(client) + letters
  return { key, start: key.slice(0, START_LENGTH), hash: hashOf(key) }
}

const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest()

/** A machine user as the caller of an operation. */
export interface MachineViewer extends Viewer {
  readonly scopes: readonly MachineScope[]
  readonly callsPerMinute: number
}

/**
 * Returns the machine user of a key, and stores the use of the key. Undefined if the key does not exist or must not be
 * used any more. 'otherAddress' if the key is not accepted from this address.
 */
export async function authenticateMachineKey(
  db: Db,
  { client, now }: Pick<Services, 'client' | 'now'>,
  { key, address }: { readonly key: string; readonly address: string },
): Promise<MachineViewer | 'otherAddress' | undefined> {
  const prefix = keyPrefixOf(client)
  if (!key.startsWith(prefix) || !AFTER_PREFIX.test(key.slice(prefix.length))) return undefined
  const at = new Date(now())
  const row = await db
    .selectFrom('machine_user as k')
    .innerJoin('user_account as u', 'u.id', 'k.id')
    .select(['u.id', 'u.owner_id', 'u.username', 'u.firstname', 'u.lastname', 'u.campaign_ids'])
    .select(['k.scopes', 'k.addresses', 'k.calls_per_minute', 'k.last_used_at', 'k.last_used_from'])
    .where('k.key_hash', '=', hashOf(key))
    .where('k.confirmed_at', 'is not', null)
    .where('k.ends_at', '>', at)
    .where('u.owner_id', '=', client.ownerId)
    .where('u.deleted_at', 'is', null)
    .where('u.locked_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  if (!isAddressIn(row.addresses, address)) return 'otherAddress'
  const msSinceLastUse = row.last_used_at === null ? Infinity : at.getTime() - row.last_used_at.getTime()
  const wasUseJustStored = msSinceLastUse < USE_STEP_MS && row.last_used_from === address
  if (!wasUseJustStored)
    await db
      .updateTable('machine_user')
      .set({ last_used_at: at, last_used_from: address, unused_since: at, warned_at: null })
      .where('id', '=', row.id)
      .execute()
  const scopes = machineScopeNames.filter((scope) => row.scopes.includes(scope))
  return {
    userId: row.id,
    ownerId: row.owner_id,
    campaignIds: row.campaign_ids ?? undefined,
    username: row.username,
    firstname: row.firstname,
    lastname: row.lastname,
    // A machine user has no session.
    sessionId: '',
    permissions: textsToPermissions(scopes),
    scopes,
    callsPerMinute: row.calls_per_minute,
  }
}

/** True if the address is in one of the networks, or if there are no networks. Addresses are not compared as texts. */
export function isAddressIn(networks: readonly string[], address: string): boolean {
  if (networks.length === 0) return true
  const family = familyOf(address)
  if (family === undefined) return false
  const list = new BlockList()
  for (const network of networks) {
    const parts = splitNetwork(network)
    if (parts) list.addSubnet(parts.address, parts.prefix, parts.family)
  }
  return list.check(address, family)
}

/** Undefined for a text that is no address, and for an address with a zone ('fe80::1%eth0'). */
const familyOf = (address: string): 'ipv4' | 'ipv6' | undefined => {
  if (isIPv4(address)) return 'ipv4'
  return isIPv6(address) && !address.includes('%') ? 'ipv6' : undefined
}

const ADDRESS_BITS = { ipv4: 32, ipv6: 128 } as const

/** Splits '10.1.0.0/16'. An address without a prefix is a network of one address. Undefined for any other text. */
export function splitNetwork(text: string) {
  const [address = '', prefixText, ...rest] = text.split('/')
  const family = familyOf(address)
  if (!family || rest.length > 0) return undefined
  if (prefixText !== undefined && !/^(?:0|[1-9][0-9]{0,2})$/.test(prefixText)) return undefined
  const prefix = prefixText === undefined ? ADDRESS_BITS[family] : Number(prefixText)
  return prefix <= ADDRESS_BITS[family] ? { address, prefix, family } : undefined
}
