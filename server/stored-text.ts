// Texts in the database. Users read different languages. So a stored text consists of message keys with their values,
// and becomes a text in the reader's language when it is read. The English text is stored before the keys, for
// people who read the database, and for later versions that no longer have one of the messages. Text that users typed
// is stored unchanged. A text that several users read is stored with `toStoredText` and read with `storedToText`. A
// message whose meaning or values change gets a new key (decision 464).
import { type RawBuilder, sql } from 'kysely'
import { m } from '#words/messages.js'
import { commas } from '#words/lists.ts'
import { inSentence, listAnd, listOr, nameOfCode, numberToText } from '#words/figures.ts'
import { getLocale } from '#words/runtime.js'
import { monthNames } from '#domain/calendar.ts'
import { inLanguage } from './language.ts'

/** Composes a text in the current language: calls the message and everything that the text contains. */
export type Phrase = () => string

/** In this language, a message returns its key and values instead of words (tools/messages.mjs). */
const KEY_LANGUAGE = 'zxx'
// A message is stored as BEGIN, key, BETWEEN, name, BETWEEN, value, …, END. KEYS_START separates the English text from
// the messages. No typed or imported text can contain these characters, and server/db/sets.ts does not use them.
const BEGIN = '\u0002'
const BETWEEN = '\u0004'
const END = '\u0003'
const KEYS_START = '\u0005'

/**
 * The text to be stored: the English words, followed by the keys and values. The keys and values are left out in two
 * cases: if the text cannot be rebuilt from them, or if they have more than `maxLength` characters.
 */
export function toStoredText(phrase: Phrase, maxLength = Infinity): string {
  const english = inLanguage('en', phrase)
  const keys = inLanguage(KEY_LANGUAGE, phrase)
  const canBeRebuilt = keys.includes(BEGIN) && inLanguage('en', () => keysToText(keys)) === english
  const words = english.slice(0, maxLength)
  const storesKeys = canBeRebuilt && keys.length <= maxLength
  return storesKeys ? words + KEYS_START + keys : words
}

/** A stored text in the current language. */
export function storedToText(stored: string): string {
  const englishLength = stored.indexOf(KEYS_START)
  if (englishLength < 0) return stored
  const keys = stored.slice(englishLength + 1)
  // In KEY_LANGUAGE, this text becomes part of another text that is about to be stored.
  if (getLocale() === KEY_LANGUAGE) return keys
  return keysToText(keys) ?? stored.slice(0, englishLength)
}

/** The English words of a stored text, in a query. */
export const englishWords = (text: RawBuilder<string>) => sql<string>`split_part(${text}, ${KEYS_START}, 1)`

/** The text in the current language. Undefined if this version does not know a key, or if the text was cut. */
function keysToText(keys: string): string | undefined {
  let position = 0
  /** Reads plain text and messages up to the next BETWEEN or END. */
  const readText = (): string | undefined => {
    let text = ''
    while (position < keys.length && keys[position] !== BETWEEN && keys[position] !== END) {
      const plainStart = position
      while (position < keys.length && !MARKS.has(keys[position] ?? '')) position += 1
      text += keys.slice(plainStart, position)
      if (keys[position] !== BEGIN) break
      const messageText = readMessage()
      if (messageText === undefined) return undefined
      text += messageText
    }
    return text
  }
  /** Reads a message from its BEGIN to its END. */
  const readMessage = (): string | undefined => {
    const fields: string[] = []
    do {
      position += 1
      const field = readText()
      if (field === undefined) return undefined
      fields.push(field)
    } while (keys[position] === BETWEEN)
    const isClosed = keys[position] === END
    position += 1
    return isClosed ? fieldsToText(fields) : undefined
  }
  return readText()
}

const MARKS: ReadonlySet<string> = new Set([BEGIN, BETWEEN, END])

/**
 * The text of a message or a function. `key` is followed by the names and values of the message's inputs, or by values.
 */
function fieldsToText([key = '', ...values]: readonly string[]): string | undefined {
  if (Object.hasOwn(functions, key)) return functions[key]?.(values)
  if (!Object.hasOwn(messages, key)) return undefined
  const inputs: Record<string, string> = {}
  for (let index = 0; index < values.length; index += 2) {
    const [name = '', value = ''] = values.slice(index, index + 2)
    inputs[name] = value
  }
  return messages[key]?.(inputs)
}

// The cast drops the types of the messages' inputs, because the stored inputs are not typed.
const messages: Readonly<Record<string, ((values: object) => string) | undefined>> = m as never

/** The functions of figures.ts, lists.ts and calendar.ts whose names and values stored texts contain. */
const functions: Readonly<Record<string, (values: readonly string[]) => string>> = {
  number: ([value]) => numberToText(Number(value)),
  inSentence: ([label = '']) => inSentence(label),
  listAnd: (words) => listAnd(words),
  listOr: (words) => listOr(words),
  commas: (words) => commas(words),
  nameOfCode: ([type, code = '', english = '']) => nameOfCode(type === 'region' ? 'region' : 'currency', code, english),
  monthName: ([length, month = '']) => monthNames(length === 'long' ? 'long' : 'short')[Number(month) - 1] ?? '',
}
