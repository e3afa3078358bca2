// Serves the built portal: redirects, caching, languages, and requests that never get the HTML page.
import { brotliCompressSync } from 'node:zlib'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { harbour } from '#brand/harbour.ts'
import { voyager } from '#brand/voyager.ts'
import { type InProcessServer, startInProcess } from '#tests/support/in-process.ts'

/** The headers that a browser sends when a user opens an address. */
const DOCUMENT = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'sec-fetch-dest': 'document',
}

describe('serving the portal’s files', () => {
  let server: InProcessServer
  let origin: string
  const folder = mkdtempSync(join(tmpdir(), 'portal-files-'))
  beforeAll(async () => {
    mkdirSync(join(folder, 'assets'))
    writeFileSync(join(folder, 'index.html'), '<!doctype html><title>page</title>')
    writeFileSync(join(folder, 'service-worker.js'), '//')
    writeFileSync(join(folder, 'assets/main-Ab3_-dE9.js.br'), brotliCompressSync('console.info("hello")'))
    for (const client of ['voyager', 'harbour']) {
      mkdirSync(join(folder, 'clients', client, 'icons'), { recursive: true })
      writeFileSync(join(folder, 'clients', client, 'icons/icon.svg'), `<svg><!-- ${client} --></svg>`)
    }
    mkdirSync(join(`${folder}-before`, 'assets'), { recursive: true })
    writeFileSync(join(`${folder}-before`, 'assets/main-Old3_-dE9.js.br'), brotliCompressSync('console.info("before")'))
    server = await startInProcess({ settings: { portalDir: folder } })
    origin = new URL(server.url).origin
  })
  afterAll(async () => {
    await server.close()
    for (const each of [folder, `${folder}-before`]) rmSync(each, { recursive: true, force: true })
  })
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(origin + path, { headers, redirect: 'manual' })

  it('redirects to the base path with a closing slash', async () => {
    const bare = await get('/voyager?x=1')
    expect([bare.status, bare.headers.get('location')]).toEqual([308, '/voyager/?x=1'])
    const root = await get('/')
    expect([root.status, root.headers.get('location')]).toEqual([302, '/voyager/'])
  })

  it('serves the files of the previous release to pages that are still open', async () => {
    const old = await get('/voyager/assets/main-Old3_-dE9.js', { 'accept-encoding': 'br, gzip' })
    expect([old.status, await old.text()]).toEqual([200, 'console.info("before")'])
    expect(old.headers.get('cache-control')).toContain('immutable')
    expect((await get('/voyager/assets/main-Older-dE9.js')).status).toBe(404)
  })

  it('serves a worker that removes the service worker if the setting switches it off', async () => {
    writeFileSync(join(folder, 'service-worker-off.js'), '// off')
    const off = await startInProcess({ settings: { portalDir: folder, hasServiceWorker: false } })
    const worker = async (address: string) => {
      const response = await fetch(`${address}service-worker.js`)
      return [await response.text(), response.headers.get('cache-control'), response.headers.get('content-type')]
    }
    expect(await worker(off.url)).toEqual(['// off', 'no-cache', expect.stringContaining('javascript')])
    expect((await worker(server.url))[0]).toBe('//')
    await off.close()
  })

  it('opens the portal for shared content without reading the content', async () => {
    const body = new FormData()
    body.append('file', new File(['9000010000000008,1.00'], 'loads.csv'))
    const shared = await fetch(`${origin}/voyager/share`, { method: 'POST', body, redirect: 'manual' })
    expect([shared.status, shared.headers.get('location')]).toEqual([303, '/voyager/'])
  })

  it.each([
    '/voyager/',
    '/voyager/batchloads',
    '/voyager/password/abc/reset',
    // The portal's router decides whether these are pages.
    '/voyager/reports/x',
    '/voyager/reports',
    '/voyager/card/details/1.5',
    '/voyager/john.doe',
    '/voyager/api/x',
    '/voyager/reports/QMR_1_2026Q5.xls',
    '/voyager/..%2f..%2fpackage.json',
    '/voyager/..%2f..%2findex.html',
    // These look like files, but do not exist.
    ...['html', 'csv', 'png', 'svg', 'js', 'css', 'map', 'xlsx', 'webmanifest', 'woff2'].map(
      (end) => `/voyager/x.${end}`,
    ),
    '/voyager/user/a.html',
    '/voyager/assets/gone-12345678.js',
    '/voyager/assets/x',
    '/voyager/assets/',
    '/voyager/.env',
    '/voyager/100%',
    '/voyager/%ff',
  ])('returns the page at %s', async (path) => {
    const page = await get(path, DOCUMENT)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('<title>page</title>')
    expect(page.headers.get('cache-control')).toBe('no-cache')
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })

  it('returns the page to a program that requests HTML without naming a destination', async () => {
    const page = await get('/voyager/x.csv', { accept: 'text/html' })
    expect(await page.text()).toContain('<title>page</title>')
  })

  it('serves an existing file, also to a user who opens its address', async () => {
    expect(await (await get('/voyager/icons/icon.svg', DOCUMENT)).text()).toContain('voyager')
    expect(await (await get('/voyager/assets/main-Old3_-dE9.js', DOCUMENT)).text()).toBe('console.info("before")')
  })

  it.each([
    // The headers of browsers for a script, a style sheet, an image, a font, a fetch and a frame.
    ['/voyager/assets/gone-12345678.js', '*/*', 'script'],
    ['/voyager/gone.css', 'text/css,*/*;q=0.1', 'style'],
    ['/voyager/gone.png', 'image/avif,image/webp,image/svg+xml,image/*,*/*;q=0.8', 'image'],
    ['/voyager/gone.woff2', '*/*', 'font'],
    ['/voyager/gone.json', '*/*', 'empty'],
    ['/voyager/gone.html', 'text/html', 'empty'],
    ['/voyager/gone.html', 'text/html,*/*', 'iframe'],
    ['/voyager/api', DOCUMENT.accept, 'document'],
    ['/voyager/reports/QMR_4101_2026Q1.xls', DOCUMENT.accept, 'document'],
    ['/voyager/batchloads', 'application/json', 'empty'],
    ['/elsewhere', DOCUMENT.accept, 'document'],
    ['/voyager/%00', 'application/json', 'empty'],
  ])('does not return the page at %s (%s, %s)', async (path, accept, destination) => {
    const response = await get(path, { accept, 'sec-fetch-dest': destination })
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(response.status).toBeLessThan(500)
    expect(await response.json()).toHaveProperty('resultCode')
  })

  it.each([
    ['br', 'gzip, deflate, br'],
    ['gzip', 'gzip'],
    [null, 'identity'],
  ])('serves hashed files that can be cached for ever, compressed by %s for %s', async (encoding, acceptEncoding) => {
    for (const [name, text] of [
      ['main-Ab3_-dE9.js', 'hello'],
      ['main-Old3_-dE9.js', 'before'],
    ] as const) {
      const file = await get(`/voyager/assets/${name}`, { 'accept-encoding': acceptEncoding })
      expect(file.headers.get('content-encoding')).toBe(encoding)
      expect(file.headers.get('vary')).toBe('Accept-Encoding')
      expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(file.headers.get('content-type')).toMatch(/javascript/)
      expect(await file.text()).toBe(`console.info("${text}")`)
    }
  })

  it('serves nothing of another client', async () => {
    for (const path of [
      'clients/harbour/icons/icon.svg',
      'clients/voyager/icons/icon.svg',
      'icons/../../harbour/icons/icon.svg',
    ])
      expect((await get(`/voyager/${path}`)).status).toBe(404)
    const page = await (await get('/voyager/', DOCUMENT)).text()
    expect(page).not.toMatch(/harbour/i)
  })

  it.each(['service-worker.js', 'manifest.webmanifest', 'index.html'])(
    'makes browsers revalidate %s each time',
    async (name) => {
      expect((await get(`/voyager/${name}`)).headers.get('cache-control')).toBe('no-cache')
    },
  )
})

describe('the server of a portal in several languages', () => {
  let server: InProcessServer
  const folder = mkdtempSync(join(tmpdir(), 'portal-languages-'))
  const writeBuild = (build: string) => {
    writeFileSync(
      join(folder, 'index.html'),
      `<html lang="%LANGUAGE%" dir="%DIRECTION%"><title>%TITLE%</title>${build}<script id="client">%CLIENT%</script><script id="texts">%TEXTS%</script><script src="./assets/%FIRST_TEXTS%"></script>`,
    )
    writeFileSync(join(folder, 'service-worker.js'), `const files = "%CLIENT_FILES%" // ${build}`)
    const texts = Object.fromEntries(
      voyager.languages.map((language) => [language, { first: `texts.${language}.first.js`, parts: {}, workers: {} }]),
    )
    writeFileSync(join(folder, 'texts.json'), JSON.stringify(texts))
  }
  beforeAll(async () => {
    writeBuild('build 1')
    writeFileSync(join(folder, 'secret.html'), 'secret')
    server = await startInProcess({ settings: { portalDir: folder } })
  })
  afterAll(async () => {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(server.url + path, { headers: { 'accept-language': '*', ...headers } })
  const languageOf = async (headers: Record<string, string>, path = '') =>
    /lang="([^"]*)"/.exec(await (await get(path, { ...DOCUMENT, ...headers })).text())?.[1]

  it.each(['', '?x=1', 'index.html', 'batchloads', 'nowhere.html'])(
    'chooses the language of the page at /%s',
    async (path) => {
      expect(await languageOf({}, path)).toBe('en')
      expect(await languageOf({ 'accept-language': 'de-AT,de;q=0.9,en;q=0.8' }, path)).toBe('de')
      expect(await languageOf({ 'accept-language': 'de', cookie: 'other=1; language=ms' }, path)).toBe('ms')
    },
  )

  it('fills in the client, the language and its files, and lists the pages in the service worker', async () => {
    const page = await (await get('', { ...DOCUMENT, cookie: 'language=ar' })).text()
    expect(page).toContain('<html lang="ar" dir="rtl">')
    const dataOf = (id: string): unknown => JSON.parse(new RegExp(`id="${id}">(.*?)</script>`).exec(page)?.[1] ?? '')
    expect(dataOf('client')).toEqual(voyager)
    expect(dataOf('texts')).toMatchObject({ first: 'texts.ar.first.js' })
    expect(page).toContain('src="/voyager/assets/texts.ar.first.js"')
    // The address for the service worker has the same page, and the response for a user names its language.
    expect(await (await get('index.ar.html')).text()).toBe(page)
    expect((await get('', { ...DOCUMENT, cookie: 'language=ar' })).headers.get('content-language')).toBe('ar')
    const worker = await (await get('service-worker.js')).text()
    const { pages } = JSON.parse(/const files = (.*) \/\//.exec(worker)?.[1] ?? '') as {
      pages: Record<string, { url: string; revision: string; notice: string }>
    }
    expect(Object.keys(pages)).toEqual(voyager.languages)
    expect(pages['ar']?.url).toBe('index.ar.html')
    expect((await get('index.ar.html')).headers.get('etag')).toBe(`"${pages['ar']?.revision}"`)
    expect(pages['ar']?.notice).not.toBe(pages['en']?.notice)
  })

  it('serves the pages of a build that replaces the running one, and changes its service worker', async () => {
    const worker = await (await get('service-worker.js')).text()
    writeBuild('build 2')
    expect(await (await get('', DOCUMENT)).text()).toContain('build 2')
    expect(await (await get('service-worker.js')).text()).not.toBe(worker.replace('build 1', 'build 2'))
  })

  it.each([
    'language=',
    'language=fr',
    'language=DE',
    'language="ms"',
    'language=../secret',
    'language=..%2fsecret',
    'language=zh-Hans.html',
    'xlanguage=ms',
    'language',
    '=ms',
  ])('ignores the cookie %s', async (cookie) => {
    expect(await languageOf({ cookie })).toBe('en')
    expect(await languageOf({ cookie, 'accept-language': 'de' })).toBe('de')
  })

  // Offline, the service worker must find the page whatever the headers of the navigation (tests/e2e/faults/offline-reload.spec.ts).
  it('has pages that caches revalidate, and that do not vary by the headers that choose their language', async () => {
    for (const path of ['', 'service-worker.js', 'batchloads']) {
      const { headers } = await get(path, DOCUMENT)
      expect([headers.get('vary'), headers.get('cache-control')]).toEqual(['Accept-Encoding', 'no-cache'])
    }
  })

  it.each([
    ['br', 'gzip, deflate, br'],
    ['gzip', 'gzip'],
    ['gzip', 'br;q=0, gzip;q=0.5'],
    [null, 'identity'],
  ])('sends the page compressed by %s for %s', async (encoding, acceptEncoding) => {
    const page = await get('', { ...DOCUMENT, 'accept-language': 'de', 'accept-encoding': acceptEncoding })
    expect(page.headers.get('content-encoding')).toBe(encoding)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await page.text()).toContain('<html lang="de" dir="ltr">')
  })

  it('returns 304 only for the page of the same language', async () => {
    const tagOf = async (language: string) =>
      (await get('', { ...DOCUMENT, cookie: `language=${language}` })).headers.get('etag') ?? ''
    const [english, german] = [await tagOf('en'), await tagOf('de')]
    expect(english).not.toBe(german)
    const statusFor = async (tag: string) =>
      (await get('', { ...DOCUMENT, cookie: 'language=de', 'if-none-match': tag })).status
    expect(await statusFor(german)).toBe(304)
    expect(await statusFor(`W/${german}`)).toBe(304)
    expect(await statusFor(`"x", ${german}`)).toBe(304)
    expect(await statusFor(english)).toBe(200)
  })

  it('serves another client from the same build, with its name and languages', async () => {
    const harbourServer = await startInProcess({ settings: { portalDir: folder, client: harbour } })
    const page = await fetch(harbourServer.url, {
      headers: { ...DOCUMENT, 'accept-language': 'de', cookie: 'language=de' },
    })
    const text = await page.text()
    expect(text).toContain('<html lang="en" dir="ltr"><title>Harbour Client Portal</title>')
    expect(text).toContain('src="/harbour/assets/texts.en.first.js"')
    expect(text).not.toMatch(/voyager/i)
    expect((await fetch(`${harbourServer.url}manifest.webmanifest`)).headers.get('content-type')).toMatch(/manifest/)
    expect((await fetch(`${harbourServer.url}manifest.de.webmanifest`)).status).toBe(404)
    await harbourServer.close()
  })
})
