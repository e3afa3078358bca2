// A pseudo-language for the tests of switching languages, generated from English: each text is in brackets that no
// source contains.
import { type Messages, type MessageText, compileTo, readMessages } from '#tools/messages.mjs'
import { wordsOf } from '#tools/vite/words.ts'

/** The module resolution of the messages for vitest projects that use this language. */
export const pseudoWords = wordsOf('pseudo')

const mapValues = <From, To>(values: Readonly<Record<string, From>>, map: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value)]))

const inBrackets = (text: string): string => `⟦${text}⟧`

const inPseudo = (message: MessageText): MessageText =>
  typeof message === 'string'
    ? inBrackets(message)
    : [{ ...message[0], match: mapValues(message[0].match, inBrackets) }]

/** Compiles the language. Vitest calls this before the tests that use it. */
export default function compilePseudoWords(): Promise<void> {
  const messages: Messages = mapValues(readMessages('en'), (area) => mapValues(area, inPseudo))
  return compileTo('pseudo', ['en-XA'], [messages])
}
