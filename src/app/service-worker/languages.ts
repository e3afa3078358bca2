// Stores the pages and texts of the languages that are used on this device, and opens pages in the language that was
// shown last. All other files are the same for all languages. They are in the precache.
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
  readonly textUrls: readonly string[]
}

const CACHE_NAME = `languages-${self.registration.scope}`
/** The cache stores the shown language under this address, which the portal does not serve. */
const SHOWN_KEY = `${self.registration.scope}shown-language`

export const openLanguageCache = (): Promise<Cache> => caches.open(CACHE_NAME)

export function createLanguages({ pages, textUrls }: LanguageFiles) {
  let shownLanguage: string | undefined
  /**
   * The last task that writes to the cache. Tasks run one after the other, so that the user's last choice is stored.
   */
  let lastTask: Promise<unknown> = Promise.resolve()

  const runInTurn = <Result>(task: () => Promise<Result>): Promise<Result> => {
    const result = lastTask.then(task)
    // A failed task must not prevent the next task.
    lastTask = result.catch(() => undefined)
    return result
  }
  const keyOf = ({ url, revision }: PrecacheEntry): string => `${toAddress(url)}?revision=${revision}`
  const textUrlsOf = (language: string) => textUrls.filter((url) => url.startsWith(`assets/texts.${language}.`))

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
      ...textUrlsOf(language).map((url) => add(toAddress(url), toAddress(url))),
    ])
  }

  /** The page in the language that was shown last. */
  async function readShownPage(): Promise<LanguagePage | undefined> {
    if (shownLanguage === undefined) {
      const cache = await openLanguageCache()
      const stored = await cache.match(SHOWN_KEY)
      shownLanguage = await stored?.text()
    }
    return shownLanguage === undefined ? undefined : pages[shownLanguage]
  }

  async function setShown(language: string): Promise<void> {
    shownLanguage = language
    const cache = await openLanguageCache()
    await cache.put(SHOWN_KEY, new Response(language))
  }

  /** The languages stored by this or an earlier version of the portal. */
  async function readStoredLanguages(): Promise<readonly string[]> {
    const cache = await openLanguageCache()
    const keys = await cache.keys()
    return Object.keys(pages).filter((language) => {
      const pageAddress = toAddress(`index.${language}.html`)
      return keys.some(({ url }) => url.startsWith(`${pageAddress}?`))
    })
  }

  return {
    /**
     * On installation: stores the files of all languages that were used on this device before. On the first
     * installation, stores the language in which the server sends pages to this browser.
     */
    install: (): Promise<void> =>
      runInTurn(async () => {
        const storedLanguages = await readStoredLanguages()
        if (storedLanguages.length > 0) {
          await Promise.all(storedLanguages.map(store))
          return
        }
        // The server chooses the language by the browser's cookie and preferences, as for any page.
        const response = await fetch(toAddress('index.html'), { method: 'HEAD' })
        const language = response.headers.get('content-language')
        if (language === null) throw new Error('the server did not name a language')
        await store(language)
        if (!(await readShownPage())) await setShown(language)
      }),

    /** Stores a language that a page shows or is about to show. From now on, pages open in this language. */
    show: (language: string): Promise<void> =>
      runInTurn(async () => {
        await store(language)
        await setShown(language)
      }),

    /** The page for a navigation: the stored page in the shown language, or the server's page. */
    async openPage(request: Request): Promise<Response> {
      const page = await readShownPage()
      if (!page) return fetch(request)
      const cache = await openLanguageCache()
      const stored = await cache.match(keyOf(page))
      return stored ?? fetch(request)
    },

    async noticeText(): Promise<string> {
      const page = (await readShownPage()) ?? Object.values(pages)[0]
      return page?.notice ?? ''
    },

    /** Removes the files that only earlier versions use. */
    async cleanUp(): Promise<void> {
      const currentUrls = new Set([SHOWN_KEY, ...Object.values(pages).map(keyOf), ...textUrls.map(toAddress)])
      const cache = await openLanguageCache()
      for (const request of await cache.keys()) {
        if (!currentUrls.has(request.url)) await cache.delete(request)
      }
    },
  }
}

const toAddress = (url: string): string => new URL(url, self.registration.scope).href
