// Converts values of the database to JavaScript values.
import pg from 'pg'

// PostgreSQL's ids of types.
const INT8 = 20
const DATE = 1082
const INT8_ARRAY = 1016
const DATE_ARRAY = 1182
const TEXT_ARRAY = 1009

type Parser = (text: string) => unknown
const builtInParser = (oid: number): Parser => pg.types.getTypeParser(oid, 'text') as Parser

const parsers: Readonly<Record<number, Parser>> = {
  [INT8]: textToSafeInteger,
  [INT8_ARRAY]: (text) => {
    const items = builtInParser(TEXT_ARRAY)(text) as (string | null)[]
    return items.map((item) => (item === null ? null : textToSafeInteger(item)))
  },
  // A calendar date stays text: a Date would depend on the time zone.
  [DATE]: (text) => text,
  [DATE_ARRAY]: builtInParser(TEXT_ARRAY),
}

export const valueParsers: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: string) => {
    if (format === 'binary') return pg.types.getTypeParser(oid, 'binary') as Parser
    return parsers[oid] ?? builtInParser(oid)
  },
}

/** int8 as a number. Throws above 2^53, because a rounded id or amount would be wrong. */
function textToSafeInteger(text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new RangeError('The database returned an integer beyond 2^53')
  return number
}
