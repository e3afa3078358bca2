// What a PDF brings with it: the files of Noto Sans, one a script, fetched when a text needs it, and pictures.
import cyrillic from '@fontsource/noto-sans/files/noto-sans-cyrillic-400-normal.woff?url'
import cyrillicExt from '@fontsource/noto-sans/files/noto-sans-cyrillic-ext-400-normal.woff?url'
import greek from '@fontsource/noto-sans/files/noto-sans-greek-400-normal.woff?url'
import greekExt from '@fontsource/noto-sans/files/noto-sans-greek-ext-400-normal.woff?url'
import latin from '@fontsource/noto-sans/files/noto-sans-latin-400-normal.woff?url'
import latinExt from '@fontsource/noto-sans/files/noto-sans-latin-ext-400-normal.woff?url'
import vietnamese from '@fontsource/noto-sans/files/noto-sans-vietnamese-400-normal.woff?url'
import type { Script } from './fonts.ts'

const addresses: Readonly<Record<Script, string>> = {
  latin,
  'latin-ext': latinExt,
  vietnamese,
  cyrillic,
  'cyrillic-ext': cyrillicExt,
  greek,
  'greek-ext': greekExt,
}

/** The woff file of a script, or undefined where it cannot be had now. */
export const fetchFont = (script: Script): Promise<ArrayBuffer | undefined> => fetchBytes(addresses[script])

/** The bytes of a PNG, or undefined where it cannot be had now. */
export async function fetchPicture(address: string): Promise<Uint8Array | undefined> {
  const bytes = await fetchBytes(address)
  return bytes && new Uint8Array(bytes)
}

async function fetchBytes(address: string): Promise<ArrayBuffer | undefined> {
  try {
    const response = await fetch(address)
    return response.ok ? await response.arrayBuffer() : undefined
  } catch {
    return undefined
  }
}
