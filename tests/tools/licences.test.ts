// What a release contains: licences that are allowed, and no registry's address or build time in what is built of it.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { isAllowed, releasedPackages } from '#tools/licences.mjs'

it('contains only packages whose licence is allowed', () => {
  expect(releasedPackages().length).toBeGreaterThan(100)
  expect(releasedPackages().filter(({ licence }) => !isAllowed(licence))).toEqual([])
})

it.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0-or-later)', true],
  ['(MIT AND Zlib)', true],
  ['(MIT AND GPL-3.0)', false],
  ['AGPL-3.0', false],
  ['none named', false],
])('%s is allowed: %s', (licence, expected) => expect(isAllowed(licence)).toBe(expected))

it('keeps the addresses of registries out of the lock file', () => {
  expect(readFileSync('package-lock.json', 'utf8')).not.toContain('"resolved"')
})

it('builds no time into the page, so that the same sources give the same bytes', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  expect(readFileSync('dist/portal/index.html', 'utf8')).toContain(`<meta name="build" content="voyager ${version}" />`)
})

it('installs without running scripts of packages', () => {
  expect(readFileSync('.npmrc', 'utf8')).toMatch(/^ignore-scripts=true$/m)
})

it('names every package by version and hash', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { version?: string; integrity?: string; link?: boolean; inBundle?: boolean }>
  }
  const others = Object.entries(packages).filter(([path, { link, inBundle }]) => path !== '' && !link && !inBundle)
  expect(others.length).toBeGreaterThan(500)
  expect(others.filter(([, { version, integrity }]) => !version || !integrity?.startsWith('sha512-'))).toEqual([])
})
