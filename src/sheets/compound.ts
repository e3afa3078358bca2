// Reads one stream in the root of a compound file (MS-CFB), the container of an xls. A chain of sectors is never
// followed for more steps than the file has sectors. SheetJS also reads these files, but follows each chain to its end:
// a crafted file of 2 MB takes it 20 seconds and 4 GB of memory. The offsets in this file are those of MS-CFB 2.2 (the
// header) and 2.6.1 (an entry).
import { BrokenFileError, parseBytes } from './zip.ts'

export interface CompoundFile {
  /** The names of the entries in the root, in lower case. */
  readonly names: ReadonlySet<string>
  /** The bytes of a stream in the root; undefined if no stream has this name. */
  stream(name: string): Uint8Array<ArrayBuffer> | undefined
}

interface Entry {
  readonly name: string
  readonly isStream: boolean
  readonly start: number
  readonly size: number
  readonly left: number
  readonly right: number
  readonly child: number
}

const HEADER_SIZE = 512
const ENTRY_SIZE = 128
/** Sector numbers from here on have special meanings: the end of a chain, a free sector, a sector of the table. */
const NO_SECTOR = 0xffff_fffa
/** The number of sector tables that the header can list. Further sectors list the rest. */
const TABLES_IN_HEADER = 109

/** Throws BrokenFileError if the tables contradict each other or point outside the file. */
export const readCompound = (bytes: Uint8Array<ArrayBuffer>): CompoundFile =>
  parseBytes(bytes, (view) => read(bytes, view))

function read(bytes: Uint8Array<ArrayBuffer>, view: DataView): CompoundFile {
  const shift = view.getUint16(30, true)
  const miniShift = view.getUint16(32, true)
  const isKnownSize = shift === 9 || shift === 12
  if (!isKnownSize || miniShift !== 6) throw new BrokenFileError('sectors of an unknown size')
  const size = 2 ** shift
  const count = Math.ceil(Math.max(0, bytes.length - HEADER_SIZE) / size)
  const offsetOf = (sector: number): number => {
    if (sector >= count) throw new BrokenFileError('a sector is outside the file')
    return (sector + 1) * size
  }
  const readSector = (sector: number): Uint8Array<ArrayBuffer> =>
    bytes.subarray(offsetOf(sector), offsetOf(sector) + size)

  /** The table of next sectors (the FAT) is itself stored in sectors. These are their numbers. */
  const tableSectors: number[] = []
  for (let i = 0; i < TABLES_IN_HEADER; i++) tableSectors.push(view.getUint32(76 + i * 4, true))
  let listSector = view.getUint32(68, true)
  for (let listCount = 0; listSector < NO_SECTOR && listCount < count; listCount++) {
    const at = offsetOf(listSector)
    for (let i = 0; i < size / 4 - 1; i++) tableSectors.push(view.getUint32(at + i * 4, true))
    listSector = view.getUint32(at + size - 4, true)
  }
  const nextSectors = new Uint32Array(count).fill(NO_SECTOR)
  tableSectors
    .filter((sector) => sector < NO_SECTOR)
    .forEach((sector, index) => {
      const from = index * (size / 4)
      for (let i = 0; i < size / 4 && from + i < count; i++)
        nextSectors[from + i] = view.getUint32(offsetOf(sector) + i * 4, true)
    })
  const readChain = (start: number): Uint8Array<ArrayBuffer> => join(sectorsOf(start, nextSectors), readSector, size)

  const directory = readChain(view.getUint32(48, true))
  const entries = readEntries(directory)
  const root = entries[0]
  if (!root) throw new BrokenFileError('no root')
  const rootEntries = siblings(entries, root.child)
  const cutoff = view.getUint32(56, true)
  const stream = (name: string): Uint8Array<ArrayBuffer> | undefined => {
    const entry = rootEntries.find((each) => each.isStream && each.name === name)
    if (!entry) return undefined
    const whole = entry.size < cutoff ? readMiniChain(entry.start) : readChain(entry.start)
    if (whole.length < entry.size) throw new BrokenFileError('a stream is cut off')
    return whole.subarray(0, entry.size)
  }
  /** Streams below the cutoff are in sectors of 64 bytes, which together are one stream of the root. */
  const readMiniChain = (start: number): Uint8Array<ArrayBuffer> => {
    const table = readChain(view.getUint32(60, true))
    const miniStream = readChain(root.start)
    const tableView = new DataView(table.buffer, table.byteOffset, table.byteLength)
    const nextMini = Uint32Array.from({ length: Math.floor(table.length / 4) }, (_, i) =>
      tableView.getUint32(i * 4, true),
    )
    const miniSize = 2 ** miniShift
    return join(
      sectorsOf(start, nextMini),
      (sector) => miniStream.subarray(sector * miniSize, (sector + 1) * miniSize),
      miniSize,
    )
  }
  return { names: new Set(rootEntries.map(({ name }) => name)), stream }
}

// Returns the sectors of a chain. A chain that is longer than its table contains a loop.
function sectorsOf(start: number, nextSectors: Uint32Array): number[] {
  const sectors: number[] = []
  for (let sector = start; sector < NO_SECTOR; sector = nextSectors[sector] as number) {
    if (sector >= nextSectors.length || sectors.length > nextSectors.length)
      throw new BrokenFileError('a chain of sectors has no end')
    sectors.push(sector)
  }
  return sectors
}

// The last sector of a file may be cut short.
function join(
  sectors: readonly number[],
  readSector: (sector: number) => Uint8Array,
  size: number,
): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(sectors.length * size)
  let length = 0
  sectors.forEach((sector, index) => {
    const bytes = readSector(sector)
    whole.set(bytes, index * size)
    length = index * size + bytes.length
  })
  return whole.subarray(0, length)
}

function readEntries(directory: Uint8Array<ArrayBuffer>): Entry[] {
  const view = new DataView(directory.buffer, directory.byteOffset, directory.byteLength)
  const entries: Entry[] = []
  for (let at = 0; at + ENTRY_SIZE <= directory.length; at += ENTRY_SIZE) {
    const nameLength = Math.max(0, Math.min(view.getUint16(at + 64, true), 64) - 2)
    entries.push({
      name: new TextDecoder('utf-16le').decode(directory.subarray(at, at + nameLength)).toLowerCase(),
      isStream: view.getUint8(at + 66) === 2,
      left: view.getUint32(at + 68, true),
      right: view.getUint32(at + 72, true),
      child: view.getUint32(at + 76, true),
      start: view.getUint32(at + 116, true),
      size: view.getUint32(at + 120, true),
    })
  }
  return entries
}

// Collects the entries of a storage, which form a tree. In a damaged tree, no entry is visited twice.
function siblings(entries: readonly Entry[], first: number): Entry[] {
  const siblingEntries: Entry[] = []
  const visited = new Set<number>()
  const toVisit = [first]
  while (toVisit.length > 0) {
    const index = toVisit.pop() as number
    const entry = entries[index]
    if (!entry || visited.has(index)) continue
    visited.add(index)
    siblingEntries.push(entry)
    toVisit.push(entry.left, entry.right)
  }
  return siblingEntries
}
