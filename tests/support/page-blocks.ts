// The blocks of code of a page of the documentation, for tests that run them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** All blocks, in order, without the indentation of lists. */
export const blocksOf = (page: string): string[] =>
  [...readFileSync(join(root, page), 'utf8').matchAll(/^( *)```\w*\n(.*?)^ *```$/gms)].map(
    ([, indent = '', block = '']) => block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  )

/** The block that contains this text. Throws if there is not exactly one. */
export function blockWith(page: string, text: string): string {
  const [block, ...others] = blocksOf(page).filter((each) => each.includes(text))
  if (block === undefined || others.length > 0) throw new Error(`${page} has not exactly one block with: ${text}`)
  return block
}
