// Compiles a pseudo-language for tests: English with an accent on every letter ('Ĺóĝ óúţ'). A text without accents on a
// screen does not come from a message: it is hard-coded, or data.
import { compileTo, readMessages } from './messages.mjs'

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const ACCENTED = 'áƀćđéƒĝĥíĵķĺɱńóþɋŕśţúṽŵẋýžÁƁĆĐÉƑĜĤÍĴĶĹṀŃÓÞɊŔŚŢÚṼŴẊÝŽ'

/** Converts a text to the pseudo-language. Names in braces are inputs and stay as they are. */
export const inPseudo = (text) =>
  text.replaceAll(/\{\w+\}|[a-zA-Z]/g, (part) => (part.length > 1 ? part : ACCENTED[PLAIN.indexOf(part)]))

const mapValues = (values, map) => Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value)]))

const messageInPseudo = (message) =>
  typeof message === 'string' ? inPseudo(message) : [{ ...message[0], match: mapValues(message[0].match, inPseudo) }]

/**
 * Compiles the language to .cache/messages/<name>.
 *
 * @param tag the language whose rules format dates and figures
 */
export const compilePseudo = (name, tag) =>
  compileTo(name, [{ tag, areas: mapValues(readMessages('en'), (area) => mapValues(area, messageInPseudo)) }])
