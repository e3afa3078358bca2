// Warnings about a batch: missing funds, a repeated file, rows that are in another batch too, cards that have changed
// since the upload.
import type { BatchLoadFile } from '#contract/batches.ts'
import { batchesToWords, countToWords } from '#domain/batch/words.ts'
import { type BatchSummary, findingToStateWords } from '#domain/batch/summary.ts'
import type { Funding } from '#domain/funding.ts'
import { centsToText } from '#domain/money.ts'
import { FundingBalance, FundingNote, loadsFail } from '#pages/shared/Funding.tsx'
import { Checking, NotFresh, NothingAgainst } from '#pages/shared/fresh.tsx'
import { Banner } from '#ui/Banner.tsx'
import { type DetailRow, isUndecided } from './details.ts'
import { moneyOf } from './rows.ts'
import type { FreshBatch } from './useFreshBatch.ts'
import * as say from '#words/pages/batches/approve.ts'

/** In a dialog: that the rows are loading or could not be loaded, then the warnings. */
export function FreshNotes({ file, fresh }: { readonly file: BatchLoadFile; readonly fresh: FreshBatch }) {
  const { query, summary, funding } = fresh
  if (query.failure) return <NotFresh query={query} />
  if (!summary) return <Checking />
  return (
    <div>
      <Notes file={file} summary={summary} funding={funding} />
      <NothingAgainst />
      <FundingBalance funding={funding} money={moneyOf(file.CURRENCY)} />
    </div>
  )
}

interface NotesProps {
  readonly file: BatchLoadFile
  readonly summary: BatchSummary<DetailRow>
  readonly funding: Funding | undefined
}

export function Notes({ file, summary, funding }: NotesProps) {
  const { open, changed, copies, repeated, wholes } = summary
  return (
    <div className="peer grid gap-3 empty:hidden">
      <FundingNote funding={funding} money={moneyOf(file.CURRENCY)} fail={loadsFail(open.rows, file.LOADTYPE)}>
        {isUndecided(file) ? say.topUpOrRetry : say.topUpBefore}
      </FundingNote>
      {file.DUPLICATEREASON !== null && (
        <Banner kind="warning" title={say.uploadedBefore}>
          {say.uploadersReason(file.DUPLICATEREASON)}
        </Banner>
      )}
      {copies.rows > 0 && (
        <Banner kind="warning" title={say.copies(countToWords(copies.rows, file.LOADTYPE))}>
          {say.eachIsCarriedOut}
        </Banner>
      )}
      {wholes.rows > 0 && (
        <Banner kind="warning" title={say.takeAll(countToWords(wholes.rows, file.LOADTYPE), wholes.rows)}>
          {say.amountLeftBlank(centsToText(wholes.amountCents))}
        </Banner>
      )}
      {repeated.rows > 0 && (
        <Banner
          kind="warning"
          title={say.standElsewhere(
            countToWords(repeated.rows, file.LOADTYPE),
            repeated.rows,
            batchesToWords(repeated.batches, 3),
          )}
        >
          {say.whatElsewhereMeans}
        </Banner>
      )}
      {changed.rows > 0 && (
        <Banner
          kind="warning"
          title={(file.PROCESSED ? say.wouldFailAgain : say.wouldFailNow)(countToWords(changed.rows, file.LOADTYPE))}
        >
          <ul>
            {changed.reasons.map(({ finding, rows }) => (
              <li key={finding.code}>{say.findingWithCount(findingToStateWords(finding), rows)}</li>
            ))}
          </ul>
        </Banner>
      )}
    </div>
  )
}
