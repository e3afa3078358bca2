// Reads the markdown of docs/using as the blocks that the portal's help shows. The build does this
// (tools/vite/texts.ts), so the parser is not part of the portal. Pictures are left out, because they would show the
// page that the user has open already.
import { Marked, type MarkedToken, type Token, type Tokens } from 'marked'

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

// An address in a text does not become a link, because links in the help lead only to other topics.
const marked = new Marked({ tokenizer: { url: () => undefined } })

export const readMarkdown = (markdown: string): readonly Block[] =>
  (marked.lexer(markdown) as MarkedToken[]).flatMap(tokenToBlocks)

/** One block, or none for a token that the help does not show. */
function tokenToBlocks(token: MarkedToken): readonly Block[] {
  switch (token.type) {
    case 'space':
      return []
    case 'heading': {
      const { anchor, title = '' } = HEADING.exec(token.text)?.groups ?? {}
      return [{ kind: 'heading', level: token.depth, text: title, slug: anchor ?? titleToSlug(title) }]
    }
    case 'paragraph': {
      const text = toInlines(token.tokens)
      return text.length > 0 ? [{ kind: 'paragraph', text }] : []
    }
    case 'list': {
      const toItem = (child: Token) => ('tokens' in child ? toInlines(child.tokens) : refuse(child))
      const items = token.items.map(({ tokens }) => tokens.flatMap(toItem))
      return [{ kind: 'list', isOrdered: token.ordered, items }]
    }
    case 'table': {
      const toCells = (cells: readonly Tokens.TableCell[]) => cells.map(({ tokens }) => toInlines(tokens))
      const { header, rows } = token
      return [{ kind: 'table', head: toCells(header), rows: rows.map(toCells) }]
    }
    case 'code':
      return [{ kind: 'code', text: token.text }]
    default:
      return refuse(token)
  }
}

/** A heading can begin with its anchor: '<a id="the-cards-page"></a>Die Seite der Karte'. */
const HEADING = /^(?:<a id="(?<anchor>[^"]+)"><\/a>)?(?<title>.*)$/

const toInlines = (tokens: readonly Token[] = []): readonly Inline[] =>
  (tokens as MarkedToken[]).flatMap(tokenToInlines)

function tokenToInlines(token: MarkedToken): readonly Inline[] {
  switch (token.type) {
    case 'image':
      return []
    case 'text':
    case 'escape':
      return [{ kind: 'text', text: token.text.replaceAll('\n', ' ') }]
    case 'strong':
      return [{ kind: 'strong', text: token.text.replaceAll('\n', ' ') }]
    case 'codespan':
      return [{ kind: 'code', text: token.text }]
    case 'link':
      return [{ kind: 'link', text: token.text.replaceAll(/[*`]/g, '').replaceAll('\n', ' '), to: token.href }]
    default:
      return refuse(token)
  }
}

/** Fails the build, so that the help never leaves out a part of a page. */
function refuse({ type, raw }: Pick<Token, 'type' | 'raw'>): never {
  throw new Error(`The help cannot show the markdown '${raw}' (${type}).`)
}

/**
 * The anchor of a heading, as links in markdown use it: "The card's page" becomes 'the-cards-page'. So that links are
 * the same in all languages, a translated heading begins with the English anchor: `<a id="the-cards-page"></a>`.
 */
const titleToSlug = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .replace(/\s/g, '-')
