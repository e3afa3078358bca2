// Licences, and the lock file: no registry addresses, a hash for every package.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { isAllowed, releasedFonts } from '#tools/licences.mjs'

it('a release contains only fonts with the licence OFL-1.1', () => {
  expect(releasedFonts().length).toBeGreaterThan(2)
  expect(releasedFonts().filter(({ licence }) => licence !== 'OFL-1.1')).toEqual([])
})

it.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0-or-later)', true],
  ['(MIT AND Zlib)', true],
  ['(MIT AND GPL-3.0)', false],
  ['AGPL-3.0', false],
  ['none named', false],
])('the licence %s is allowed: %s', (licence, expected) => expect(isAllowed(licence)).toBe(expected))

it('the lock file has no addresses of registries', () => {
  expect(readFileSync('package-lock.json', 'utf8')).not.toContain('"resolved"')
})

it('packages are installed without running their scripts', () => {
  expect(readFileSync('.npmrc', 'utf8')).toMatch(/^ignore-scripts=true$/m)
})

it('the lock file lists every package with version and hash', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { version?: string; integrity?: string; link?: boolean; inBundle?: boolean }>
  }
  const installedPackages = Object.entries(packages).filter(
    ([path, { link, inBundle }]) => path !== '' && !link && !inBundle,
  )
  expect(installedPackages.length).toBeGreaterThan(500)
  expect(
    installedPackages.filter(([, { version, integrity }]) => !version || !integrity?.startsWith('sha512-')),
  ).toEqual([])
})
