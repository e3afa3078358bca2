// The figures that decide, before anything else: how many, how much, at what fee, and what came of it.
import { client } from '#brand/current.ts'
import type { BatchLoadFile } from '#contract/batches.ts'
import { batchKinds } from '#domain/batch/kinds.ts'
import { capital } from '#domain/batch/words.ts'
import type { BatchSummary } from '#domain/batch/summary.ts'
import { Money } from '#ui/Money.tsx'
import { SummaryBar, type SummaryFigure } from '#ui/SummaryBar.tsx'
import { type DetailRow, isPending, tellsFirstLoads } from './details.ts'

interface SummaryFiguresProps {
  readonly file: BatchLoadFile
  readonly summary: BatchSummary<DetailRow>
}

export function SummaryFigures({ file, summary }: SummaryFiguresProps) {
  const money = (cents: typeof summary.feeCents) => <Money cents={cents} currency={file.CURRENCY} />
  const failed = summary.all.rows - summary.loaded.rows
  const { noun, done, chargesFee } = batchKinds[file.LOADTYPE]
  const figures: (SummaryFigure | false)[] = [
    { label: capital(noun.many), value: count(summary.all.rows) },
    { label: 'Total', value: money(summary.all.amountCents) },
    !client.flags.hideFees && chargesFee && { label: 'Fee', value: money(summary.feeCents) },
    tellsFirstLoads(file) && { label: 'Never loaded before', value: count(summary.firstLoads.rows) },
    isPending(file) && {
      label: 'Card changed since',
      value: count(summary.changed.rows),
      ...(summary.changed.rows > 0 ? { tone: 'warning' } : {}),
    },
    file.BATCHLOADFILEAPPROVED && { label: capital(done), value: count(summary.loaded.rows) },
    file.BATCHLOADFILEAPPROVED && { label: `Amount ${done}`, value: money(summary.loaded.amountCents) },
    file.PROCESSED && { label: 'Failed', value: count(failed), ...(failed > 0 ? { tone: 'critical' } : {}) },
  ]
  return <SummaryBar label="Totals" figures={figures.filter((figure) => figure !== false)} />
}

const count = (value: number): string => value.toLocaleString('en')
