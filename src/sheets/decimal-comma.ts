// Converts amounts with a decimal comma, in files whose separator is not the comma.

/**
 * Replaces a decimal comma by a point: '1.250,50' → '1250.50', '12,5' → '12.5'. A single comma always counts as
 * decimal, so '1,250' becomes '1.250'. This text could also mean 1250, so the amount check refuses its three decimals.
 * In '1,250.50' and '1,250,000' the commas can only separate groups of digits. Such texts stay unchanged.
 *
 * @param canBeAmount true for a column (from 0) that can have amounts; other columns stay unchanged
 */
export const decimalCommaToPoint = (fields: readonly string[], canBeAmount: (index: number) => boolean): string[] =>
  fields.map((field, index) => (field.includes(',') && canBeAmount(index) ? commaToPoint(field) : field))

function commaToPoint(field: string): string {
  const amount = DECIMAL_COMMA.exec(field)?.groups
  if (!amount) return field
  const { sign = '', whole = '', decimals = '' } = amount
  return `${sign}${whole.replaceAll('.', '')}.${decimals}`
}

/** Matches '12,5' and '1.250,50'. */
const DECIMAL_COMMA = /^(?<sign>\s*-?\s*)(?<whole>[0-9]+|[0-9]{1,3}(?:\.[0-9]{3})+),(?<decimals>[0-9]*\s*)$/
