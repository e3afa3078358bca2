// What it costs to keep a draft of 5,000 rows sealed in a browser, to open it and to keep one edited row, against Dexie writing and
// reading a record a row, in Chromium (figures G12 and G13).
import { atMost, beside, type Figure, interleave, many, scaled } from './figure.ts'
import { inChromium } from './in-chromium.ts'
import { servePages } from './pages.ts'
import type { waysOf } from './pages/drafts.ts'

export const minutes = 10
const rowCount = scaled(5_000, 1_000)

export async function figures(): Promise<Figure[]> {
  const site = await servePages(['drafts'])
  const ms = await inChromium(async (browser) => {
    const page = await browser.newPage()
    await page.goto(`${site.url}drafts.html`)
    const ways = await page.evaluateHandle(
      (count) => (globalThis as unknown as { waysOf: typeof waysOf }).waysOf(count),
      rowCount,
    )
    const way = (name: keyof Awaited<ReturnType<typeof waysOf>>) => () =>
      ways.evaluate((all, chosen) => all[chosen](), name)
    return interleave(
      {
        save: way('save'),
        bulkPut: way('bulkPut'),
        restore: way('restore'),
        toArray: way('toArray'),
        resume: way('resume'),
        edit: way('edit'),
        put: way('put'),
        seal: way('seal'),
        keepSealed: way('keepSealed'),
        keepOne: way('keepOne'),
      },
      15,
    )
  })
  site.close()
  const of = `encrypted draft of ${many(rowCount)} rows`
  const note = (ours: number, theirs: number, parts = '') => ({
    note: `${ours.toFixed(1)} and ${theirs.toFixed(1)} ms${parts}`,
  })
  return [
    atMost(
      'G12',
      `${of}: saving compared with bulkPut of its rows`,
      ms.save / ms.bulkPut,
      1 / 20,
      'ratio',
      note(
        ms.save,
        ms.bulkPut,
        `; encryption alone ${ms.seal.toFixed(1)}, storing what is encrypted already ${ms.keepSealed.toFixed(1)}`,
      ),
    ),
    atMost(
      'G12',
      `${of}: opening compared with toArray of its rows`,
      ms.restore / ms.toArray,
      1 / 5,
      'ratio',
      note(ms.restore, ms.toArray),
    ),
    beside('G12', `${of}: opening with all rows checked again`, ms.resume, 'ms'),
    atMost(
      'G13',
      `${of}: saving one edited row compared with put of one record`,
      ms.edit / ms.put,
      2,
      'ratio',
      note(ms.edit, ms.put, `; storing one encrypted chunk and its head ${ms.keepOne.toFixed(1)}`),
    ),
  ]
}
