// The pages of the help, from docs/using. A build replaces this module: its pages are in the user's language, and their
// markdown has been converted to blocks (tools/vite/texts.ts).
import { type Block, readMarkdown } from './markdown.ts'

const files = import.meta.glob<string>('../../../docs/using/*.md', { query: '?raw', import: 'default' })
const fileNameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
const loadByName = new Map(Object.entries(files).map(([path, load]) => [fileNameOf(path), load]))

export const pageNames: readonly string[] = [...loadByName.keys()]

export async function readPage(name: string): Promise<readonly Block[] | undefined> {
  const markdown = await loadByName.get(name)?.()
  return markdown === undefined ? undefined : readMarkdown(markdown)
}
