// The builds of all languages are joined in the folder that the server serves.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { assemblePortal } from '#tools/portal-folder.mjs'

const sharedScript = 'console.info("shared by all languages")\n'.repeat(50)
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portal-folder-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const inFolder = (path: string) => join(folder, path)
function write(path: string, text: string): void {
  mkdirSync(dirname(inFolder(path)), { recursive: true })
  writeFileSync(inFolder(path), text)
}
const read = (path: string) => readFileSync(inFolder(path), 'utf8')

/** A build with these hashed files in addition to one that all builds have. */
function writeBuild(language: string, ...hashed: string[]) {
  rmSync(inFolder(language), { recursive: true, force: true })
  write(`${language}/index.html`, `page in ${language}`)
  write(`${language}/service-worker.js`, `worker in ${language}`)
  write(`${language}/theme.js`, 'theme')
  write(`${language}/assets/shared-12345678.js`, sharedScript)
  for (const name of hashed) write(`${language}/assets/${name}`, name)
  return { language, folder: inFolder(language) }
}
const assemble = (...builds: Parameters<typeof assemblePortal>[0]) => assemblePortal(builds, folder)

it('assemblePortal adds the language to the names of page and worker, except for the first language', async () => {
  await assemble(writeBuild('en', 'main-english1.js'), writeBuild('zh-Hans', 'main-chinese1.js'))
  const files = readdirSync(inFolder('portal'), { recursive: true, encoding: 'utf8' }).toSorted()
  expect(files).toEqual([
    'assets',
    'assets/main-chinese1.js',
    'assets/main-english1.js',
    'assets/shared-12345678.js',
    'assets/shared-12345678.js.br',
    'assets/shared-12345678.js.gz',
    'index.html',
    'index.zh-Hans.html',
    'service-worker.js',
    'service-worker.zh-Hans.js',
    'theme.js',
  ])
  expect([read('portal/index.html'), read('portal/service-worker.zh-Hans.js')]).toEqual([
    'page in en',
    'worker in zh-Hans',
  ])
})

it('assemblePortal compresses each file once, and reuses compressed files of an earlier build with the same content', async () => {
  const builds = [writeBuild('en'), writeBuild('de')]
  await assemble(...builds)
  const packed = inFolder('portal/assets/shared-12345678.js.br')
  expect(brotliDecompressSync(readFileSync(packed)).toString()).toBe(sharedScript)
  expect(gunzipSync(readFileSync(inFolder('portal/assets/shared-12345678.js.gz'))).toString()).toBe(sharedScript)
  writeFileSync(packed, 'as before')
  await assemble(...builds)
  expect(readFileSync(packed, 'utf8')).toBe('as before')
  for (const language of ['en', 'de']) write(`${language}/assets/shared-12345678.js`, `${sharedScript}//`)
  await assemble(...builds)
  expect(brotliDecompressSync(readFileSync(packed)).toString()).toBe(`${sharedScript}//`)
})

it('assemblePortal rejects two different files with the same name', async () => {
  const builds = [writeBuild('en'), writeBuild('de')]
  write('de/theme.js', 'another theme')
  await expect(assemble(...builds)).rejects.toThrow('theme.js of the build in de differs')
  expect(existsSync(inFolder('portal'))).toBe(false)
})

it('assemblePortal keeps the hashed files of the previous build in all languages', async () => {
  await assemble(writeBuild('en', 'a-english1.js'), writeBuild('de', 'a-deutsch1.js'))
  await assemble(writeBuild('en', 'a-english2.js'), writeBuild('de', 'a-deutsch1.js'))
  expect(readdirSync(inFolder('portal-before/assets'))).toEqual(['a-english1.js'])
  await assemble(writeBuild('en', 'a-english2.js'))
  expect(readdirSync(inFolder('portal-before/assets'))).toEqual(['a-deutsch1.js'])
  expect(existsSync(inFolder('portal/index.de.html'))).toBe(false)
  expect(readdirSync(folder).toSorted()).toEqual(['de', 'en', 'portal', 'portal-before'])
})
