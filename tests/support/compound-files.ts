// Creates compound files (OLE): encrypted workbooks (an xlsx with ECMA-376 "standard encryption" and AES-128, an xls with
// a FILEPASS record), and xls files with changed records.
import { createCipheriv, createHash, randomBytes } from 'node:crypto'
import * as XLSX from 'xlsx'
import { workbook } from '#tests/support/files.ts'

/** SheetJS's access to compound files, which its types do not describe. */
interface CompoundFormat<File> {
  read(bytes: Buffer, options: { type: 'buffer' }): File
  write(file: File, options: { type: 'buffer' }): Uint8Array
  find(file: File, name: string): { content: Uint8Array } | null
  utils: { cfb_new(): File; cfb_add(file: File, path: string, content: Buffer): void }
}
const compoundFormat = XLSX.CFB as CompoundFormat<object>

/** The rounds of hashing from password to key, set by the standard. */
const KEY_ROUNDS = 50_000

export function encryptedXlsx(password = 'secret'): Uint8Array<ArrayBuffer> {
  const salt = randomBytes(16)
  const key = passwordToKey(password, salt)
  const plain = Buffer.from(workbook([['9000010000000017', 10]]))
  const verifier = randomBytes(16)
  const hash = createHash('sha1').update(verifier).digest()
  const provider = Buffer.from('Microsoft Enhanced RSA and AES Cryptographic Provider\0', 'utf16le')
  // Flags (CryptoAPI and AES), AES-128, SHA-1, the key's bits, and the provider's type.
  const header = Buffer.concat([uint32s(0x24, 0, 0x660e, 0x8004, 128, 0x18, 0, 0), provider])
  // Version 4.2, flags, header, salt, and the encrypted verifier and its hash, each after its length.
  const info = Buffer.concat([
    Buffer.from([4, 0, 2, 0]),
    uint32s(0x24, header.length),
    header,
    uint32s(16),
    salt,
    encrypt(key, verifier),
    uint32s(20),
    encrypt(key, Buffer.concat([hash, Buffer.alloc(12)])),
  ])
  const size = Buffer.alloc(8)
  size.writeBigUInt64LE(BigInt(plain.length))
  const padded = Buffer.concat([plain, Buffer.alloc((16 - (plain.length % 16)) % 16)])
  return createCompoundFile({ EncryptionInfo: info, EncryptedPackage: Buffer.concat([size, encrypt(key, padded)]) })
}

/** An xls whose workbook stream has an RC4 FILEPASS record after its first record, followed by scrambled bytes. */
export function encryptedXls(): Uint8Array<ArrayBuffer> {
  const file = compoundFormat.read(Buffer.from(workbook([['9000010000000017', 10]], { bookType: 'biff8' })), {
    type: 'buffer',
  })
  const stream = Buffer.from(compoundFormat.find(file, 'Workbook')?.content ?? [])
  const firstRecordEnd = 4 + stream.readUInt16LE(2)
  // Type 0x2f, 54 bytes long: RC4 in version 1.1, then salt and verifier.
  const filePass = Buffer.concat([Buffer.from([0x2f, 0, 54, 0, 1, 0, 1, 0, 1, 0]), randomBytes(48)])
  const scrambled = stream.subarray(firstRecordEnd).map((byte) => byte ^ 0x5a)
  return createCompoundFile({ Workbook: Buffer.concat([stream.subarray(0, firstRecordEnd), filePass, scrambled]) })
}

/** A compound file of these streams. */
export function createCompoundFile(streams: Record<string, Buffer>): Uint8Array<ArrayBuffer> {
  const file = compoundFormat.utils.cfb_new()
  for (const [name, content] of Object.entries(streams)) compoundFormat.utils.cfb_add(file, `/${name}`, content)
  return Uint8Array.from(compoundFormat.write(file, { type: 'buffer' }))
}

/** The records of an xls's workbook stream; `recordsToXls` makes an xls of them again. */
export function xlsToRecords(xls: ArrayBuffer): { type: number; data: Buffer }[] {
  const stream = Buffer.from(
    compoundFormat.find(compoundFormat.read(Buffer.from(xls), { type: 'buffer' }), 'Workbook')?.content ?? [],
  )
  const records: { type: number; data: Buffer }[] = []
  for (let offset = 0; offset + 4 <= stream.length;) {
    const length = stream.readUInt16LE(offset + 2)
    records.push({ type: stream.readUInt16LE(offset), data: stream.subarray(offset + 4, offset + 4 + length) })
    offset += 4 + length
  }
  return records
}

export function recordsToXls(records: readonly { type: number; data: Buffer }[]): Uint8Array<ArrayBuffer> {
  const head = (type: number, length: number) => Buffer.from(Uint16Array.of(type, length).buffer)
  return createCompoundFile({
    Workbook: Buffer.concat(records.flatMap(({ type, data }) => [head(type, data.length), data])),
  })
}

function passwordToKey(password: string, salt: Buffer): Buffer {
  const sha1 = (...inputs: Buffer[]) => createHash('sha1').update(Buffer.concat(inputs)).digest()
  let hash = sha1(salt, Buffer.from(password, 'utf16le'))
  for (let round = 0; round < KEY_ROUNDS; round++) hash = sha1(uint32s(round), hash)
  const block = sha1(hash, uint32s(0))
  // The standard pads the hash to 64 bytes, after an exclusive or with 0x36.
  const pad = Buffer.alloc(64, 0x36)
  block.forEach((byte, index) => (pad[index] = byte ^ 0x36))
  return sha1(pad).subarray(0, 16)
}

function encrypt(key: Buffer, plain: Buffer): Buffer {
  const cipher = createCipheriv('aes-128-ecb', key, null).setAutoPadding(false)
  return Buffer.concat([cipher.update(plain), cipher.final()])
}

function uint32s(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  values.forEach((value, index) => bytes.writeUInt32LE(value, index * 4))
  return bytes
}
