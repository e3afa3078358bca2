// 'Activation Result' (cards §2): what became of each card, told apart one by one; no false "success".
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { identifierKinds, PAN } from '#domain/cards/identifiers.ts'
import type { BatchWizard } from '#flows/batch.ts'
import type { BatchSnapshot } from '#machines/batch.ts'
import type { CardOutcome } from '#machines/batch-steps.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { CardNumber } from '#ui/CardNumber.tsx'
import { DataTable } from '#ui/DataTable.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Panel } from '#ui/Panel.tsx'
import { kindWords } from './kind-words.ts'

interface ActivationResultProps {
  readonly wizard: BatchWizard
  readonly snapshot: BatchSnapshot
}

interface ResultRow extends CardOutcome {
  readonly place: number
  readonly outcome: string
}

export function ActivationResult({ wizard, snapshot }: ActivationResultProps) {
  const { results, options } = snapshot.context
  const heading = useRef<HTMLHeadingElement>(null)
  const [pageSize, setPageSize] = useState(10)
  useEffect(() => heading.current?.focus(), [])
  const failed = results.filter(({ activated }) => !activated).length
  const done = results.length - failed
  const Icon = failed === 0 ? CircleCheck : CircleAlert
  // What failed is looked for first.
  const rows: ResultRow[] = results
    .map((result, index) => ({
      ...result,
      place: index + 1,
      outcome: result.activated ? 'Activated' : 'Not activated',
    }))
    .sort((a, b) => Number(a.activated) - Number(b.activated) || a.place - b.place)
  return (
    <div className="grid gap-5">
      <Panel>
        <div className="grid gap-6 py-4">
          <div role="status" className="flex items-start gap-3">
            <Icon aria-hidden className={`mt-0.5 size-6 shrink-0 ${failed === 0 ? 'text-positive' : 'text-warning'}`} />
            <div className="grid gap-1">
              <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold text-balance outline-none">
                Activation Result
              </h2>
              <p className="text-muted">
                {cards(done)} activated, {failed.toLocaleString('en')} not.
              </p>
            </div>
          </div>
          <div>
            <Button kind="primary" onClick={() => wizard.actor.send({ type: 'start.over' })}>
              {kindWords[wizard.kind.type].again}
            </Button>
          </div>
        </div>
      </Panel>
      <Panel title="Cards" flush>
        <DataTable<ResultRow>
          caption="What became of each card"
          columns={[
            {
              key: 'identifier',
              label: identifierKinds[options.identifierType].label,
              format: options.identifierType === PAN ? 'pan' : 'identifier',
            },
            { key: 'outcome', label: 'Result', format: 'status' },
            { key: 'resultText', label: 'Reason', format: 'text' },
          ]}
          rows={rows}
          rowKey={({ place }) => String(place)}
          cells={{
            identifier: ({ identifier }) => (
              <CardNumber value={identifier} kind={options.identifierType === PAN ? 'pan' : 'identifier'} />
            ),
            outcome: ({ activated, outcome }) => <Badge tone={activated ? 'positive' : 'critical'}>{outcome}</Badge>,
          }}
          pageSize={pageSize}
          onPageSizeChange={setPageSize}
          density="compact"
          empty={<EmptyState title="No card was sent" />}
        />
      </Panel>
    </div>
  )
}

const cards = (count: number): string => `${count.toLocaleString('en')} ${count === 1 ? 'card' : 'cards'}`
