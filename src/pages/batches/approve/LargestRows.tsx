// The rows of a batch with the largest amounts, which approvers check first.
import { m } from '#words/messages.js'
import type { BatchLoadFile } from '#contract/batches.ts'
import { CardNumberLink } from '#pages/shared/CardNumberLink.tsx'
import { Money } from '#ui/Money.tsx'
import { Panel } from '#ui/Panel.tsx'
import { batchTypes } from '#domain/batch/types.ts'
import { type DetailRow, isTrackingNumber, numberInBatchColumn } from './details.ts'

export function LargestRows({ batch, rows }: { readonly batch: BatchLoadFile; readonly rows: readonly DetailRow[] }) {
  return (
    <Panel title={m.batches_largest({ nouns: batchTypes[batch.LOADTYPE].noun.many, currency: batch.CURRENCY })}>
      <ol className="grid gap-1.5">
        {rows.map((row) => (
          <li key={row.ROWNUMBER} className="flex items-baseline gap-x-3">
            <span
              className="figures w-14 shrink-0 text-sm text-muted"
              title={`${numberInBatchColumn.fullLabel}: ${row.ROWNUMBER}`}
            >
              {numberInBatchColumn.label} {row.ROWNUMBER}
            </span>
            <span className="flex min-w-0 flex-1 flex-wrap gap-x-2">
              <CardNumberLink
                value={row.IDENTIFIER}
                kind={isTrackingNumber(row.IDENTIFIER) ? 'identifier' : 'pan'}
                voucherId={row.VOUCHERID}
              />
              {row.CARDHOLDERNAME ? <span className="text-muted">{row.CARDHOLDERNAME}</span> : null}
            </span>
            <Money cents={row.amountCents} strong />
          </li>
        ))}
      </ol>
    </Panel>
  )
}
