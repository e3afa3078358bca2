// Decisions need current data: older answers, or those stored on this device, must not be their basis. Until the newest
// answer arrives decisions are disabled, and a failure is shown with a way to try again.
import type { Failure } from '#services/server/api.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import * as say from '#words/pages/shared.ts'

const CHECKING = say.rowsAreBeingChecked
const NOT_CHECKED = say.rowsCouldNotBeChecked

/** The query for the rows of one batch or order. */
interface FreshRows {
  readonly data: unknown
  readonly failure: Failure | undefined
  readonly refreshing: boolean
  readonly refresh: () => void
}

/** Why nothing can be decided yet; undefined once the data is current. */
export const notFresh = ({ data, failure, refreshing }: FreshRows): string | undefined =>
  failure ? NOT_CHECKED : data === undefined || refreshing ? CHECKING : undefined

/** Without current data nothing can be decided. */
export function NotFresh({ query }: { readonly query: FreshRows }) {
  return (
    <Banner
      kind="critical"
      title={NOT_CHECKED}
      actions={
        <Button size="small" pending={query.refreshing} onClick={query.refresh}>
          {say.tryAgain}
        </Button>
      }
    >
      {say.nothingCanBeDecidedUntil(query.failure?.text)}
    </Banner>
  )
}

/** In a dialog, while the rows are loading. `NothingAgainst` or notes take its place. */
export function Checking() {
  return (
    <p role="status" className="text-muted">
      {CHECKING} …
    </p>
  )
}

/** Beside a `peer` with notes, if there are none: the same height, so that nothing moves under the pointer. */
export function NothingAgainst() {
  return <p className="hidden text-muted peer-empty:block">{say.nothingAgainstRows}</p>
}
