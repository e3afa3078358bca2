// Reads and creates the key files. There is one file per key, in a folder separate from the database, readable only by
// the server. Files of the first generation are named token.key, data.key and so on. Those of the second are named
// token.2.key and so on, so that two generations can exist during a rotation.
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { FIRST_GENERATION, KEY_BYTES, type KeyName, keyNames, type KeySet } from './secrets.ts'
import { StartError } from '../config/settings.ts'

/**
 * What to do with missing keys:
 *
 * - createAll: create every missing key, and write it to disk
 * - createAllInMemory: create every missing key for this process only
 * - createToken: create only the token key and write it to disk, throw for another key
 * - createTokenInMemory: create only the token key for this process, throw for another key
 *
 * The token key is replaceable, because no stored data is encrypted with it. A new token key only ends the sessions.
 */
export type IfMissing = 'createAll' | 'createAllInMemory' | 'createToken' | 'createTokenInMemory'

const RESTORE_HINT = 'restore it from the backup. Without it, stored card numbers cannot be read.'

/**
 * Reads the keys of a generation. Throws a StartError if a key is damaged, can be read by others, or is missing and must
 * not be created.
 */
export function readKeys(folder: string, generation: number, ifMissing: IfMissing): KeySet {
  const readOrCreate = (name: KeyName): Buffer => {
    const file = keyPath(folder, name, generation)
    if (exists(file)) return readKey(file)
    const canCreateAll = ifMissing === 'createAll' || ifMissing === 'createAllInMemory'
    if (name !== 'token' && !canCreateAll) throw new StartError(`The key ${file} is missing: ${RESTORE_HINT}`)
    const staysInMemory = ifMissing === 'createAllInMemory' || ifMissing === 'createTokenInMemory'
    if (staysInMemory) return randomBytes(KEY_BYTES)
    createPrivateFolder(folder)
    createKeyFile(file)
    return readKey(file)
  }
  // The token key comes last, so that it is not created if another key is missing.
  return {
    generation,
    data: readOrCreate('data'),
    index: readOrCreate('index'),
    draft: readOrCreate('draft'),
    token: readOrCreate('token'),
  }
}

/**
 * Creates the next generation with the same index and token keys. Existing files stay, for example those that were
 * copied from another server.
 */
export function createNextEncryptionKeys(folder: string, current: KeySet): KeySet {
  const generation = current.generation + 1
  for (const name of ['index', 'token'] as const) {
    const file = keyPath(folder, name, generation)
    if (!exists(file)) createKeyFile(file, current[name])
  }
  return readKeys(folder, generation, 'createAll')
}

/** True if any key of the generation exists. */
export const hasKeys = (folder: string, generation: number): boolean =>
  keyNames.some((name) => exists(keyPath(folder, name, generation)))

/** The other generations that have a key file, in ascending order. */
export function otherGenerations(folder: string, generation: number): readonly number[] {
  const fileNames = exists(folder) ? readdirSync(folder) : []
  const others = new Set<number>()
  for (const fileName of fileNames) {
    const match = KEY_FILE_NAME.exec(fileName)
    if (match) others.add(Number(match.groups?.['generation'] ?? FIRST_GENERATION))
  }
  others.delete(generation)
  return [...others].sort((a, b) => a - b)
}

/** 'data.key' of the first generation, 'data.2.key' of the second */
const KEY_FILE_NAME = new RegExp(String.raw`^(?:${keyNames.join('|')})(?:\.(?<generation>[0-9]+))?\.key$`)

export function removeKeys(folder: string, generation: number): void {
  for (const name of keyNames) rmSync(keyPath(folder, name, generation), { force: true })
}

const keyPath = (folder: string, name: KeyName, generation: number): string =>
  join(folder, generation === FIRST_GENERATION ? `${name}.key` : `${name}.${generation}.key`)

function createPrivateFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    chmodSync(folder, 0o700)
  } catch {
    throw new StartError(
      `The folder ${folder} cannot be used for keys: set SECRETS_DIR to a folder that only the server uses.`,
    )
  }
}

/**
 * Writes a temporary file, then hard-links it under the final name. If two servers start at the same time, the first
 * server wins, and neither reads an incomplete key.
 */
function createKeyFile(file: string, key: Buffer = randomBytes(KEY_BYTES)): void {
  const temporaryFile = `${file}.${randomBytes(6).toString('hex')}`
  try {
    writeToDisk(temporaryFile, `${key.toString('base64')}\n`)
    try {
      linkSync(temporaryFile, file)
    } catch (error) {
      if (!exists(file)) throw error
    } finally {
      rmSync(temporaryFile, { force: true })
    }
  } catch {
    throw new StartError(`The key ${file} could not be written: set SECRETS_DIR to a folder that the server can write.`)
  }
}

/** Writes to disk, since a key in use must survive a power cut. */
function writeToDisk(file: string, text: string): void {
  const descriptor = openSync(file, 'wx', 0o600)
  try {
    writeFileSync(descriptor, text)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

function readKey(file: string): Buffer {
  // Windows has no such modes.
  const isOpenToOthers = process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0
  if (isOpenToOthers) throw new StartError(`The key ${file} can be read by others: run chmod 600 on it.`)
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64')
  if (key.length !== KEY_BYTES) throw new StartError(`The key ${file} is damaged: ${RESTORE_HINT}`)
  return key
}

const exists = (file: string): boolean => statSync(file, { throwIfNoEntry: false }) !== undefined
