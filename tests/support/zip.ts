// Reads a zip with an independent reader (SheetJS's).
import * as XLSX from 'xlsx'

/** The reader's result. */
interface Zip {
  readonly FullPaths: readonly string[]
  readonly FileIndex: readonly { readonly content?: ArrayLike<number> }[]
}

/** The library's types do not include CFB. */
const { CFB } = XLSX as unknown as {
  readonly CFB: { readonly read: (bytes: Buffer, options: { readonly type: 'buffer' }) => Zip }
}

const ROOT = 'Root Entry/'

/** The files by their names. */
export function zipToFiles(bytes: Uint8Array): Map<string, Uint8Array> {
  const zip = CFB.read(Buffer.from(bytes), { type: 'buffer' })
  return new Map(
    zip.FullPaths.flatMap((path, index) => {
      const name = path.slice(ROOT.length)
      // Skips an entry that the reader itself adds.
      if (name === '' || name.startsWith('\u0001')) return []
      return [[name, Uint8Array.from(zip.FileIndex[index]?.content ?? [])] as const]
    }),
  )
}
