// All transactions on a campaign's cards on a day, with the same amounts and texts as in the statement of each card.
import { sql } from 'kysely'
import { type CardTransactionType, cardTransactionTypes } from '#domain/cards/transactions.ts'
import { isShownTransactionSql, shownAmount } from '#server/ledger/opening-display.ts'
import { storedToText } from '#server/stored-text.ts'
import type { ReportSource } from '../source.ts'
import { type Line, ledgerLines, lineToCard } from './ledger-lines.ts'
import { descriptionInLanguage } from '#server/operations/programme-names.ts'

interface StatementLine extends Line {
  readonly kind: CardTransactionType
  readonly description: string
  readonly shown_cents: number
}

export const cardholderStatement: ReportSource = ledgerLines<StatementLine>({
  kinds: Object.keys(cardTransactionTypes) as CardTransactionType[],
  columns: () => sql`, t.kind, ${descriptionInLanguage()} AS description, ${shownAmount} AS shown_cents`,
  where: isShownTransactionSql,
  toRow: (line) => ({
    ...lineToCard(line),
    NAME: line.name,
    POSTED: line.posted_at,
    TYPE: cardTransactionTypes[line.kind].label,
    DESCRIPTION: storedToText(line.description),
    AMOUNT: line.shown_cents,
    BALANCE: line.balance_after,
  }),
})
