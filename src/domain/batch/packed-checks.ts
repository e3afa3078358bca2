// The server's check results of a batch as columns. The worker passes columns to the page, since parsing or copying
// thousands of objects would block the page.
import { decimalToCents } from '#domain/money.ts'

interface CheckedCard {
  readonly currency: string
  readonly cardholder?: string | undefined
}

/** The values of the API's `verifiedElement` that are packed. */
interface CheckedElement {
  readonly amount: string
  readonly batchFeeAmount: string
  readonly source: CheckedCard
  readonly destination?: CheckedCard | undefined
  readonly findings: readonly string[]
}

/** The columns have one value for each row. */
export interface PackedChecks<Element> {
  readonly count: number
  /** The complete elements of the rows with findings, by the index of the row. */
  readonly withFindings: ReadonlyMap<number, Element>
  /** Minor units. */
  readonly amounts: Float64Array<ArrayBuffer>
  readonly fees: Float64Array<ArrayBuffer>
  readonly currencies: readonly string[]
  readonly holders: readonly string[]
  /** The holders of the cards that receive money from other cards. */
  readonly targetHolders: readonly string[]
}

export function packChecks<Element extends CheckedElement>(elements: readonly Element[]): PackedChecks<Element> {
  const toCents = (decimals: readonly string[]) =>
    Float64Array.from(decimals, (decimal) => decimalToCents(decimal) ?? 0)
  const withFindings = new Map<number, Element>()
  for (const [index, element] of elements.entries()) {
    if (element.findings.length > 0) withFindings.set(index, element)
  }
  return {
    count: elements.length,
    withFindings,
    amounts: toCents(elements.map(({ amount }) => amount)),
    fees: toCents(elements.map(({ batchFeeAmount }) => batchFeeAmount)),
    currencies: elements.map(({ source }) => source.currency),
    holders: elements.map(({ source }) => source.cardholder ?? ''),
    targetHolders: elements.map(({ destination }) => destination?.cardholder ?? ''),
  }
}

/** Packs the elements of a response to a check of rows. Any other response is returned unchanged. */
export function packResponse(response: unknown): unknown {
  if (!isObject(response)) return response
  const elements = response['batchElements']
  if (!Array.isArray(elements)) return response
  return { ...response, batchElements: packChecks(elements as CheckedElement[]) }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
