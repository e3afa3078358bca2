// The messages in the built portal, in place of '#words/messages.js' and '#words/runtime.js'. The build contains no texts:
// a page loads those of its language, and so does each worker (tools/vite/texts.ts).
import type { Block } from './help/markdown.ts'

/** The names of the files of the page's language. The server writes them into the page. */
interface TextFiles {
  readonly help: string
  readonly parts: Readonly<Record<string, string>>
  /** For each worker, its file in this language by the name of its code. */
  readonly workers: Readonly<Record<string, string>>
}

/** The global object of a page or worker. A file of the language defines it before this module runs. */
interface PortalTexts {
  readonly language: string
  readonly messages: Readonly<Record<string, (values?: object) => string>>
  /** Loads parts of the texts. The build calls it before importing code that uses them. `names` are joined by spaces. */
  load?: (names: string) => Promise<unknown>
  workers?: TextFiles['workers']
}

type HelpPages = Readonly<Record<string, readonly Block[]>>

const texts = (globalThis as unknown as { readonly portalTexts: PortalTexts }).portalTexts

// A worker has no document. It has loaded all texts.
const files = (
  typeof document === 'undefined' ? null : JSON.parse(document.getElementById('texts')?.textContent ?? 'null')
) as TextFiles | null

if (files) {
  const loadPart = (name: string): Promise<unknown> => import(/* @vite-ignore */ `./${files.parts[name]}`)
  texts.load = (names) => Promise.all(names.split(' ').map(loadPart))
  texts.workers = files.workers
}

export const m = texts.messages
export const getLocale = (): string => texts.language
/** Without effect, because a page has one language. */
export const chooseLanguage = (): void => undefined
/** Only the server stores texts. */
export const storedFormIfStoring = (): undefined => undefined
/** The pages of the help by file name ('cards.md'). */
export const loadHelp = async (): Promise<HelpPages> =>
  ((await import(/* @vite-ignore */ `./${files?.help}`)) as { default: HelpPages }).default
