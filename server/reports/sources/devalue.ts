// Every amount that a devalue took from a card, by a batch or by an action on the single card.
import { sql } from 'kysely'
import { storedToText } from '#server/stored-text.ts'
import type { ReportSource } from '../source.ts'
import { type Line, ledgerLines, lineToCard } from './ledger-lines.ts'
import { midnightAfter } from './days.ts'

interface DevalueLine extends Line {
  readonly batch_id: number | null
  readonly description: string
  /** True if the card was retired by the end of the report's last day. */
  readonly retired: boolean
}

export const devalue: ReportSource = ledgerLines<DevalueLine>({
  kinds: ['devalue'],
  columns: (query) => sql`, t.batch_id, t.description,
    (c.retired_at IS NOT NULL AND c.retired_at < ${midnightAfter(query.end, query)}) AS retired`,
  toRow: (line) => ({
    POSTED: line.posted_at,
    ...lineToCard(line),
    WALLETREFERENCE: line.customer_id,
    BATCH: batchToText(line),
    REFERENCE: storedToText(line.description),
    AMOUNT: -line.amount_cents,
    BALANCE: line.balance_after,
    RETIRED: line.retired,
  }),
})

/** The number of the line's batch. '' if the line does not belong to a batch. */
export const batchToText = ({ batch_id }: { readonly batch_id: number | null }): string =>
  batch_id === null ? '' : String(batch_id)
