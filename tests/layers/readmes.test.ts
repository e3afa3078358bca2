// Each layer's README lists the imports that .ci/layers.mjs allows the layer.
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

interface Layer {
  readonly name: string
  readonly folder: string
  readonly layers: readonly string[]
  readonly packages: readonly string[] | 'any'
}
const table = '../../.ci/layers.mjs'
const { layers } = (await import(table)) as { readonly layers: readonly Layer[] }

/** The expected import line of a layer's README. */
function toImportLine({ layers: imported, packages }: Layer): string {
  const names = imported.map((name) => (name.startsWith('type:') ? `types of ${name.slice(5)}` : name))
  const packageNames = packages === 'any' ? 'any package' : packages.join(', ')
  return `Imports: ${[names.join(', '), packageNames].filter((text) => text !== '').join('; ') || 'nothing'}.`
}

describe('the README of', () => {
  it.each(layers.filter(({ name }) => name !== 'shared'))('$folder names its imports', (layer) => {
    const text = readFileSync(`${layer.folder}/README.md`, 'utf8').replaceAll(/\s+/g, ' ')
    expect(text).toContain(toImportLine(layer))
  })

  it.each(['tests', 'bench', 'tools'])('%s exists', (folder) => {
    expect(existsSync(`${folder}/README.md`)).toBe(true)
  })
})
