// Decisions need current data, not an older response or data stored on this device. So decisions stay disabled until
// the latest response arrives. If the request fails, the user can retry it.
import { m } from '#words/messages.js'
import type { Failure } from '#services/server/api.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'

const CHECKING = m.common_rowsAreBeingChecked()
const NOT_CHECKED = m.common_rowsCouldNotBeChecked()

/** The query of one batch or order. */
interface RowsQuery {
  readonly data: unknown
  readonly failure: Failure | undefined
  readonly isRefreshing: boolean
  readonly refresh: () => void
}

/** Why decisions are disabled; undefined once the data is current. */
export function staleReason({ data, failure, isRefreshing }: RowsQuery): string | undefined {
  if (failure) return NOT_CHECKED
  const isCurrent = data !== undefined && !isRefreshing
  return isCurrent ? undefined : CHECKING
}

/** Explains that the rows could not be loaded and that decisions are disabled, and offers a retry. */
export function NotCheckedBanner({ query }: { readonly query: RowsQuery }) {
  return (
    <Banner
      kind="critical"
      title={NOT_CHECKED}
      actions={
        <Button size="small" pending={query.isRefreshing} onClick={query.refresh}>
          {m.common_tryAgain()}
        </Button>
      }
    >
      {m.common_checkRowsBeforeDeciding({ problem: query.failure?.text ?? '' })}
    </Banner>
  )
}

/** Shown in a dialog while the rows load, and then replaced by the warnings or by `NoProblems`. */
export function CheckingRows() {
  return (
    <p role="status" className="text-muted">
      {CHECKING} …
    </p>
  )
}

/**
 * Shown if there are no warnings: the element before this one, with the class `peer`, is then empty. The text is as high
 * as that of `CheckingRows`, so that nothing moves under the pointer.
 */
export function NoProblems() {
  return <p className="hidden text-muted peer-empty:block">{m.common_noProblemsFound()}</p>
}
