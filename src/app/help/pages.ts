// The pages of the help, docs/using. In a build they are files of the page's language (tools/vite/texts.ts).

const files = import.meta.glob<string>('../../../docs/using/*.md', { query: '?raw', import: 'default' })
const loaders = new Map(Object.entries(files).map(([path, load]) => [path.slice(path.lastIndexOf('/') + 1), load]))

export const pageNames: readonly string[] = [...loaders.keys()]

export const readPage = async (name: string): Promise<string | undefined> => loaders.get(name)?.()
