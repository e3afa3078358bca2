// Texts in the database. Users read different languages, so a stored text is the keys of its messages with their values,
// and becomes words when it is read, in the language of the reader. Before the keys it has its words in English: for
// readers of the database, and for later versions that no longer have one of the messages. What users typed is stored as
// it is.
import { m } from '#words/messages.js'
import { commas } from '#words/lists.ts'
import { inSentence, listAnd, listOr, nameOfCode, number } from '#words/figures.ts'
import { getLocale } from '#words/runtime.js'
import { monthNames } from '#domain/calendar.ts'
import { inLanguage } from './language.ts'

/** Composes a text in the current language: calls the message and everything that the text contains. */
export type Phrase = () => string

/** The tag of texts without a language: in it a message is its key with its values (tools/messages.mjs). */
const NO_LANGUAGE = 'zxx'
/** Characters that no typed or imported text can contain, and that server/db/sets.ts does not use. */
const [BEGIN, BETWEEN, END, KEYS] = ['\u0002', '\u0004', '\u0003', '\u0005']

/**
 * The text to be stored. If its words cannot be made from keys and values, or if there are more than `most` characters
 * of them, it is stored in English only, cut at this length.
 */
export function toStoredText(phrase: Phrase, most = Infinity): string {
  const english = inLanguage('en', phrase)
  const keys = inLanguage(NO_LANGUAGE, phrase)
  const isComplete = keys.includes(BEGIN) && inLanguage('en', () => keysToText(keys)) === english
  return isComplete && keys.length <= most ? english.slice(0, most) + KEYS + keys : english.slice(0, most)
}

/** A stored text in the current language. */
export function storedToText(stored: string): string {
  const at = stored.indexOf(KEYS)
  if (at < 0) return stored
  const keys = stored.slice(at + 1)
  // In a text that is itself to be stored.
  return getLocale() === NO_LANGUAGE ? keys : (keysToText(keys) ?? stored.slice(0, at))
}

/** Undefined if this version does not know a key, or if the text was cut. */
function keysToText(keys: string): string | undefined {
  let at = 0
  const readText = (): string | undefined => {
    let text = ''
    while (at < keys.length && keys[at] !== BETWEEN && keys[at] !== END) {
      const from = at
      while (at < keys.length && !MARKS.has(keys[at] ?? '')) at += 1
      text += keys.slice(from, at)
      if (keys[at] !== BEGIN) break
      const words = readMessage()
      if (words === undefined) return undefined
      text += words
    }
    return text
  }
  const readMessage = (): string | undefined => {
    const parts: string[] = []
    do {
      at += 1
      const part = readText()
      if (part === undefined) return undefined
      parts.push(part)
    } while (keys[at] === BETWEEN)
    const isWhole = keys[at] === END
    at += 1
    return isWhole ? partsToText(parts) : undefined
  }
  return readText()
}

const MARKS: ReadonlySet<string> = new Set([BEGIN, BETWEEN, END])

/** A key with names and values, or the name of a function with its values. */
function partsToText([key = '', ...values]: readonly string[]): string | undefined {
  if (Object.hasOwn(functions, key)) return functions[key]?.(values)
  if (!Object.hasOwn(messages, key)) return undefined
  const inputs: Record<string, string> = {}
  for (let at = 0; at < values.length; at += 2) inputs[values[at] ?? ''] = values[at + 1] ?? ''
  return messages[key]?.(inputs)
}

const messages: Readonly<Record<string, ((values: object) => string) | undefined>> = m as never

/** Texts that figures.ts, lists.ts and calendar.ts write without a language. */
const functions: Readonly<Record<string, (values: readonly string[]) => string>> = {
  number: ([value]) => number(Number(value)),
  inSentence: ([label = '']) => inSentence(label),
  listAnd: (words) => listAnd(words),
  listOr: (words) => listOr(words),
  commas: (words) => commas(words),
  nameOfCode: ([type, code = '', english = '']) => nameOfCode(type === 'region' ? 'region' : 'currency', code, english),
  monthName: ([length, month = '']) => monthNames(length === 'long' ? 'long' : 'short')[Number(month) - 1] ?? '',
}
