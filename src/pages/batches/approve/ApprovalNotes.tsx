// What speaks against approving at once, where anything does: a repeated file, cards that have changed since the upload.
import type { BatchLoadFile } from '#contract/batches.ts'
import { type BatchSummary, findingToStateWords } from '#domain/batch/summary.ts'
import { useAsk } from '#services/queries.ts'
import { Banner } from '#ui/Banner.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { type DetailRow, detailsToSummary, detailToRow } from './details.ts'
import { countOf } from './rows.ts'

/** For a dialog that has the file alone: the rows are asked for. */
export function ApprovalNotes({ file }: { readonly file: BatchLoadFile }) {
  const asked = useAsk('batchLoadDetails', { batchLoadFileID: file.BATCHLOADFILEID })
  const summary = asked.data && detailsToSummary(asked.data.details.map((detail) => detailToRow(detail, file)))
  if (!summary && asked.loading) return <Skeleton className="h-5 w-2/3" />
  return <Notes file={file} summary={summary} />
}

interface NotesProps {
  readonly file: BatchLoadFile
  readonly summary: BatchSummary<DetailRow> | undefined
}

export function Notes({ file, summary }: NotesProps) {
  const changed = summary?.changed
  return (
    <div className="grid gap-3 empty:hidden">
      {file.DUPLICATEREASON !== null && (
        <Banner kind="warning" title="The same rows were uploaded before">
          The uploader’s reason: “{file.DUPLICATEREASON}”
        </Banner>
      )}
      {changed !== undefined && changed.rows > 0 && (
        <Banner
          kind="warning"
          title={`${countOf(changed.rows, file.LOADTYPE)} would fail now, because the card has changed since the upload`}
        >
          <ul>
            {changed.reasons.map(({ code, rows }) => (
              <li key={code}>
                {findingToStateWords(code)}: {rows.toLocaleString('en')}
              </li>
            ))}
          </ul>
        </Banner>
      )}
    </div>
  )
}
