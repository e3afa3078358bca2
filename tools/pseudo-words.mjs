// A language made from English for tests: every letter of a text has an accent ('Ĺóĝ óúţ'). What is still readable as
// plain English on a screen is not from a message: hard-coded, or data.
import { compileTo, readMessages } from './messages.mjs'

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const ACCENTED = 'áƀćđéƒĝĥíĵķĺɱńóþɋŕśţúṽŵẋýžÁƁĆĐÉƑĜĤÍĴĶĹṀŃÓÞɊŔŚŢÚṼŴẊÝŽ'

/** The text as the pseudo-language has it; names in braces are inputs and stay. */
export const inPseudo = (text) =>
  text.replaceAll(/\{\w+\}|[a-zA-Z]/g, (part) => (part.length > 1 ? part : ACCENTED[PLAIN.indexOf(part)]))

const mapValues = (values, map) => Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value)]))

const messageInPseudo = (message) =>
  typeof message === 'string' ? inPseudo(message) : [{ ...message[0], match: mapValues(message[0].match, inPseudo) }]

/**
 * Compiles the language to .cache/messages/<name>.
 *
 * @param tag the language that dates and figures are written in
 * @param structure as for `compileTo`
 */
export const compilePseudo = (name, tag, structure) =>
  compileTo(name, [tag], [mapValues(readMessages('en'), (area) => mapValues(area, messageInPseudo))], structure)
