// The keys as files: one per key, in a folder separate from the database, readable by the server only, never in a log
// or an answer. The first generation's are token.key, data.key …, later ones' token.2.key and so on, so that two
// generations can exist while one replaces the other.
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
import { KEY_BYTES, type KeyName, keyNames, type KeySet } from './secrets.ts'
import { StartError } from '../config/settings.ts'

/**
 * What to do about missing keys: create and store them, create them for this process only, or refuse. 'refuse' creates
 * the token key only, which decrypts nothing that is stored (a new one ends the sessions); 'look' refuses and changes
 * nothing.
 */
export type Missing = 'make' | 'pretend' | 'refuse' | 'look'

const BACKUP = 'put its backup back. Without it stored card numbers cannot be read.'

/**
 * Reads the keys of a generation. Throws a StartError if one is missing and must not be created, is damaged, or can be
 * read by others.
 */
export function readKeys(folder: string, generation: number, missing: Missing): KeySet {
  const key = (name: KeyName): Buffer => {
    const file = fileOf(folder, name, generation)
    if (exists(file)) return readKey(file)
    const isRefused = name !== 'token' && (missing === 'refuse' || missing === 'look')
    if (isRefused) throw new StartError(`The key ${file} is missing: ${BACKUP}`)
    if (missing === 'pretend' || missing === 'look') return randomBytes(KEY_BYTES)
    makePrivate(folder)
    makeKey(file)
    return readKey(file)
  }
  // The token key last: it is not created if another key is refused.
  return { generation, data: key('data'), index: key('index'), draft: key('draft'), token: key('token') }
}

/** True if any key of the generation exists. */
export const hasKeys = (folder: string, generation: number): boolean =>
  keyNames.some((name) => exists(fileOf(folder, name, generation)))

/** Generations with any key, other than that one. */
export function otherGenerations(folder: string, generation: number): readonly number[] {
  const names = exists(folder) ? readdirSync(folder) : []
  const all = names.flatMap((name) => {
    const match = /^(token|data|index|draft)(?:\.([0-9]+))?\.key$/.exec(name)
    return match ? [Number(match[2] ?? 1)] : []
  })
  return [...new Set(all)].filter((one) => one !== generation).sort((a, b) => a - b)
}

export function removeKeys(folder: string, generation: number): void {
  for (const name of keyNames) rmSync(fileOf(folder, name, generation), { force: true })
}

const fileOf = (folder: string, name: KeyName, generation: number): string =>
  join(folder, generation === 1 ? `${name}.key` : `${name}.${generation}.key`)

function makePrivate(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    chmodSync(folder, 0o700)
  } catch {
    throw new StartError(
      `The folder ${folder} cannot be used for keys: give the server one of its own, by SECRETS_DIR.`,
    )
  }
}

/**
 * Written under another name and linked into place: if two servers start at the same time one wins, and none reads half
 * a key.
 */
function makeKey(file: string): void {
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  try {
    writeToDisk(draft, `${randomBytes(KEY_BYTES).toString('base64')}\n`)
    try {
      linkSync(draft, file)
    } catch (error) {
      if (!exists(file)) throw error
    } finally {
      rmSync(draft, { force: true })
    }
  } catch {
    throw new StartError(`The key ${file} could not be written: give the server a folder it may write, by SECRETS_DIR.`)
  }
}

/** A key in use must survive a power cut. */
function writeToDisk(file: string, text: string): void {
  const open = openSync(file, 'wx', 0o600)
  try {
    writeFileSync(open, text)
    fsyncSync(open)
  } finally {
    closeSync(open)
  }
}

function readKey(file: string): Buffer {
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
    throw new StartError(`The key ${file} can be read by others: run chmod 600 on it.`)
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64')
  if (key.length !== KEY_BYTES) throw new StartError(`The key ${file} is damaged: ${BACKUP}`)
  return key
}

const exists = (file: string): boolean => statSync(file, { throwIfNoEntry: false }) !== undefined
