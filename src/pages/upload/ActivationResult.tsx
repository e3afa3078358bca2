// 'Activation Result': the result of each card as a list and as a file, with the option to retry failed cards.
import { m } from '#words/messages.js'
import { CircleAlert, CircleCheck, Download } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { client } from '#brand/current.ts'
import { instantToTimestamp } from '#domain/dates.ts'
import { exportsWorker } from '#services/files/exports-worker.ts'
import { saveFile } from '#services/files/save-file.ts'
import { identifierTypes, PAN } from '#domain/cards/identifiers.ts'
import type { Activation } from '#flows/upload/last-activation.ts'
import type { CardOutcome } from '#machines/upload-steps.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { CardNumber } from '#ui/CardNumber.tsx'
import { cx } from '#ui/cx.ts'
import { DataTable } from '#ui/tables/DataTable.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Panel } from '#ui/Panel.tsx'
import type { Tone } from '#ui/tones.tsx'
import { giveFocus } from '#ui/focus.ts'

interface ActivationResultProps {
  readonly activation: Activation
  /** The label of the button that starts another activation. */
  readonly startAnotherLabel: string
  readonly onStartAnother: () => void
  /** Opens the wizard with only these cards. */
  readonly onRetry: (identifiers: readonly string[]) => void
}

interface ResultRow extends CardOutcome {
  /** The position in the order in which the cards were sent, from 1. */
  readonly position: number
  readonly outcome: Outcome
}

/** The outcomes, in the order of the list: the cards that need attention come first. */
const outcomes = {
  notActivated: { label: m.upload_notActivated(), tone: 'critical' },
  activatedAlready: { label: m.upload_activatedAlready(), tone: 'neutral' },
  activated: { label: m.common_activatedLabel(), tone: 'positive' },
} as const satisfies Record<string, { readonly label: string; readonly tone: Tone }>
type Outcome = keyof typeof outcomes

export function ActivationResult({ activation, startAnotherLabel, onStartAnother, onRetry }: ActivationResultProps) {
  const { results, identifierType } = activation
  const heading = useRef<HTMLHeadingElement>(null)
  const [pageSize, setPageSize] = useState(10)
  useLayoutEffect(() => giveFocus(heading.current), [])
  const sentRows = results.map((result, index): ResultRow => ({
    ...result,
    position: index + 1,
    outcome: toOutcome(result),
  }))
  const rowsWith = (wantedOutcome: Outcome) => sentRows.filter(({ outcome }) => outcome === wantedOutcome)
  const rows = (Object.keys(outcomes) as Outcome[]).flatMap(rowsWith)
  const failedRows = rowsWith('notActivated')
  const failedCount = failedRows.length
  const hasFailures = failedCount > 0
  const Icon = hasFailures ? CircleAlert : CircleCheck
  const identifierFormat = identifierType === PAN ? 'pan' : 'identifier'
  return (
    <div className="grid gap-5">
      <Panel>
        <div className="grid gap-6 py-4">
          <div role="status" className="flex items-start gap-3">
            <Icon
              aria-hidden
              className={cx('mt-0.5 size-6 shrink-0', hasFailures ? 'text-warning' : 'text-positive')}
            />
            <div className="grid gap-1">
              <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold text-balance outline-none">
                {m.upload_activationResult()}
              </h2>
              <p className="text-muted">
                {m.upload_activationSummary({
                  done: m.common_countedCards({ count: rowsWith('activated').length }),
                  before: rowsWith('activatedAlready').length,
                  failed: failedCount,
                })}
              </p>
            </div>
          </div>
          <div className="flex flex-wrap gap-2">
            {hasFailures && (
              <Button kind="primary" onClick={() => onRetry(failedRows.map(({ identifier }) => identifier))}>
                {m.upload_retryCards({ count: failedCount })}
              </Button>
            )}
            <Button kind={hasFailures ? 'secondary' : 'primary'} onClick={onStartAnother}>
              {startAnotherLabel}
            </Button>
            <Button icon={<Download aria-hidden />} onClick={() => void saveResult(activation, sentRows)}>
              {m.upload_downloadResult()}
            </Button>
          </div>
        </div>
      </Panel>
      <Panel title={m.common_cardsLabel()} flush>
        <DataTable<ResultRow>
          caption={m.upload_resultForEachCard()}
          columns={[
            { key: 'identifier', label: identifierTypes[identifierType].label, format: identifierFormat },
            { key: 'outcome', label: m.common_result(), format: 'shortText' },
            { key: 'resultText', label: m.common_reason(), format: 'text' },
          ]}
          rows={rows}
          rowKey={({ position }) => String(position)}
          cells={{
            identifier: ({ identifier }) => <CardNumber value={identifier} kind={identifierFormat} />,
            outcome: ({ outcome }) => <Badge tone={outcomes[outcome].tone}>{outcomes[outcome].label}</Badge>,
            // Only failed cards show a reason. The texts of other cards would repeat the badge and hide the reasons.
            resultText: ({ outcome, resultText }) => (outcome === 'notActivated' ? resultText : undefined),
          }}
          pageSize={pageSize}
          onPageSizeChange={setPageSize}
          density="compact"
          empty={<EmptyState title={m.upload_noCardWasSent()} />}
        />
      </Panel>
    </div>
  )
}

function toOutcome({ activated, alreadyActivated }: CardOutcome): Outcome {
  if (activated) return 'activated'
  return alreadyActivated ? 'activatedAlready' : 'notActivated'
}

/** Saves the rows in the order in which the cards were sent. Card numbers are masked as in every file. */
async function saveResult({ identifierType }: Activation, sentRows: readonly ResultRow[]): Promise<void> {
  const columns = [
    { key: 'position', label: m.common_row(), format: 'text' },
    {
      key: 'identifier',
      label: identifierTypes[identifierType].label,
      format: identifierType === PAN ? 'pan' : 'identifier',
    },
    { key: 'result', label: m.common_result(), format: 'text' },
    { key: 'reason', label: m.common_reason(), format: 'text' },
  ] as const
  const rows = sentRows.map(({ position, identifier, outcome, resultText }) => ({
    position: String(position),
    identifier,
    result: outcomes[outcome].label,
    reason: outcome === 'notActivated' ? resultText : '',
  }))
  const bytes = await exportsWorker.csv({ columns, rows, zone: client })
  const fileName = m.upload_activationResultFile({ stamp: instantToTimestamp(Date.now(), client.timeZone) })
  if (bytes) saveFile(fileName, 'text/csv', bytes)
}
