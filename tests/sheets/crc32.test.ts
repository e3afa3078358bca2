// The checksum of a zip's parts against Node's own, over lengths that fill the steps of eight and that do not.
import { crc32 as ofNode } from 'node:zlib'
import { expect, test } from 'vitest'
import { crc32 } from '#sheets/crc32.ts'

test('the checksum is that of other programs, whatever the length', () => {
  const bytes = Uint8Array.from({ length: 4099 }, (_, n) => (n * 2_654_435_761) >>> 13)
  for (const length of [0, 1, 7, 8, 9, 15, 16, 17, 4096, 4099])
    for (const from of [0, 1, 3])
      expect(crc32(bytes.slice(from, from + length))).toBe(ofNode(bytes.slice(from, from + length)))
  expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf4_3926)
})
