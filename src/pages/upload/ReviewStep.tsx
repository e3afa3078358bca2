// 'Batch verification', or the rows in the first step of an order: what was read, what is wrong, and the rows to mend in place. The figures and the way on stay
// in view above the rows.
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { client } from '#brand/current.ts'
import { counted } from '#domain/units.ts'
import { uploadedToWords } from '#domain/order/words.ts'
import type { OpenRows } from '#flows/upload/open-rows.ts'
import type { UploadWizard } from '#flows/upload/wizard.ts'
import type { AnyRows } from '#rows/rows.ts'
import { nextFaulty, type RowFilter, rowsToView } from '#rows/view.ts'
import type { UploadSnapshot } from '#machines/upload.ts'
import { refuseCheck, refuseNext } from '#machines/upload-refusals.ts'
import { uploadRules } from '#machines/upload-rules.ts'
import { useConnection } from '#services/connection.ts'
import { notify } from '#services/notices.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Money } from '#ui/Money.tsx'
import { Panel } from '#ui/Panel.tsx'
import { SummaryBar } from '#ui/SummaryBar.tsx'
import type { VirtualTableHandle } from '#ui/VirtualTable.tsx'
import { addRows } from './AddRowsDialog.tsx'
import { BulkFixDialog, type WantedFix } from './BulkFixDialog.tsx'
import { Reasons } from './Reasons.tsx'
import { RowsTable } from './RowsTable.tsx'
import { RowsToolbar } from './RowsToolbar.tsx'
import { epochToTime } from './SaveMark.tsx'
import { usePastedRows } from './usePastedRows.ts'
import { offlineWords } from './offline.ts'
import { currencyOf, elsewhere } from './words.ts'

interface ReviewStepProps {
  readonly wizard: UploadWizard
  readonly snapshot: UploadSnapshot
  readonly opened: OpenRows
}

export function ReviewStep({ wizard, snapshot, opened }: ReviewStepProps) {
  const { actor, kind } = wizard
  const { rows, edits } = opened
  const { file, figures, unsure, verification } = snapshot.context
  const { online } = useConnection()
  const version = useSyncExternalStore(rows.subscribe, rows.version)
  const [filter, setFilter] = useState<RowFilter>({ show: figures.toFix > 0 ? 'errorsFirst' : 'all' })
  // Rows edited in a view stay where they are until the view is asked for anew: nothing runs away under the hands.
  const [asked, setAsked] = useState(0)
  const view = useMemo(() => rowsToView(rows, filter), [rows, filter, asked]) // oxlint-disable-line react/exhaustive-deps -- `asked` asks anew
  const [fix, setFix] = useState<WantedFix>()
  // The figures first, the rows a moment later: in one go they would hold a slow machine up.
  const isFramed = useDeferredValue(true, false)
  const table = useRef<VirtualTableHandle>(null)
  const lastFound = useRef(-1)
  const isVerifying = snapshot.matches({ reviewing: 'verifying' })
  const isVerified = snapshot.matches({ reviewing: 'verified' })
  const isElsewhere = wizard.isReadOnly ? elsewhere(kind) : undefined

  const show = useCallback((next: RowFilter) => {
    setFilter(next)
    setAsked((times) => times + 1)
  }, [])

  // A check by the host brings new findings, and with them a new order.
  const checkedAt = verification?.at
  const [seenCheck, setSeenCheck] = useState(checkedAt)
  if (seenCheck !== checkedAt) {
    setSeenCheck(checkedAt)
    setFilter((before) => (before.show === 'all' && figures.toFix > 0 ? { show: 'errorsFirst' } : before))
    setAsked((times) => times + 1)
  }

  const goToError = useCallback(
    (step: 1 | -1) => {
      const at = nextFaulty(rows, view, lastFound.current, step)
      if (at === -1) return
      lastFound.current = at
      table.current?.focusCell(at, cellOf(rows, view[at] ?? 0))
    },
    [rows, view],
  )
  useKeys({ goToError, undo: wizard.isReadOnly ? undefined : edits.undo })

  const paste = async (text: string) => {
    const told = await addRows(wizard, opened, text)
    if (told.kind === 'critical') notify({ kind: 'error', text: told.text })
    else show({ show: figures.toFix > 0 ? 'errorsFirst' : 'all' })
  }
  usePastedRows((text) => void paste(text), !wizard.isReadOnly && !isVerifying)

  // Rows that were added are not in a view made before them.
  const [seenCount, setSeenCount] = useState(rows.count)
  if (seenCount !== rows.count) {
    setSeenCount(rows.count)
    setAsked((times) => times + 1)
  }

  const refusal = isElsewhere ?? refuseCheck(snapshot.context) ?? (online ? undefined : offlineWords(kind))
  const isFresh = isVerified && verification?.content === figures.content
  // What the host was not asked about yet, it is on the way.
  const asksOnTheWay = uploadRules[kind.type].asksOnTheWay
  const barred =
    isVerified || asksOnTheWay
      ? (refuseNext(snapshot.context) ?? (online || isFresh ? undefined : offlineWords(kind)))
      : 'The host has to check the rows first.'
  const isNextTheMain = asksOnTheWay || (isVerified && figures.unchecked === 0)
  const currency = currencyOf(kind, rows.currency())
  const money = { ...(currency !== undefined && { currency }) }
  const isOneStep = uploadRules[kind.type].steps.reviewing === 0
  return (
    <div className="grid min-w-0 gap-4">
      <SummaryBar
        label={`Figures of the ${kind.thing}`}
        sticky
        figures={[
          { label: 'Rows', value: figures.rows.toLocaleString('en') },
          { label: 'Valid', value: figures.valid.toLocaleString('en') },
          {
            label: 'To fix',
            value: figures.toFix.toLocaleString('en'),
            ...(figures.toFix > 0 && { tone: 'critical' as const }),
          },
          ...(kind.hasAmount
            ? [
                {
                  label: kind.order ? 'Load amount' : 'Amount',
                  value: <Money cents={figures.amountCents} {...money} />,
                },
              ]
            : []),
          ...(kind.fee === 'none' || (kind.fee === 'host' && client.flags.hideFees)
            ? []
            : [{ label: kind.order ? 'Order fee' : 'Fee', value: <Money cents={figures.feeCents} {...money} /> }]),
          { label: 'Host check', value: <span className="font-normal">{hostCheckWords(snapshot)}</span> },
        ]}
        actions={
          isVerifying ? (
            <>
              <Button onClick={() => actor.send({ type: 'cancel' })}>Cancel</Button>
              <Button kind="primary" pending>
                Checking {counted(figures.checkable, 'row', 'rows')}…
              </Button>
            </>
          ) : (
            <>
              {isOneStep ? (
                <Button onClick={() => actor.send({ type: 'start.over' })} disabledReason={isElsewhere}>
                  Save for later
                </Button>
              ) : (
                <Button onClick={() => actor.send({ type: 'back' })} disabledReason={isElsewhere}>
                  Back
                </Button>
              )}
              <Button
                kind={isNextTheMain ? 'secondary' : 'primary'}
                onClick={() => actor.send({ type: 'check' })}
                disabledReason={refusal}
              >
                {verification ? 'Check again' : 'Check with host'}
              </Button>
              <Button
                kind={isNextTheMain ? 'primary' : 'secondary'}
                onClick={() => actor.send({ type: 'next' })}
                disabledReason={isElsewhere ?? barred}
              >
                {isOneStep ? 'Next' : 'Continue'}
              </Button>
            </>
          )
        }
      />
      {file && file.damage.length > 0 && (
        <Banner kind="warning" title="A spreadsheet has ruined numbers in this file">
          {file.damage.map((words) => (
            <p key={words}>{words}</p>
          ))}
          <p>Then take it over with File, Upload a corrected file.</p>
        </Banner>
      )}
      {kind.order && <h2 className="font-semibold">{uploadedToWords(figures)}</h2>}
      <Panel flush>
        {isFramed ? (
          <>
            <Reasons
              opened={opened}
              version={version}
              filter={filter}
              onShow={show}
              onFix={wizard.isReadOnly ? undefined : (bulk, finding) => setFix({ fix: bulk, finding })}
            />
            <RowsToolbar
              wizard={wizard}
              opened={opened}
              figures={figures}
              fileName={file?.name ?? ''}
              filter={filter}
              onShow={show}
              onNextError={() => goToError(1)}
              onRemoveFaulty={() => setFix({ fix: 'removeFaulty' })}
            />
            <RowsTable
              wizard={wizard}
              opened={opened}
              view={view}
              filter={filter}
              version={version}
              handle={table}
              hasHostChecks={verification !== undefined}
            />
          </>
        ) : (
          <div className="h-[max(21rem,calc(100dvh-22rem))]" />
        )}
      </Panel>
      {fix && <BulkFixDialog opened={opened} wanted={fix} onClose={() => setFix(undefined)} />}
      {file && file.facts.length > 0 && (
        <p className="text-sm text-muted">
          <span className="font-medium text-text wrap-anywhere">{file.name}</span>: {file.facts.join(' · ')}
        </p>
      )}
      {unsure && (
        <p>
          <Button size="small" onClick={() => wizard.actor.send({ type: 'columns.change' })}>
            Change columns
          </Button>
        </p>
      )}
    </div>
  )
}

function hostCheckWords({ context }: UploadSnapshot): string {
  const { verification, figures } = context
  if (!verification) return 'Not yet'
  const at = epochToTime(Date.parse(verification.at))
  return figures.unchecked === 0 ? at : `${at}, ${figures.unchecked.toLocaleString('en')} changed since`
}

// The cell to mend first: where the first finding is.
const cellOf = (rows: AnyRows, id: number): string =>
  rows.findingsOf(id)[0]?.field || (rows.kind().wanted[0]?.name ?? '')

function useKeys({ goToError, undo }: { goToError: (step: 1 | -1) => void; undo: (() => unknown) | undefined }) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement
      if (event.key === 'F8') goToError(event.shiftKey ? -1 : 1)
      else if (event.key === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !isTyping && undo) undo()
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [goToError, undo])
}
