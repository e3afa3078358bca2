// Replaces '#words/messages.js' and '#words/runtime.js' in the built portal. The code of a build contains no texts.
// Each page and each worker loads the texts of its language (tools/vite/texts.ts).
import type { Block } from './help/markdown.ts'

/** The names of the files of the page's language. The server writes them into the page. */
interface TextFiles {
  readonly help: string
  readonly parts: Readonly<Record<string, string>>
  /** The file of each worker in this language. The key is the file name in the code that starts the worker. */
  readonly workers: Readonly<Record<string, string>>
}

/** The global object of a page or worker. A file of the language defines it before this module runs. */
interface PortalTexts {
  readonly language: string
  readonly messages: Readonly<Record<string, (values?: object) => string>>
  /**
   * Loads parts of the texts. The build calls it before each import of code that uses these parts. `names`: the names of
   * the parts, joined by spaces.
   */
  load?: (names: string) => Promise<unknown>
  workers?: TextFiles['workers']
}

type HelpPages = Readonly<Record<string, readonly Block[]>>

const texts = (globalThis as unknown as { readonly portalTexts: PortalTexts }).portalTexts

function readTextFiles(): TextFiles | undefined {
  // A worker has no document. It has loaded all texts already.
  if (typeof document === 'undefined') return undefined
  const json = document.getElementById('texts')?.textContent
  return json ? (JSON.parse(json) as TextFiles) : undefined
}

const files = readTextFiles()

if (files) {
  const loadPart = (name: string): Promise<unknown> => import(/* @vite-ignore */ `./${files.parts[name]}`)
  texts.load = (names) => Promise.all(names.split(' ').map(loadPart))
  texts.workers = files.workers
}

export const m = texts.messages
export const getLocale = (): string => texts.language
/** Does nothing, because a page has one language. */
export const chooseLanguage = (): void => undefined
/**
 * Only the server needs this, for texts that it stores for readers of any language. The portal stores no such texts.
 */
export const languageNeutralForm = (): undefined => undefined
/** The pages of the help by file name ('cards.md'). */
export async function loadHelp(): Promise<HelpPages> {
  const helpModule = (await import(/* @vite-ignore */ `./${files?.help}`)) as { readonly default: HelpPages }
  return helpModule.default
}
