// The file format of a backup: a head line that describes it, then the compressed content, encrypted in frames, so that
// changed, missing or reordered frames are detected. The file has its own generated key, stored in it and encrypted with
// the server's data key. So the keys that open the database also open the file, and without them no one can open it.
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
import { CommandError } from '../command.ts'

/** The description of a backup, unencrypted at the beginning of the file. */
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
/** The mark of the last frame; all other frames have the mark 0. */
const LAST_FRAME_MARK = 1
/** The bytes of the prefix of each frame: four for the length of the frame, and one for its mark. */
const PREFIX_BYTES = 5
const MAX_HEAD_BYTES = 1 << 16

export interface EncryptedWriter {
  /** Waits if the disk is slow. */
  readonly write: (bytes: Buffer | string) => Promise<void>
  /** Ends the file, flushes it to disk and renames it to its final name. */
  readonly end: () => Promise<void>
  /** Deletes what was written. */
  readonly discard: () => Promise<void>
}

/** Throws a CommandError if the file already exists or cannot be written. */
export function createEncryptedWriter(
  path: string,
  { encrypt, marks }: Pick<Secrets, 'encrypt' | 'marks'>,
  description: Pick<BackupHead, 'at' | 'migration' | 'clients'>,
): EncryptedWriter {
  if (existsSync(path)) throw new CommandError(`There is a file ${path} already: choose another name.`)
  const key = randomBytes(KEY_BYTES)
  const encryptedKey = encrypt(key)
  const head: BackupHead = {
    backup: 1,
    ...description,
    // The first byte of everything encrypted is the generation of its keys.
    keys: { generation: encryptedKey[0] ?? 0, mark: marks.data.toString('base64') },
    key: encryptedKey.toString('base64'),
  }
  const headLine = Buffer.from(`${JSON.stringify(head)}\n`)
  const temporaryPath = `${path}.part`
  rmSync(temporaryPath, { force: true })
  const file = createWriteStream(temporaryPath, { flags: 'wx', mode: 0o600 })
  const compressor = createGzip({ level: 4 })
  const completion = pipeline(
    compressor,
    (chunks: AsyncIterable<Buffer>) => encryptFrames(headLine, key, chunks),
    file,
  ).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`${path} cannot be written (${error.code ?? 'unknown'}).`)
  })
  // The next write reports the error.
  completion.catch(() => undefined)
  return {
    write: async (bytes) => {
      if (!compressor.write(bytes))
        await Promise.race([new Promise((resolve) => compressor.once('drain', resolve)), completion])
    },
    end: async () => {
      compressor.end()
      await completion
      const descriptor = openSync(temporaryPath, 'r')
      fsyncSync(descriptor)
      closeSync(descriptor)
      renameSync(temporaryPath, path)
    },
    discard: async () => {
      compressor.destroy()
      await completion.catch(() => undefined)
      rmSync(temporaryPath, { force: true })
    },
  }
}

async function* encryptFrames(head: Buffer, key: Buffer, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield head
  const headDigest = hashHead(head)
  let waitingChunks: Buffer[] = []
  let size = 0
  let frameNumber = 0
  const encrypt = (bytes: Buffer, mark: number): Buffer => {
    const cipher = createCipheriv('aes-256-gcm', key, numberToNonce(frameNumber++))
    cipher.setAAD(Buffer.concat([headDigest, Buffer.of(mark)]))
    const body = Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
    const prefix = Buffer.alloc(PREFIX_BYTES)
    prefix.writeUInt32BE(body.length)
    prefix[4] = mark
    return Buffer.concat([prefix, body])
  }
  for await (const chunk of chunks) {
    waitingChunks.push(chunk)
    size += chunk.length
    if (size < FRAME_BYTES) continue
    yield encrypt(Buffer.concat(waitingChunks), 0)
    waitingChunks = []
    size = 0
  }
  yield encrypt(Buffer.concat(waitingChunks), LAST_FRAME_MARK)
}

/** Frames are numbered and the key is used only for this file, so no nonce is used twice. */
function numberToNonce(frameNumber: number): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(frameNumber, 8)
  return nonce
}

const hashHead = (head: Buffer): Buffer => createHash('sha256').update(head).digest()

/** Reads the head of the file without verifying it. Throws a CommandError if the file is not a backup. */
export async function readBackupHead(path: string): Promise<BackupHead> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(
      error.code === 'ENOENT' ? `There is no file ${path}.` : `${path} cannot be read (${error.code ?? 'unknown'}).`,
    )
  })
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_HEAD_BYTES), 0, MAX_HEAD_BYTES, 0)
    const head = lineToHead(buffer.subarray(0, Math.max(buffer.subarray(0, bytesRead).indexOf('\n'), 0)).toString())
    if (!head) throw new CommandError(`${path} is not a backup of this product.`)
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
 * Yields the content in chunks, each verified before it is returned. Throws a CommandError at the first changed chunk, or
 * if the end is missing. `onRead` is called with the number of bytes read from the file.
 */
export async function* readEncrypted(
  path: string,
  head: BackupHead,
  { decrypt }: Pick<Secrets, 'decrypt'>,
  onRead: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  const key = decryptKey(path, head, decrypt)
  const decompressed = createGunzip({ chunkSize: FRAME_BYTES })
  const decompression = pipeline(Readable.from(decryptFrames(path, key, onRead)), decompressed)
  decompression.catch(() => undefined)
  try {
    for await (const chunk of decompressed as AsyncIterable<Buffer>) yield chunk
    await decompression
  } catch (error) {
    await finished(decompressed).catch(() => undefined)
    if (error instanceof CommandError) throw error
    throw changedFileError(path)
  }
}

function decryptKey(path: string, head: BackupHead, decrypt: Secrets['decrypt']): Buffer {
  try {
    return decrypt(Buffer.from(head.key, 'base64'))
  } catch {
    throw changedFileError(path)
  }
}

async function* decryptFrames(path: string, key: Buffer, onRead: (bytes: number) => void): AsyncGenerator<Buffer> {
  let buffered: Buffer = Buffer.alloc(0)
  let headDigest: Buffer | undefined
  let frameNumber = 0
  let isEnded = false
  for await (const chunk of createReadStream(path, { highWaterMark: FRAME_BYTES }) as AsyncIterable<Buffer>) {
    onRead(chunk.length)
    buffered = Buffer.concat([buffered, chunk])
    if (!headDigest) {
      const end = buffered.indexOf('\n') + 1
      headDigest = hashHead(buffered.subarray(0, end))
      buffered = buffered.subarray(end)
    }
    while (!isEnded && buffered.length >= PREFIX_BYTES) {
      const end = PREFIX_BYTES + buffered.readUInt32BE()
      if (buffered.length < end) break
      const mark = buffered[4] ?? 0
      yield decryptFrame(path, key, frameNumber++, headDigest, mark, buffered.subarray(PREFIX_BYTES, end))
      isEnded = mark === LAST_FRAME_MARK
      buffered = buffered.subarray(end)
    }
    if (isEnded && buffered.length > 0) throw changedFileError(path)
  }
  if (!isEnded) throw new CommandError(`${path} was cut: its end is missing. Nothing was restored.`)
}

function decryptFrame(
  path: string,
  key: Buffer,
  frameNumber: number,
  headDigest: Buffer,
  mark: number,
  body: Buffer,
): Buffer {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, numberToNonce(frameNumber), { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.concat([headDigest, Buffer.of(mark)]))
    decipher.setAuthTag(body.subarray(body.length - TAG_BYTES))
    return Buffer.concat([decipher.update(body.subarray(0, body.length - TAG_BYTES)), decipher.final()])
  } catch {
    throw changedFileError(path)
  }
}

const changedFileError = (path: string): CommandError =>
  new CommandError(`${path} was changed or damaged after it was made. Nothing was restored.`)
