// No decision on what is not fresh: what was seen a while ago, or what this device knows from before, is no ground for one. Until
// the newest answer is there it is barred, and a failure is said and can be asked about again.
import type { Failure } from '#services/server/api.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import * as say from '#words/pages/shared.ts'

const CHECKING = say.rowsAreBeingChecked
const NOT_CHECKED = say.rowsCouldNotBeChecked

/** What is asked about the rows of one batch or order. */
interface AskedRows {
  readonly data: unknown
  readonly failure: Failure | undefined
  readonly refreshing: boolean
  readonly refresh: () => void
}

/** Why nothing may be decided yet; undefined once what is shown is the newest. */
export const notFresh = ({ data, failure, refreshing }: AskedRows): string | undefined =>
  failure ? NOT_CHECKED : data === undefined || refreshing ? CHECKING : undefined

/** Without the newest state nothing is decided. */
export function NotFresh({ asked }: { readonly asked: AskedRows }) {
  return (
    <Banner
      kind="critical"
      title={NOT_CHECKED}
      actions={
        <Button size="small" pending={asked.refreshing} onClick={asked.refresh}>
          {say.tryAgain}
        </Button>
      }
    >
      {say.nothingCanBeDecidedUntil(asked.failure?.text)}
    </Banner>
  )
}

/** In a dialog, while the rows are on their way. `NothingAgainst` or notes take its place. */
export function Checking() {
  return (
    <p role="status" className="text-muted">
      {CHECKING} …
    </p>
  )
}

/** Behind a `peer` with notes, where there are none: a line for a line, so that nothing moves under the pointer. */
export function NothingAgainst() {
  return <p className="hidden text-muted peer-empty:block">{say.nothingAgainstRows}</p>
}
