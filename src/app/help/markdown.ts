// Parses the markdown subset of docs/using for the portal's help: headings, paragraphs, lists, tables and code.
// Pictures are left out, since they show the page that the user has open.

export type Inline =
  | { readonly kind: 'text' | 'strong' | 'code'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly to: string }

export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string; readonly slug: string }
  | { readonly kind: 'paragraph'; readonly text: readonly Inline[] }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: readonly (readonly Inline[])[] }
  | {
      readonly kind: 'table'
      readonly head: readonly (readonly Inline[])[]
      readonly rows: readonly (readonly (readonly Inline[])[])[]
    }
  | { readonly kind: 'code'; readonly text: string }

export function readMarkdown(markdown: string): readonly Block[] {
  const blocks: Block[] = []
  const lines = markdown.split('\n')
  for (let lineIndex = 0; lineIndex < lines.length;) {
    const remaining = lines.slice(lineIndex)
    const line = remaining[0] ?? ''
    // A code block ends with its second fence, or with the file if that fence is missing.
    const lineCount = line.startsWith('```')
      ? remaining.indexOf('```', 1) + 1 || remaining.length
      : line.startsWith('#') || line.trim() === ''
        ? 1
        : countBlockLines(remaining)
    const block = toBlock(remaining.slice(0, lineCount))
    if (block) blocks.push(block)
    lineIndex += lineCount
  }
  return blocks
}

/** Number of lines up to the next empty line, or up to a line that starts another block. */
function countBlockLines(lines: readonly string[]): number {
  const isList = ITEM.test(lines[0] ?? '')
  const end = lines.findIndex(
    (line, index) => index > 0 && (line.trim() === '' || /^(#|```|!\[)/.test(line) || (!isList && ITEM.test(line))),
  )
  return end < 0 ? lines.length : end
}

/** The beginning of a list item: '- ' or '1. '. */
const ITEM = /^(- |[0-9]+\. )/

function toBlock(lines: readonly string[]): Block | undefined {
  const firstLine = lines[0] ?? ''
  const [, marks, anchor, title] = /^(#+) (?:<a id="([^"]+)"><\/a>)?(.*)$/.exec(firstLine) ?? []
  if (marks !== undefined && title !== undefined)
    return { kind: 'heading', level: marks.length, text: title, slug: anchor ?? titleToSlug(title) }
  if (firstLine.startsWith('```')) return { kind: 'code', text: lines.slice(1, -1).join('\n') }
  if (firstLine.startsWith('|')) {
    // The second line only separates the head from the rows.
    const [head = [], , ...rows] = lines.map(lineToCells)
    return { kind: 'table', head, rows }
  }
  if (ITEM.test(firstLine)) return { kind: 'list', isOrdered: !firstLine.startsWith('-'), items: toItems(lines) }
  // Removes pictures.
  const text = joinLines(lines).replace(/!\[[^\]]*\]\([^)]*\)/g, '')
  return text === '' ? undefined : { kind: 'paragraph', text: readInline(text) }
}

const joinLines = (lines: readonly string[]): string => lines.map((line) => line.trim()).join(' ')

const lineToCells = (line: string): readonly (readonly Inline[])[] =>
  line
    .replace(/^\||\|\s*$/g, '')
    .split('|')
    .map((cell) => readInline(cell.trim()))

function toItems(lines: readonly string[]): readonly (readonly Inline[])[] {
  const items: string[][] = []
  for (const line of lines) {
    if (ITEM.test(line)) items.push([line.replace(ITEM, '')])
    else items.at(-1)?.push(line)
  }
  return items.map((item) => readInline(joinLines(item)))
}

const INLINE = /\*\*(?<strong>[^*]+)\*\*|`(?<code>[^`]+)`|\[(?<label>[^\]]+)\]\((?<to>[^)]+)\)/g

function readInline(text: string): readonly Inline[] {
  const parts: Inline[] = []
  let end = 0
  for (const match of text.matchAll(INLINE)) {
    if (match.index > end) parts.push({ kind: 'text', text: text.slice(end, match.index) })
    end = match.index + match[0].length
    const { strong, code, label, to } = match.groups ?? {}
    if (strong !== undefined) parts.push({ kind: 'strong', text: strong })
    else if (code !== undefined) parts.push({ kind: 'code', text: code })
    else if (label !== undefined && to !== undefined) parts.push({ kind: 'link', text: label.replace(/[*`]/g, ''), to })
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) })
  return parts
}

/**
 * The anchor of a heading in markdown links: "The card's page" becomes 'the-cards-page'. A translated heading begins
 * with the anchor of the English one, `<a id="the-cards-page"></a>`, so that links are the same in all languages.
 */
const titleToSlug = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .replace(/\s/g, '-')
