// The assumptions made when the file of the open rows was read, each with a button to change it.
import { m } from '#words/messages.js'
import { type ReactNode, useState } from 'react'
import { type Assumption, currentAssumptions } from '#flows/open-rows/assumptions.ts'
import type { OpenRows } from '#flows/open-rows/open-rows.ts'
import type { Assumptions, ReadChoices, ReadSettings } from '#domain/rows/reading.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { EncodingChoice, SheetChoice } from './reading-choices.tsx'

interface FileAssumptionsProps {
  readonly assumed: Assumptions | undefined
  readonly openRows: OpenRows
  /** The sheets and encodings with which the file can be read again; undefined if that is not possible. */
  readonly source: ReadChoices | undefined
  readonly onRead: (settings: ReadSettings) => void
  /** Opens the mapping of the columns. Undefined if the file is not available. */
  readonly onColumns: (() => void) | undefined
  readonly isReadOnly: boolean
}

/** Depends on the current rows, so the page must render it again whenever they change. */
export function FileAssumptions({ assumed, openRows, source, onRead, onColumns, isReadOnly }: FileAssumptionsProps) {
  const [isChoosingEncoding, setIsChoosingEncoding] = useState(false)
  const assumptions = currentAssumptions(assumed, openRows.rows)
  const rereadSource = isReadOnly ? undefined : source
  const hasEncodings = (rereadSource?.encodings?.length ?? 0) > 1
  const hasSheets = (rereadSource?.sheets?.length ?? 0) > 1
  const hasReadingChoices = hasEncodings || hasSheets
  if (assumptions.length === 0 && !hasReadingChoices) return null
  const buttonOf = ({ action, concernsColumns }: Assumption): ReactNode => {
    if (isReadOnly) return null
    if (action)
      return (
        <Button size="small" onClick={() => action.run(openRows.edits)}>
          {action.label}
        </Button>
      )
    if (!concernsColumns || !onColumns) return null
    return (
      <Button size="small" onClick={onColumns}>
        {m.rows_changeColumns()}
      </Button>
    )
  }
  const [first, ...others] = assumptions
  const isOnlyContent = others.length === 0 && !hasReadingChoices
  // A single assumption needs no list: it is on one line with its button.
  if (first && isOnlyContent)
    return (
      <Banner
        kind="warning"
        isDense
        title={
          <>
            {m.rows_howFileWasRead()}{' '}
            <span className="font-normal text-text wrap-anywhere">{m.common_fullStop({ text: first.text })}</span>
          </>
        }
        actions={buttonOf(first)}
      />
    )
  return (
    <Banner
      kind={assumptions.length > 0 ? 'warning' : 'info'}
      title={m.rows_howFileWasRead()}
      summary={assumptions.map(({ text }) => m.common_fullStop({ text })).join(' ')}
      startsCollapsed
      openLabel={m.common_details()}
    >
      <ul className="grid gap-2 pt-1 pb-2">
        {assumptions.map((assumption) => (
          <li key={assumption.text} className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <span className="min-w-0 wrap-anywhere">{m.common_fullStop({ text: assumption.text })}</span>
            {buttonOf(assumption)}
          </li>
        ))}
        {rereadSource && hasSheets && (
          <li>
            <SheetChoice source={rereadSource} onRead={onRead} />
          </li>
        )}
        {rereadSource && hasEncodings && (
          <li>
            {isChoosingEncoding ? (
              <EncodingChoice source={rereadSource} onRead={onRead} />
            ) : (
              <Button size="small" onClick={() => setIsChoosingEncoding(true)}>
                {m.rows_chooseAnotherEncoding()}
              </Button>
            )}
          </li>
        )}
      </ul>
    </Banner>
  )
}

/** Repeats the assumptions before the rows are submitted: the user can still go back if an assumption is wrong. */
export function AssumptionsToConfirm({ assumptions }: { readonly assumptions: readonly Assumption[] }) {
  if (assumptions.length === 0) return null
  return (
    <Banner kind="warning" title={m.rows_assumedAboutFile()}>
      <ul className="list-disc ps-5">
        {assumptions.map(({ text }) => (
          <li key={text} className="wrap-anywhere">
            {m.common_fullStop({ text })}
          </li>
        ))}
      </ul>
    </Banner>
  )
}
