// Step 2, 'Batch verification': what was read, what is wrong, and the rows to mend in place. The figures and the way on stay
// in view above the rows.
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { client } from '#brand/current.ts'
import { counted } from '#domain/units.ts'
import type { FindingSet } from '#domain/rows/findings.ts'
import type { OpenRows } from '#flows/upload/open-rows.ts'
import type { UploadWizard } from '#flows/upload/wizard.ts'
import { nextFaulty, type RowFilter, rowsToView } from '#rows/view.ts'
import type { UploadSnapshot } from '#machines/upload.ts'
import { refuseCheck, refuseNext } from '#machines/upload-refusals.ts'
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
import { ELSEWHERE } from './ConfirmStep.tsx'
import { Reasons } from './Reasons.tsx'
import { RowsTable } from './RowsTable.tsx'
import { RowsToolbar } from './RowsToolbar.tsx'
import { epochToTime } from './SaveMark.tsx'
import { usePastedRows } from './usePastedRows.ts'
import { OFFLINE } from './offline.ts'

interface ReviewStepProps {
  readonly wizard: UploadWizard
  readonly snapshot: UploadSnapshot
  readonly opened: OpenRows
}

export function ReviewStep({ wizard, snapshot, opened }: ReviewStepProps) {
  const { actor, kind } = wizard
  const { rows, edits } = opened
  const { file, figures, verification } = snapshot.context
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
  const isElsewhere = wizard.isReadOnly ? ELSEWHERE : undefined

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
      table.current?.focusCell(at, cellOf(rows.findingsOf(view[at] ?? 0)))
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

  const refusal = isElsewhere ?? (online ? refuseCheck(figures) : OFFLINE)
  const isNextTheMain = isVerified && figures.unchecked === 0
  const money = { ...(rows.currency() !== undefined && { currency: rows.currency() ?? '' }) }
  return (
    <div className="grid min-w-0 gap-4">
      <SummaryBar
        label="Figures of the batch"
        sticky
        figures={[
          { label: 'Rows', value: figures.rows.toLocaleString('en') },
          { label: 'Valid', value: figures.valid.toLocaleString('en') },
          {
            label: 'To fix',
            value: figures.toFix.toLocaleString('en'),
            ...(figures.toFix > 0 && { tone: 'critical' as const }),
          },
          ...(kind.amount === 'none'
            ? []
            : [{ label: 'Amount', value: <Money cents={figures.amountCents} {...money} /> }]),
          ...(client.flags.hideFees || !kind.chargesFee
            ? []
            : [{ label: 'Fee', value: <Money cents={figures.feeCents} {...money} /> }]),
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
              <Button onClick={() => actor.send({ type: 'back' })} disabledReason={isElsewhere}>
                Back
              </Button>
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
                disabledReason={
                  isElsewhere ??
                  (isVerified ? refuseNext(figures) : undefined) ??
                  (isVerified
                    ? online || verification?.content === figures.content
                      ? undefined
                      : OFFLINE
                    : 'The host has to check the rows first.')
                }
              >
                Continue
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
const cellOf = ([first]: FindingSet): string => first?.field || 'identifier'

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
