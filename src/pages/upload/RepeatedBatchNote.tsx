// A note above the rows of an earlier batch that were opened again. It says what has changed since the earlier batch was
// submitted.
import { m } from '#words/messages.js'
import { rowList } from '#words/lists.ts'
import { client } from '#brand/current.ts'
import { codesToFindings, findingToStatement } from '#domain/batch/summary.ts'
import { instantToText } from '#domain/instants.ts'
import type { RepeatedBatch } from '#machines/upload-steps.ts'
import { Banner } from '#ui/Banner.tsx'

export function RepeatedBatchNote({ repeats }: { readonly repeats: RepeatedBatch }) {
  const { batchId, submittedAt, changes } = repeats
  const at = instantToText(submittedAt, client)
  if (changes.length === 0) return <Banner title={m.upload_nothingChangedSince({ batchId, at })} />
  return (
    <Banner kind="warning" title={m.upload_changedSinceBatch({ batchId, at })}>
      <ul className="list-disc ps-5">
        {changes.map(({ code, rows }) => (
          <li key={code}>{m.upload_changeOfRows({ change: statementOf(code), rowNumbers: rowList(rows) })}</li>
        ))}
      </ul>
    </Banner>
  )
}

/** A newer server can find a change that this version does not know. */
function statementOf(code: string): string {
  const [finding] = codesToFindings([code])
  return finding ? findingToStatement(finding) : m.upload_unknownChange()
}
