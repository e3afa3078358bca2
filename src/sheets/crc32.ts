// The checksum that a zip keeps of each of its parts (ISO 3309, polynomial 0xEDB88320).

const table = Uint32Array.from({ length: 256 }, (_, n) => {
  let crc = n
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? 0xedb8_8320 ^ (crc >>> 1) : crc >>> 1
  return crc
})

export function crc32(bytes: Uint8Array): number {
  let crc = 0xffff_ffff
  for (let i = 0; i < bytes.length; i++) crc = table[(crc ^ bytes[i]!) & 0xff]! ^ (crc >>> 8)
  return ~crc >>> 0
}
