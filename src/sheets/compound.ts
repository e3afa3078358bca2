// Reads streams in the root of a compound file (MS-CFB), the container of an xls. The file is divided into sectors. A
// stream is a chain of sectors, and a table says for each sector which sector is next. A chain is never followed for
// more steps than the file has sectors. SheetJS also reads these files, but follows each chain to its end. A crafted
// file of 2 MB takes it 20 seconds and 4 GB of memory.
import { BrokenFileError, parseBytes } from './zip.ts'

export interface CompoundFile {
  /** The names of the entries in the root, in lower case. */
  readonly names: ReadonlySet<string>
  /** The bytes of a stream in the root. Undefined if no stream has this name. */
  stream(name: string): Uint8Array<ArrayBuffer> | undefined
}

/** A stream, or a folder of streams. The entries of a folder form a binary tree. */
interface Entry {
  readonly name: string
  readonly isStream: boolean
  /** The first sector of the stream. */
  readonly start: number
  /** The length of the stream in bytes. */
  readonly size: number
  /** The index of the next entry on the left in the tree. */
  readonly left: number
  /** The index of the next entry on the right in the tree. */
  readonly right: number
  /** The index of the first entry in this folder. */
  readonly child: number
}

const HEADER_SIZE = 512
/** The offsets of the fields in the header (MS-CFB 2.2). */
const header = {
  /** The sector size is 2 to the power of this number. */
  sectorShift: 30,
  miniSectorShift: 32,
  /** The first sector of the directory. */
  directory: 48,
  /** Streams below this size are in mini sectors. */
  miniCutoff: 56,
  /** The first sector of the table of mini sectors. */
  miniTable: 60,
  /** The first list sector (DIFAT). The list sectors list the sectors of the table that the header does not list. */
  listOfTableSectors: 68,
  /** The list of the first sectors of the table, in the header itself. */
  tableSectors: 76,
} as const
const ENTRY_SIZE = 128
/** Sector numbers from here on have special meanings: the end of a chain, a free sector, a sector of the table. */
const NO_SECTOR = 0xffff_fffa
/** The header lists the first 109 sectors of the table. The list sectors list the others. */
const TABLE_SECTORS_IN_HEADER = 109
/** The length of a sector number. */
const NUMBER_SIZE = 4
/** Mini sectors have 64 bytes. */
const MINI_SHIFT = 6

/** Throws BrokenFileError if the tables contradict each other or point outside the file. */
export const readCompound = (bytes: Uint8Array<ArrayBuffer>): CompoundFile =>
  parseBytes(bytes, (view) => parseCompound(bytes, view))

function parseCompound(bytes: Uint8Array<ArrayBuffer>, view: DataView): CompoundFile {
  const sectors = toSectors(bytes, view)
  const nextSectors = readNextSectors(view, sectors)
  const readChain = (start: number): Uint8Array<ArrayBuffer> =>
    joinSectors(sectorsOfChain(start, nextSectors), sectors.read, sectors.size)

  const entries = readEntries(readChain(view.getUint32(header.directory, true)))
  const [root] = entries
  if (!root) throw new BrokenFileError('no root')
  const rootEntries = entriesOfFolder(entries, root)
  /** The stream of the root contains all mini sectors. A small stream is a chain of them. Their table is separate. */
  const readMiniChain = (start: number): Uint8Array<ArrayBuffer> => {
    const nextMiniSectors = toNumbers(readChain(view.getUint32(header.miniTable, true)))
    const miniStream = readChain(root.start)
    const size = 2 ** MINI_SHIFT
    const readMiniSector = (sector: number) => miniStream.subarray(sector * size, (sector + 1) * size)
    return joinSectors(sectorsOfChain(start, nextMiniSectors), readMiniSector, size)
  }
  const miniCutoff = view.getUint32(header.miniCutoff, true)
  const stream = (name: string): Uint8Array<ArrayBuffer> | undefined => {
    const entry = rootEntries.find((each) => each.isStream && each.name === name)
    if (!entry) return undefined
    const whole = entry.size < miniCutoff ? readMiniChain(entry.start) : readChain(entry.start)
    if (whole.length < entry.size) throw new BrokenFileError('a stream is cut off')
    return whole.subarray(0, entry.size)
  }
  return { names: new Set(rootEntries.map(({ name }) => name)), stream }
}

interface Sectors {
  readonly size: number
  /** The number of sectors in the file. */
  readonly count: number
  readonly offsetOf: (sector: number) => number
  readonly read: (sector: number) => Uint8Array<ArrayBuffer>
}

function toSectors(bytes: Uint8Array<ArrayBuffer>, view: DataView): Sectors {
  const shift = view.getUint16(header.sectorShift, true)
  const miniShift = view.getUint16(header.miniSectorShift, true)
  // Sectors of 512 or 4096 bytes.
  const isKnownShift = shift === 9 || shift === 12
  if (!isKnownShift || miniShift !== MINI_SHIFT) throw new BrokenFileError('sectors of an unknown size')
  const size = 2 ** shift
  const count = Math.ceil(Math.max(0, bytes.length - HEADER_SIZE) / size)
  // The header takes the place of one sector.
  const offsetOf = (sector: number): number => {
    if (sector >= count) throw new BrokenFileError('a sector is outside the file')
    return (sector + 1) * size
  }
  return { size, count, offsetOf, read: (sector) => bytes.subarray(offsetOf(sector), offsetOf(sector) + size) }
}

/** The table (the FAT): the number of the next sector for each sector. The table itself is stored in sectors. */
function readNextSectors(view: DataView, { size, count, offsetOf }: Sectors): Uint32Array {
  const numbersPerSector = size / NUMBER_SIZE
  const numberAt = (offset: number, index: number) => view.getUint32(offset + index * NUMBER_SIZE, true)

  const tableSectors: number[] = []
  for (let index = 0; index < TABLE_SECTORS_IN_HEADER; index += 1) {
    tableSectors.push(numberAt(header.tableSectors, index))
  }
  // Each further sector of the list ends with the number of the next sector of the list.
  const listedPerSector = numbersPerSector - 1
  let listSector = numberAt(header.listOfTableSectors, 0)
  for (let listCount = 0; listSector < NO_SECTOR && listCount < count; listCount += 1) {
    const offset = offsetOf(listSector)
    for (let index = 0; index < listedPerSector; index += 1) tableSectors.push(numberAt(offset, index))
    listSector = numberAt(offset, listedPerSector)
  }

  const nextSectors = new Uint32Array(count).fill(NO_SECTOR)
  const usedTableSectors = tableSectors.filter((sector) => sector < NO_SECTOR)
  usedTableSectors.forEach((tableSector, position) => {
    const firstSector = position * numbersPerSector
    const sectorsInTable = Math.min(numbersPerSector, count - firstSector)
    for (let index = 0; index < sectorsInTable; index += 1) {
      nextSectors[firstSector + index] = numberAt(offsetOf(tableSector), index)
    }
  })
  return nextSectors
}

function toNumbers(bytes: Uint8Array<ArrayBuffer>): Uint32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const count = Math.floor(bytes.length / NUMBER_SIZE)
  return Uint32Array.from({ length: count }, (_, index) => view.getUint32(index * NUMBER_SIZE, true))
}

function sectorsOfChain(start: number, nextSectors: Uint32Array): number[] {
  const sectors: number[] = []
  for (let sector = start; sector < NO_SECTOR; sector = nextSectors[sector] as number) {
    const isOutsideTable = sector >= nextSectors.length
    const hasLoop = sectors.length > nextSectors.length
    if (isOutsideTable || hasLoop) throw new BrokenFileError('a chain of sectors has no end')
    sectors.push(sector)
  }
  return sectors
}

// The last sector of a file may be cut short.
function joinSectors(
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
  // The offsets of the fields are those of MS-CFB 2.6.1.
  for (let at = 0; at + ENTRY_SIZE <= directory.length; at += ENTRY_SIZE) {
    // The length of the name in bytes, including its terminator of two bytes.
    const statedLength = Math.min(view.getUint16(at + 64, true), 64)
    const nameLength = Math.max(0, statedLength - 2)
    entries.push({
      name: new TextDecoder('utf-16le').decode(directory.subarray(at, at + nameLength)).toLowerCase(),
      isStream: view.getUint8(at + 66) === STREAM,
      left: view.getUint32(at + 68, true),
      right: view.getUint32(at + 72, true),
      child: view.getUint32(at + 76, true),
      start: view.getUint32(at + 116, true),
      size: view.getUint32(at + 120, true),
    })
  }
  return entries
}

/** The type of an entry that is a stream. */
const STREAM = 2

// Visits the tree of entries. In a damaged tree, no entry is visited twice.
function entriesOfFolder(entries: readonly Entry[], folder: Entry): Entry[] {
  const found = new Set<Entry>()
  const indexesToVisit = [folder.child]
  while (indexesToVisit.length > 0) {
    const entry = entries[indexesToVisit.pop() as number]
    if (!entry || found.has(entry)) continue
    found.add(entry)
    indexesToVisit.push(entry.left, entry.right)
  }
  return [...found]
}
