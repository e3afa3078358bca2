// The file format of a backup: a head line that describes it, then the compressed content, encrypted in frames, so that
// changed, missing or reordered frames are detected. The file has its own generated key, stored in it and encrypted
// with the server's data key. So the keys that open the database also open the file, and no one can open the file
// alone.
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import {
  createReadStream,
  createWriteStream,
  existsSync,
  openSync,
  fsyncSync,
  closeSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { Secrets } from '#server/keys/secrets.ts'
import { Refused } from '../command.ts'

/** Unencrypted, at the beginning of the file. */
export interface BackupHead {
  /** The version of the format. */
  readonly backup: 1
  readonly at: string
  /** The newest migration of the database. */
  readonly migration: number
  readonly clients: readonly string[]
  /** Identifies the required keys without revealing anything about them; the mark in base64. */
  readonly keys: { readonly generation: number; readonly mark: string }
  /** The file's own key, encrypted, in base64. */
  readonly key: string
}

const KEY_BYTES = 32
const TAG_BYTES = 16
const FRAME_BYTES = 1 << 20
const LAST = 1
/** Before each frame: its length, and whether it is the last one. */
const PREFIX_BYTES = 5
const LONGEST_HEAD = 1 << 16

export interface EncryptedWriter {
  /** Waits if the disk is slow. */
  readonly write: (bytes: Buffer | string) => Promise<void>
  /** Ends the file, flushes it to disk and renames it to its final name. */
  readonly end: () => Promise<void>
  /** Deletes what was written. */
  readonly drop: () => Promise<void>
}

/** Throws a Refused if the file already exists or cannot be written. */
export function createEncryptedWriter(
  path: string,
  { encrypt, marks }: Pick<Secrets, 'encrypt' | 'marks'>,
  about: Pick<BackupHead, 'at' | 'migration' | 'clients'>,
): EncryptedWriter {
  if (existsSync(path)) throw new Refused(`There is a file ${path} already: choose another name.`)
  const key = randomBytes(KEY_BYTES)
  const encryptedKey = encrypt(key)
  const head: BackupHead = {
    backup: 1,
    ...about,
    keys: { generation: encryptedKey[0] ?? 0, mark: marks.data.toString('base64') },
    key: encryptedKey.toString('base64'),
  }
  const line = Buffer.from(`${JSON.stringify(head)}\n`)
  const draft = `${path}.part`
  rmSync(draft, { force: true })
  const file = createWriteStream(draft, { flags: 'wx', mode: 0o600 })
  const packed = createGzip({ level: 4 })
  const done = pipeline(packed, (chunks: AsyncIterable<Buffer>) => encryptFrames(line, key, chunks), file).catch(
    (error: NodeJS.ErrnoException) => {
      throw new Refused(`${path} cannot be written (${error.code ?? 'unknown'}).`)
    },
  )
  // The next write reports the error.
  done.catch(() => undefined)
  return {
    write: async (bytes) => {
      if (!packed.write(bytes)) await Promise.race([new Promise((resolve) => packed.once('drain', resolve)), done])
    },
    end: async () => {
      packed.end()
      await done
      const written = openSync(draft, 'r')
      fsyncSync(written)
      closeSync(written)
      renameSync(draft, path)
    },
    drop: async () => {
      packed.destroy()
      await done.catch(() => undefined)
      rmSync(draft, { force: true })
    },
  }
}

async function* encryptFrames(head: Buffer, key: Buffer, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield head
  const about = digestOf(head)
  let waiting: Buffer[] = []
  let size = 0
  let number = 0
  const encrypt = (bytes: Buffer, last: number): Buffer => {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number++))
    cipher.setAAD(Buffer.concat([about, Buffer.of(last)]))
    const body = Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
    const prefix = Buffer.alloc(PREFIX_BYTES)
    prefix.writeUInt32BE(body.length)
    prefix[4] = last
    return Buffer.concat([prefix, body])
  }
  for await (const chunk of chunks) {
    waiting.push(chunk)
    size += chunk.length
    if (size < FRAME_BYTES) continue
    yield encrypt(Buffer.concat(waiting), 0)
    waiting = []
    size = 0
  }
  yield encrypt(Buffer.concat(waiting), LAST)
}

/** Frames are numbered and the key is used only for this file, so no nonce is used twice. */
function nonceOf(number: number): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(number, 8)
  return nonce
}

const digestOf = (head: Buffer): Buffer => createHash('sha256').update(head).digest()

/** The head of the file, not verified yet. Throws a Refused if the file is not a backup. */
export async function readBackupHead(path: string): Promise<BackupHead> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new Refused(
      error.code === 'ENOENT' ? `There is no file ${path}.` : `${path} cannot be read (${error.code ?? 'unknown'}).`,
    )
  })
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(LONGEST_HEAD), 0, LONGEST_HEAD, 0)
    const head = lineToHead(buffer.subarray(0, Math.max(buffer.subarray(0, bytesRead).indexOf('\n'), 0)).toString())
    if (!head) throw new Refused(`${path} is not a backup of this product.`)
    return head
  } finally {
    await file.close()
  }
}

function lineToHead(line: string): BackupHead | undefined {
  try {
    const head = JSON.parse(line) as BackupHead
    return head.backup === 1 ? head : undefined
  } catch {
    return undefined
  }
}

/**
 * The content in chunks, each verified before it is returned. Throws a Refused at the first changed chunk, or if the
 * end is missing. `onRead` is called with the number of bytes read from the file.
 */
export async function* readEncrypted(
  path: string,
  head: BackupHead,
  { decrypt }: Pick<Secrets, 'decrypt'>,
  onRead: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  const key = openKey(path, head, decrypt)
  const unpacked = createGunzip({ chunkSize: FRAME_BYTES })
  const reading = pipeline(Readable.from(openFrames(path, key, onRead)), unpacked)
  reading.catch(() => undefined)
  try {
    for await (const chunk of unpacked as AsyncIterable<Buffer>) yield chunk
    await reading
  } catch (error) {
    await finished(unpacked).catch(() => undefined)
    if (error instanceof Refused) throw error
    throw changed(path)
  }
}

function openKey(path: string, head: BackupHead, decrypt: Secrets['decrypt']): Buffer {
  try {
    return decrypt(Buffer.from(head.key, 'base64'))
  } catch {
    throw changed(path)
  }
}

async function* openFrames(path: string, key: Buffer, onRead: (bytes: number) => void): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  let about: Buffer | undefined
  let number = 0
  let isEnded = false
  for await (const chunk of createReadStream(path, { highWaterMark: FRAME_BYTES }) as AsyncIterable<Buffer>) {
    onRead(chunk.length)
    rest = Buffer.concat([rest, chunk])
    if (!about) {
      const end = rest.indexOf('\n') + 1
      about = digestOf(rest.subarray(0, end))
      rest = rest.subarray(end)
    }
    while (!isEnded && rest.length >= PREFIX_BYTES) {
      const end = PREFIX_BYTES + rest.readUInt32BE()
      if (rest.length < end) break
      const last = rest[4] ?? 0
      yield openFrame(path, key, number++, about, last, rest.subarray(PREFIX_BYTES, end))
      isEnded = last === LAST
      rest = rest.subarray(end)
    }
    if (isEnded && rest.length > 0) throw changed(path)
  }
  if (!isEnded) throw new Refused(`${path} was cut: its end is missing. Nothing was restored.`)
}

function openFrame(path: string, key: Buffer, number: number, about: Buffer, last: number, body: Buffer): Buffer {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number), { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.concat([about, Buffer.of(last)]))
    decipher.setAuthTag(body.subarray(body.length - TAG_BYTES))
    return Buffer.concat([decipher.update(body.subarray(0, body.length - TAG_BYTES)), decipher.final()])
  } catch {
    throw changed(path)
  }
}

const changed = (path: string): Refused =>
  new Refused(`${path} was changed or damaged after it was made. Nothing was restored.`)
