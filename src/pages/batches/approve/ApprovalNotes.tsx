// What speaks against carrying a batch out, where anything does: a repeated file, rows that stand in another batch too, cards
// that have changed since the upload.
import type { BatchLoadFile } from '#contract/batches.ts'
import { batchesToWords, countToWords } from '#domain/batch/words.ts'
import { type BatchSummary, findingToStateWords } from '#domain/batch/summary.ts'
import { centsToText } from '#domain/money.ts'
import { Checking, NotFresh, NothingAgainst } from '#pages/shared/fresh.tsx'
import { Banner } from '#ui/Banner.tsx'
import type { DetailRow } from './details.ts'
import type { FreshDetails } from './useFreshDetails.ts'
import * as say from '#words/pages/batches/approve.ts'

/** In a dialog: that the rows are on their way or could not be had, then what speaks against them. */
export function FreshNotes({ file, fresh }: { readonly file: BatchLoadFile; readonly fresh: FreshDetails }) {
  const { asked, summary } = fresh
  if (asked.failure) return <NotFresh asked={asked} />
  if (!summary) return <Checking />
  return (
    <div>
      <Notes file={file} summary={summary} />
      <NothingAgainst />
    </div>
  )
}

interface NotesProps {
  readonly file: BatchLoadFile
  readonly summary: BatchSummary<DetailRow> | undefined
}

export function Notes({ file, summary }: NotesProps) {
  const { changed, copies, repeated, wholes } = summary ?? {}
  return (
    <div className="peer grid gap-3 empty:hidden">
      {file.DUPLICATEREASON !== null && (
        <Banner kind="warning" title={say.uploadedBefore}>
          {say.uploadersReason(file.DUPLICATEREASON)}
        </Banner>
      )}
      {copies !== undefined && copies.rows > 0 && (
        <Banner kind="warning" title={say.copies(countToWords(copies.rows, file.LOADTYPE))}>
          {say.eachIsCarriedOut}
        </Banner>
      )}
      {wholes !== undefined && wholes.rows > 0 && (
        <Banner kind="warning" title={say.takeAll(countToWords(wholes.rows, file.LOADTYPE), wholes.rows)}>
          {say.amountLeftBlank(centsToText(wholes.amountCents))}
        </Banner>
      )}
      {repeated !== undefined && repeated.rows > 0 && (
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
      {changed !== undefined && changed.rows > 0 && (
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
