// Stores the pages and texts of the languages that are used on this device, and opens pages in the language that was shown
// last. Everything else is in the precache, which is the same for all languages.
/// <reference lib="webworker" />
import type { PrecacheEntry } from 'workbox-precaching'

declare const self: ServiceWorkerGlobalScope

export interface LanguagePage extends PrecacheEntry {
  /** The text of a push notification. */
  readonly notice: string
}

interface LanguageFiles {
  /** The page of each language, the client's first language first. */
  readonly pages: Readonly<Record<string, LanguagePage>>
  /** The addresses of the texts of all languages, 'assets/texts.de.first-Ab3_-dE9.js'. */
  readonly texts: readonly string[]
}

const CACHE_NAME = `languages-${self.registration.scope}`
/** The key of the shown language in the cache: an address that the portal does not serve. */
const SHOWN_KEY = `${self.registration.scope}shown-language`

export const openLanguageCache = (): Promise<Cache> => caches.open(CACHE_NAME)

export function createLanguages({ pages, texts }: LanguageFiles) {
  let shown: string | undefined
  /** The last task that writes to the cache. Tasks run one after the other, so that the last choice wins. */
  let lastTask: Promise<unknown> = Promise.resolve()

  const inTurn = <Result>(task: () => Promise<Result>): Promise<Result> => {
    const result = lastTask.then(task, task)
    lastTask = result.catch(() => undefined)
    return result
  }
  const keyOf = ({ url, revision }: PrecacheEntry): string => `${toAddress(url)}?revision=${revision}`
  const textsOf = (language: string) => texts.filter((url) => url.startsWith(`assets/texts.${language}.`))

  async function store(language: string): Promise<void> {
    const page = pages[language]
    if (!page) throw new Error(`no page in ${language}`)
    const cache = await openLanguageCache()
    const add = async (key: string, url: string) => {
      if (await cache.match(key)) return
      const response = await fetch(url)
      if (!response.ok) throw new Error(`${url}: ${response.status}`)
      await cache.put(key, response)
    }
    await Promise.all([
      add(keyOf(page), toAddress(page.url)),
      ...textsOf(language).map((url) => add(toAddress(url), toAddress(url))),
    ])
  }

  /** The page in the language that was shown last. */
  async function readShownPage(): Promise<LanguagePage | undefined> {
    shown ??= await (await (await openLanguageCache()).match(SHOWN_KEY))?.text()
    return shown === undefined ? undefined : pages[shown]
  }

  async function setShown(language: string): Promise<void> {
    shown = language
    await (await openLanguageCache()).put(SHOWN_KEY, new Response(language))
  }

  /** The languages stored by this or an earlier version of the portal. */
  async function readStoredLanguages(): Promise<readonly string[]> {
    const keys = await (await openLanguageCache()).keys()
    return Object.keys(pages).filter((language) =>
      keys.some(({ url }) => url.startsWith(`${toAddress(`index.${language}.html`)}?`)),
    )
  }

  return {
    /** On installation: stores all languages used before, or the one that this browser gets. */
    install: (): Promise<void> =>
      inTurn(async () => {
        const stored = await readStoredLanguages()
        if (stored.length > 0) return void (await Promise.all(stored.map(store)))
        // The server chooses by the browser's cookie and preferences, as for the page.
        const language = (await fetch(toAddress('index.html'), { method: 'HEAD' })).headers.get('content-language')
        if (language === null) throw new Error('the server did not name a language')
        await store(language)
        if (!(await readShownPage())) await setShown(language)
      }),

    /** Stores a language that a page shows or is about to show. From now on, pages open in it. */
    show: (language: string): Promise<void> =>
      inTurn(async () => {
        await store(language)
        await setShown(language)
      }),

    /** The page for a navigation. From the server if it is not stored. */
    async openPage(request: Request): Promise<Response> {
      const page = await readShownPage()
      const response = page && (await (await openLanguageCache()).match(keyOf(page)))
      return response ?? fetch(request)
    },

    noticeText: async (): Promise<string> => ((await readShownPage()) ?? Object.values(pages)[0])?.notice ?? '',

    /** Removes the files that only earlier versions use. */
    async cleanUp(): Promise<void> {
      const current = new Set([SHOWN_KEY, ...Object.values(pages).map(keyOf), ...texts.map(toAddress)])
      const cache = await openLanguageCache()
      for (const request of await cache.keys()) if (!current.has(request.url)) await cache.delete(request)
    },
  }
}

const toAddress = (url: string): string => new URL(url, self.registration.scope).href
