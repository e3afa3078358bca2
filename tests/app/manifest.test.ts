// The shortcuts of the installed portal lead to existing pages, each with its own icon; links open in the installed
// portal. Each language has its own manifest.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { matchPath } from 'react-router-dom'
import { expect, test } from 'vitest'
import { patternOf } from '#app/routes/route.ts'
import { routes } from '#app/routes/routes.tsx'
import type { Client } from '#brand/client.ts'
import { clients } from '#brand/clients.ts'
import { voyager } from '#brand/voyager.ts'
import type { Language } from '#domain/texts/languages.ts'
import { manifestFileOf, manifestOf as manifestIn } from '#server/http/manifest.ts'

const pictures = ({ key }: Client) => join(import.meta.dirname, '../../public/clients', key)
const manifestOf = (client: Client, language: Language) => manifestIn(client, language, pictures(client))

test.each(Object.values(clients))('the shortcuts of $name are pages of the portal', (client) => {
  const { shortcuts } = manifestOf(client, client.languages[0])
  expect(shortcuts.length).toBeGreaterThan(0)
  const paths = shortcuts.map(({ url }) => `/${url.slice(client.basePath.length)}`)
  expect(paths.filter((path) => !routes.some((route) => matchPath(patternOf(route), path)))).toEqual([])
  expect(shortcuts.filter(({ url }) => !url.startsWith(client.basePath))).toEqual([])
})

test.each(Object.values(clients))('each shortcut of $name has its own icon, of the declared size', (client) => {
  const { shortcuts } = manifestOf(client, client.languages[0])
  const icons = shortcuts.flatMap(({ icons: list }) => list)
  expect(new Set(icons.map(({ src }) => src)).size).toBe(shortcuts.length)
  for (const { src, sizes } of icons) {
    // A PNG has its width at byte 16 and its height at byte 20.
    const png = readFileSync(join(import.meta.dirname, '../../public', src))
    expect([src, `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`]).toEqual([src, sizes])
  }
})

test('links to the portal, for example in emails, open in the installed portal', () => {
  for (const client of Object.values(clients))
    expect(manifestOf(client, client.languages[0]).handle_links).toBe('preferred')
})

test('each language has its own manifest of the same app, with the writing direction of the language', () => {
  expect(voyager.languages.map((language) => manifestFileOf(voyager, language))).toEqual([
    'manifest.webmanifest',
    'manifest.zh-Hans.webmanifest',
    'manifest.ms.webmanifest',
    'manifest.de.webmanifest',
    'manifest.ar.webmanifest',
  ])
  const [english, arabic] = [manifestOf(voyager, 'en'), manifestOf(voyager, 'ar')]
  expect([english.lang, english.dir, arabic.lang, arabic.dir]).toEqual(['en', 'ltr', 'ar', 'rtl'])
  expect(arabic.id).toBe(english.id)
})

test('each client has its own pictures, under addresses that do not name it', () => {
  for (const client of Object.values(clients)) {
    const { icons, screenshots } = manifestOf(client, client.languages[0])
    for (const { src } of [...icons, ...screenshots]) {
      expect(src).not.toContain(client.key)
      expect(existsSync(join(pictures(client), src)), `${client.key}: ${src}`).toBe(true)
    }
  }
})
