// A finished build replaces the previous one, whose files are kept for pages that are open.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { swapInNextPortal } from '#tools/replace-pages.mjs'

let dist: string
beforeEach(() => (dist = mkdtempSync(join(tmpdir(), 'portal-dist-'))))
afterEach(() => rmSync(dist, { recursive: true, force: true }))

function build(...names: readonly string[]) {
  for (const name of [...names.map((each) => `assets/${each}`), 'index.html']) {
    const file = join(dist, 'portal-next', name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, names.join())
  }
  swapInNextPortal(dist)
}
const assetsOf = (folder: string) => readdirSync(join(dist, folder, 'assets')).toSorted()

it('the first build creates no folder for a previous build', () => {
  build('app-1.js')
  expect(readdirSync(dist)).toEqual(['portal'])
})

it('a build keeps those files of the previous build that it does not contain', () => {
  build('app-1.js', 'style-1.css')
  build('app-2.js', 'style-1.css')
  expect(readFileSync(join(dist, 'portal/index.html'), 'utf8')).toBe('app-2.js,style-1.css')
  expect(assetsOf('portal')).toEqual(['app-2.js', 'style-1.css'])
  expect(assetsOf('portal-before')).toEqual(['app-1.js'])
  build('app-3.js')
  expect(assetsOf('portal-before')).toEqual(['app-2.js', 'style-1.css'])
  expect(readdirSync(dist).toSorted()).toEqual(['portal', 'portal-before'])
})

it('repeating a build keeps the files of the last different build', () => {
  build('app-1.js')
  build('app-2.js')
  build('app-2.js')
  expect(assetsOf('portal-before')).toEqual(['app-1.js'])
})
