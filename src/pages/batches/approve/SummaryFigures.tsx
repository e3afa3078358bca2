// The most important figures of a batch: rows, amount, fee, and the result.
import { m } from '#words/messages.js'
import type { BatchLoadFile } from '#contract/batches.ts'
import { batchTypes } from '#domain/batch/types.ts'
import { capitalise } from '#domain/texts/sentences.ts'
import type { BatchSummary } from '#domain/batch/summary.ts'
import { type Cents, cents } from '#domain/money.ts'
import { showsFeeFigure } from '#pages/shared/fees.ts'
import { Money } from '#ui/Money.tsx'
import { SummaryBar, type SummaryFigure } from '#ui/tables/SummaryBar.tsx'
import { numberToText } from '#words/figures.ts'
import { type DetailRow, awaitsResults, marksFirstLoads } from './details.ts'

interface SummaryFiguresProps {
  readonly batch: BatchLoadFile
  readonly summary: BatchSummary<DetailRow>
}

export function SummaryFigures({ batch, summary }: SummaryFiguresProps) {
  const renderMoney = (amount: Cents) => <Money cents={amount} currency={batch.CURRENCY} />
  const { BATCHLOADFILEAPPROVED: isApproved } = batch
  const failedCount = summary.all.rows - summary.loaded.rows
  const changedCount = summary.changed.rows
  const chargedFeeCents = cents(summary.feeCents - summary.notLoaded.feeCents)
  const { noun, pastParticiple, chargesFee } = batchTypes[batch.LOADTYPE]
  const showsFees = chargesFee && showsFeeFigure(summary.feeCents)
  const figures: (SummaryFigure | false)[] = [
    { label: capitalise(noun.many), value: numberToText(summary.all.rows) },
    { label: m.common_total(), value: renderMoney(summary.all.amountCents) },
    showsFees && { label: m.common_fee(), value: renderMoney(summary.feeCents) },
    marksFirstLoads(batch) && { label: m.batches_neverLoaded(), value: numberToText(summary.firstLoads.rows) },
    awaitsResults(batch) && {
      label: m.batches_cardChanged(),
      value: numberToText(changedCount),
      tone: changedCount > 0 ? 'warning' : undefined,
    },
    isApproved && { label: capitalise(pastParticiple), value: numberToText(summary.loaded.rows) },
    isApproved && {
      label: m.batches_amountDone({ done: pastParticiple }),
      value: renderMoney(summary.loaded.amountCents),
    },
    isApproved && showsFees && { label: m.common_feesCharged(), value: renderMoney(chargedFeeCents) },
    batch.PROCESSED && {
      label: m.common_failed(),
      value: numberToText(failedCount),
      tone: failedCount > 0 ? 'critical' : undefined,
    },
  ]
  return <SummaryBar label={m.common_totals()} figures={figures.filter((figure) => figure !== false)} />
}
