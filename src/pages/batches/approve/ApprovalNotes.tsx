// What speaks against carrying a batch out, where anything does: a repeated file, rows that stand in another batch too, cards
// that have changed since the upload.
import type { BatchLoadFile } from '#contract/batches.ts'
import { batchesToWords, countToWords } from '#domain/batch/words.ts'
import { type BatchSummary, findingToStateWords } from '#domain/batch/summary.ts'
import { centsToText } from '#domain/money.ts'
import { Checking, NotFresh } from '#pages/shared/fresh.tsx'
import { Banner } from '#ui/Banner.tsx'
import type { DetailRow } from './details.ts'
import type { FreshDetails } from './useFreshDetails.ts'

/** In a dialog: that the rows are on their way or could not be had, then what speaks against them. */
export function FreshNotes({ file, fresh }: { readonly file: BatchLoadFile; readonly fresh: FreshDetails }) {
  const { asked, summary } = fresh
  if (asked.failure) return <NotFresh asked={asked} />
  if (!summary) return <Checking />
  return <Notes file={file} summary={summary} />
}

interface NotesProps {
  readonly file: BatchLoadFile
  readonly summary: BatchSummary<DetailRow> | undefined
}

export function Notes({ file, summary }: NotesProps) {
  const { changed, copies, repeated, wholes } = summary ?? {}
  return (
    <div className="grid gap-3 empty:hidden">
      {file.DUPLICATEREASON !== null && (
        <Banner kind="warning" title="The same rows were uploaded before">
          The uploader’s reason: “{file.DUPLICATEREASON}”
        </Banner>
      )}
      {copies !== undefined && copies.rows > 0 && (
        <Banner
          kind="warning"
          title={`${countToWords(copies.rows, file.LOADTYPE)} name a card that stands here more than once`}
        >
          Each row would be carried out.
        </Banner>
      )}
      {wholes !== undefined && wholes.rows > 0 && (
        <Banner
          kind="warning"
          title={`${countToWords(wholes.rows, file.LOADTYPE)} ${wholes.rows === 1 ? 'takes' : 'take'} all that the card holds`}
        >
          Their amount was left blank: {centsToText(wholes.amountCents)} in all.
        </Banner>
      )}
      {repeated !== undefined && repeated.rows > 0 && (
        <Banner
          kind="warning"
          title={`${countToWords(repeated.rows, file.LOADTYPE)} ${repeated.rows === 1 ? 'stands' : 'stand'} in ${batchesToWords(repeated.batches, 3)} too`}
        >
          The same cards with the same amounts, done there within 5 days or waiting there: each would be carried out.
        </Banner>
      )}
      {changed !== undefined && changed.rows > 0 && (
        <Banner
          kind="warning"
          title={`${countToWords(changed.rows, file.LOADTYPE)} would fail ${file.PROCESSED ? 'again' : 'now, because the card has changed since the upload'}`}
        >
          <ul>
            {changed.reasons.map(({ finding, rows }) => (
              <li key={finding.code}>
                {findingToStateWords(finding)}: {rows.toLocaleString('en')}
              </li>
            ))}
          </ul>
        </Banner>
      )}
    </div>
  )
}
