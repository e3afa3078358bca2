// Fetches the fonts and pictures that a PDF needs.
import type { EmbeddedFont } from './fonts.ts'
import notoSansArabic from './noto-sans-arabic.ttf?url'
import notoSansSc from './noto-sans-sc.ttf?url'
import notoSans from './noto-sans.ttf?url'

export type FetchFont = (font: EmbeddedFont) => Promise<Uint8Array | undefined>
export type FetchPicture = (address: string) => Promise<Uint8Array | undefined>

const addresses: Readonly<Record<EmbeddedFont, string>> = {
  noto: notoSans,
  arabic: notoSansArabic,
  chinese: notoSansSc,
}

/** The font as TrueType. Undefined if it cannot be fetched now. */
export const fetchFont: FetchFont = (font) => fetchBytes(addresses[font])

/** The bytes of a PNG. Undefined if it cannot be fetched now. */
export const fetchPicture: FetchPicture = (address) => fetchBytes(address)

async function fetchBytes(address: string): Promise<Uint8Array | undefined> {
  try {
    const response = await fetch(address)
    return response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined
  } catch {
    return undefined
  }
}
