// The pages of the help, docs/using. In a build they are files of the page's language, read already
// (tools/vite/texts.ts).
import { type Block, readMarkdown } from './markdown.ts'

const files = import.meta.glob<string>('../../../docs/using/*.md', { query: '?raw', import: 'default' })
const loaders = new Map(Object.entries(files).map(([path, load]) => [path.slice(path.lastIndexOf('/') + 1), load]))

export const pageNames: readonly string[] = [...loaders.keys()]

export async function readPage(name: string): Promise<readonly Block[] | undefined> {
  const markdown = await loaders.get(name)?.()
  return markdown === undefined ? undefined : readMarkdown(markdown)
}
