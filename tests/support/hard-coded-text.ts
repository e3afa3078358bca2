// Finds text on a page of the pseudo-language (tools/pseudo-words.mjs) that is neither a message nor data. Messages have
// accents on every letter, so that any other word is hard-coded, or was passed to a message in English.
import { expect, type Page } from '@playwright/test'

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
const NAMES =
  /\b[0-9A-F]{4}(-[0-9A-F]{4}){2}\b|\b(Voyager|Client Portal|English|Bahasa Melayu|Deutsch|SGD|SGT|S\$|csv|xlsx|xls|CSV|PDF|CVV|[KMG]?B|Linux|Windows|Chrome)\b/g
/** What the browser writes in the language: months, and the words of lists. */
const OF_LANGUAGE = new RegExp(
  `\\b(${['long', 'short']
    .flatMap((month) =>
      Array.from({ length: 12 }, (_, at) =>
        new Date(2026, at).toLocaleDateString('en', { month: month as 'long' | 'short' }),
      ),
    )
    .join('|')}|Sept|and|or)\\b`,
  'g',
)

export interface PlainWords {
  /** Waits until the page has everything from the server, and keeps the words that it shows. */
  readonly look: (where: string) => Promise<void>
  /** Texts that the test itself has put on the page. */
  readonly isData: (...texts: readonly string[]) => void
  /** All texts with plain words so far, each with the first page that showed it. */
  readonly found: () => string[]
}

/** Watches the answers to the page for data. Call it before the page is opened. */
export function watchWords(page: Page): PlainWords {
  const data = new Set<string>()
  const texts = new Map<string, string>()
  let waiting = 0
  const keep = (field: string, value: unknown): void => {
    if (typeof value === 'string' && dataFields.has(field)) data.add(value)
    else if (typeof value === 'string' && /^[[{]/.test(value)) keep(field, JSON.parse(value))
    else if (Array.isArray(value)) for (const each of value) keep(field, each)
    else if (typeof value === 'object' && value !== null)
      for (const [name, each] of Object.entries(value)) keep(name, each)
  }
  page.on('request', () => waiting++)
  page.on('requestfailed', () => waiting--)
  page.on('requestfinished', async (request) => {
    try {
      if (new URL(request.url()).pathname.endsWith('/api')) keep('', await (await request.response())?.json())
    } catch {
      // The page has gone on, and with it the answer.
    }
    waiting--
  })
  return {
    async look(where) {
      let before = ''
      await expect
        .poll(
          async () => {
            const now = JSON.stringify(await page.evaluate(textsOfPage))
            const isSettled = waiting === 0 && now === before
            before = now
            return isSettled
          },
          { intervals: [50] },
        )
        .toBe(true)
      for (const text of JSON.parse(before) as string[]) if (!texts.has(text)) texts.set(text, where)
    },
    isData: (...added) => {
      for (const text of added) data.add(text)
    },
    found() {
      const known = [...data]
        .filter((text) => /[A-Za-z]{2}/.test(text))
        .toSorted((one, other) => other.length - one.length)
      const isPlain = (text: string) =>
        /[A-Za-z]{2}/.test(known.reduce(without, text).replaceAll(NAMES, '').replaceAll(OF_LANGUAGE, ''))
      return [...texts].filter(([text]) => isPlain(text)).map(([text, where]) => `${where}: ${text}`)
    },
  }
}

/** Removes whole words only: 'IT' is no part of 'TITLE'. */
function without(text: string, part: string): string {
  const at = text.indexOf(part)
  if (at < 0) return text
  const end = at + part.length
  if (/[A-Za-z]/.test(text.charAt(at - 1)) || /[A-Za-z]/.test(text.charAt(end))) return text
  return without(text.slice(0, at) + text.slice(end), part)
}

/** Runs in the page: all texts that users see or hear. */
function textsOfPage(): string[] {
  const texts = [document.title]
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (!node.parentElement?.closest('script, style, noscript, template')) texts.push(node.textContent ?? '')
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
