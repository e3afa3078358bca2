// Text that a spreadsheet program would run as a formula is made to be text (threats T25).

/**
 * The text as it may stand in a cell: with an apostrophe in front where it would start a formula, also behind spaces and in
 * full-width form. Plain numbers, negative ones included, stay numbers.
 */
export function guardFormula(text: string): string {
  if (PLAIN_NUMBER.test(text)) return text
  return DANGEROUS.test(text) ? `'${text}` : text
}

const PLAIN_NUMBER = /^[+-]?[0-9]+(?:[.,][0-9]+)*$/
// oxlint-disable-next-line no-control-regex
const DANGEROUS = /^[\s\u00a0\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n\u0000]/
