// A finished build is compressed and replaces the previous one, whose files are kept for pages that are open.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { completePortal } from '#tools/portal-folder.mjs'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'portal-dist-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const longScript = 'console.info("hello")\n'.repeat(200)

/** Builds these hashed files and a page that lists them. */
async function build(...names: readonly string[]) {
  const source = join(folder, 'build')
  rmSync(source, { recursive: true, force: true })
  for (const name of [...names.map((each) => `assets/${each}`), 'index.html', 'theme.js']) {
    mkdirSync(dirname(join(source, name)), { recursive: true })
    writeFileSync(join(source, name), /theme|long/.test(name) ? longScript : names.join())
  }
  await completePortal(source, join(folder, 'dist'), 5)
}
const dist = (path = '') => join(folder, 'dist', path)
const assetsOf = (name: string) => readdirSync(dist(`${name}/assets`)).toSorted()

it('the first build creates no folder for a previous build', async () => {
  await build('app-1.js')
  expect(readdirSync(dist())).toEqual(['portal'])
})

it('a build keeps those files of the previous build that it does not contain', async () => {
  await build('app-1.js', 'style-1.css')
  await build('app-2.js', 'style-1.css')
  expect(readFileSync(dist('portal/index.html'), 'utf8')).toBe('app-2.js,style-1.css')
  expect(assetsOf('portal')).toEqual(['app-2.js', 'style-1.css'])
  expect(assetsOf('portal-before')).toEqual(['app-1.js'])
  await build('app-3.js')
  expect(assetsOf('portal-before')).toEqual(['app-2.js', 'style-1.css'])
  expect(readdirSync(dist()).toSorted()).toEqual(['portal', 'portal-before'])
})

it('repeating a build keeps the files of the last different build', async () => {
  await build('app-1.js')
  await build('app-2.js')
  await build('app-2.js')
  expect(assetsOf('portal-before')).toEqual(['app-1.js'])
})

it('hashed files that do not fit into one packet are stored with Brotli only', async () => {
  await build('app-1.js', 'long-1.js')
  expect(assetsOf('portal')).toEqual(['app-1.js', 'long-1.js.br'])
  expect(brotliDecompressSync(readFileSync(dist('portal/assets/long-1.js.br'))).toString()).toBe(longScript)
  expect(readFileSync(dist('portal/theme.js'), 'utf8')).toBe(longScript)
})
