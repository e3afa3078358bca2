// The last responses of operations that can be read offline, encrypted with the user's key and deleted at logout.
import { decryptJson, toLocation, encryptJson } from './cipher.ts'
import { inDb } from './db.ts'
import { draftKeyOf, hasDraftKey } from './keys.ts'

const rowId = (ownerUser: string, responseKey: string): string => JSON.stringify([ownerUser, responseKey])

/**
 * Stores a response, replacing the previous response with the same `responseKey` (operation and parameters). Stores
 * nothing without a key, or after a logout has deleted the key.
 */
export async function storeResponse(
  ownerUser: string,
  responseKey: string,
  response: unknown,
  at: number,
): Promise<void> {
  const draftKey = await draftKeyOf(ownerUser)
  if (!draftKey) return
  const id = rowId(ownerUser, responseKey)
  const encrypted = await encryptJson(draftKey, withoutSecrets(response), toLocation('responses', id, at))
  await inDb((db) =>
    db.transaction('rw', db.responses, async () => {
      // The user may have logged out while the response was encrypted.
      if (hasDraftKey(ownerUser)) await db.responses.put({ id, ownerUser, at, response: encrypted })
    }),
  )
}

/** The response with its time (epoch milliseconds). Undefined if it is not stored or cannot be decrypted. */
export async function readStoredResponse(ownerUser: string, responseKey: string) {
  const draftKey = await draftKeyOf(ownerUser)
  if (!draftKey) return undefined
  const id = rowId(ownerUser, responseKey)
  const row = await inDb((db) => db.responses.get(id))
  if (!row.ok || !row.value) return undefined
  const { at } = row.value
  const response = await decryptJson(draftKey, row.value.response, toLocation('responses', id, at))
  return response === undefined ? undefined : { response, at }
}

/** Deletes all stored responses, except those of a user who has logged in meanwhile (`ownerUserToKeep`). */
export async function deleteStoredResponses(ownerUserToKeep?: string): Promise<void> {
  await inDb((db) => db.responses.filter(({ ownerUser }) => ownerUser !== ownerUserToKeep).delete())
}

// The key and the token must never be stored beside the data that they protect, encrypted or not.
const SECRET_FIELDS = new Set(['draftKey', 'token'])

function withoutSecrets(response: unknown): unknown {
  if (typeof response !== 'object' || response === null || Array.isArray(response)) return response
  return Object.fromEntries(Object.entries(response).filter(([name]) => !SECRET_FIELDS.has(name)))
}
