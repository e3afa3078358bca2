// Fetches the resources of a PDF when a text needs them: the font, and pictures.
import notoSans from './noto-sans.ttf?url'

export type FetchFont = () => Promise<Uint8Array | undefined>
export type FetchPicture = (address: string) => Promise<Uint8Array | undefined>

/** Noto Sans as TrueType, or undefined if it cannot be fetched now. */
export const fetchFont: FetchFont = () => fetchBytes(notoSans)

/** The bytes of a PNG, or undefined if it cannot be fetched now. */
export const fetchPicture: FetchPicture = (address) => fetchBytes(address)

async function fetchBytes(address: string): Promise<Uint8Array | undefined> {
  try {
    const response = await fetch(address)
    return response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined
  } catch {
    return undefined
  }
}
