// Finds text on a page in the pseudo-language (tools/pseudo-words.mjs) that is neither a message nor data. Messages have
// accents on every letter, so any plain word is hard-coded, or was passed to a message in English.
import { expect, type Page, type Request } from '@playwright/test'

/** Fields of the API whose texts are data: names, references, codes, and what users have written. */
const dataFields = new Set(
  [
    ['ACTIVATIONDATA', 'BATCHLOADFILEORIGINALNAME', 'BATCHLOADFILEREFERENCE', 'CARDHOLDERNAME', 'FINGERPRINT'],
    ['APPROVALUSERFIRSTNAME', 'APPROVALUSERLASTNAME', 'UPLOADUSERFIRSTNAME', 'UPLOADUSERLASTNAME'],
    ['CampaignName', 'campaignName', 'STOPREASONSHORT', 'TRANSACTIONDESCRIPTION', 'VOUCHERNOTETEXT'],
    ['VOUCHERTAGVALUE', 'USERNAME', 'cardLabel', 'currency', 'customerReference', 'email', 'fileName'],
    ['fingerprint', 'firstName', 'firstname', 'lastName', 'lastname', 'name', 'tagName', 'tagValue'],
    ['uploadUserFirstName', 'uploadUserLastName', 'userGroups', 'userName', 'username', 'reference', 'who'],
  ].flat(),
)

/** Words that are the same in every language, and control codes: '6A92-FC50-C126'. */
const SAME_IN_ALL_LANGUAGES =
  /\b[0-9A-F]{4}(-[0-9A-F]{4}){2}\b|\b(Voyager|Client Portal|English|Bahasa Melayu|Deutsch|SGD|SGT|S\$|csv|xlsx|xls|CSV|PDF|CVV|[KMG]?B|Linux|Windows|Chrome|curl|Node)\b/g
/** Words that the browser writes: months, and the words of lists. */
const BROWSER_WORDS = new RegExp(
  `\\b(${['long', 'short']
    .flatMap((style) =>
      Array.from({ length: 12 }, (_, index) =>
        new Date(2026, index).toLocaleDateString('en', { month: style as 'long' | 'short' }),
      ),
    )
    .join('|')}|Sept|and|or)\\b`,
  'g',
)

export interface TextWatcher {
  /** Waits until the page has everything from the server, and collects the texts that it shows. `page` names the page. */
  readonly collect: (page: string) => Promise<void>
  /** Adds texts that are data. */
  readonly addData: (...texts: readonly string[]) => void
  /** All hard-coded texts so far, each with the first page that showed it. */
  readonly hardCodedTexts: () => string[]
}

/** Takes the data from the responses to the page. Call this before the page is opened. */
export function watchTexts(page: Page): TextWatcher {
  const data = new Set<string>()
  const texts = new Map<string, string>()
  const pendingRequests = new Set<Request>()
  // The server answers a held call only once something changes.
  const isHeld = (request: Request) => request.postData()?.includes('"awaitChange"') === true
  const collectData = (field: string, value: unknown): void => {
    if (typeof value === 'string' && dataFields.has(field)) {
      data.add(value)
      // The line of an e-mail address can break before the @.
      if (field === 'email') data.add(value.slice(value.lastIndexOf('@')))
    } else if (typeof value === 'string' && /^[[{]/.test(value)) collectData(field, JSON.parse(value))
    else if (Array.isArray(value)) for (const item of value) collectData(field, item)
    else if (typeof value === 'object' && value !== null)
      for (const [name, nested] of Object.entries(value)) collectData(name, nested)
  }
  page.on('request', (request) => {
    if (!isHeld(request)) pendingRequests.add(request)
  })
  page.on('requestfailed', (request) => pendingRequests.delete(request))
  page.on('requestfinished', async (request) => {
    try {
      if (new URL(request.url()).pathname.endsWith('/api')) collectData('', await (await request.response())?.json())
    } catch {
      // The page was left, and the response is gone.
    }
    pendingRequests.delete(request)
  })
  return {
    async collect(pageName) {
      let previous = ''
      await expect
        .poll(
          async () => {
            const current = JSON.stringify(await page.evaluate(textsOfPage))
            const isSettled = pendingRequests.size === 0 && current === previous
            previous = current
            return isSettled
          },
          { intervals: [50] },
        )
        .toBe(true)
      for (const text of JSON.parse(previous) as string[]) if (!texts.has(text)) texts.set(text, pageName)
    },
    addData: (...added) => {
      for (const text of added) data.add(text)
    },
    hardCodedTexts() {
      // Longer texts first, since they can contain shorter ones.
      const known = [...data].filter((text) => /[A-Za-z]{2}/.test(text)).toSorted((a, b) => b.length - a.length)
      const isPlain = (text: string) =>
        /[A-Za-z]{2}/.test(
          known.reduce(without, text).replaceAll(SAME_IN_ALL_LANGUAGES, '').replaceAll(BROWSER_WORDS, ''),
        )
      return [...texts].filter(([text]) => isPlain(text)).map(([text, pageName]) => `${pageName}: ${text}`)
    },
  }
}

/** Removes a text where it is not inside a word: 'IT' is not removed from 'TITLE'. */
function without(text: string, removed: string): string {
  const start = text.indexOf(removed)
  if (start < 0) return text
  const end = start + removed.length
  if (/[A-Za-z]/.test(text.charAt(start - 1)) || /[A-Za-z]/.test(text.charAt(end))) return text
  return without(text.slice(0, start) + text.slice(end), removed)
}

/** Runs in the page: all texts that users see or hear, without code and addresses that are marked as such. */
function textsOfPage(): string[] {
  const texts = [document.title]
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (!node.parentElement?.closest('script, style, noscript, template, [translate=no]'))
      texts.push(node.textContent ?? '')
  const names = [
    'aria-label',
    'aria-description',
    'aria-roledescription',
    'aria-valuetext',
    'title',
    'placeholder',
    'alt',
  ]
  for (const element of document.body.querySelectorAll('*'))
    texts.push(...names.map((name) => element.getAttribute(name) ?? ''))
  return texts.map((text) => text.trim()).filter((text) => /[A-Za-z]{2}/.test(text))
}
