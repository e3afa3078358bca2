// Builds the text for a batch's fingerprint, which is equal for two batches of the same rows.

/** The data of a row that its fingerprint covers. */
export interface RowToFingerprint {
  readonly identifier: string
  readonly identifierTo?: string | undefined
  readonly amount: string
  /** Only for a load that fills up its card. */
  readonly targetBalance?: string | undefined
  /** The cards of the identifiers, if they exist. */
  readonly cardId?: number | null
  readonly targetCardId?: number | null
}

/**
 * The text whose keyed hash is a batch's fingerprint: type and sorted rows. The text is independent of the file's name,
 * order and format. It is the same whether a card number or a tracking number names a card. It has no translated texts:
 * fingerprints are stored, and the same rows must have the same fingerprint in every language.
 */
export function batchToFingerprintText(
  type: string,
  identifierType: number,
  rows: readonly RowToFingerprint[],
): string {
  const cardToText = (identifier: string, cardId: number | null | undefined) => {
    if (identifier === '') return ''
    const isKnownCard = cardId !== undefined && cardId !== null && cardId !== 0
    return isKnownCard ? `card ${cardId}` : `${identifierType} ${identifier}`
  }
  const lines = rows.map((row) => {
    const card = cardToText(row.identifier, row.cardId)
    const target = cardToText(row.identifierTo ?? '', row.targetCardId)
    const limit = row.targetBalance === undefined ? '' : ` up to ${row.targetBalance}`
    return `${card},${target},${row.amount}${limit}`
  })
  return [type, ...lines.sort()].join('\n')
}
