// The amounts and the reference with which rows of batches and orders fail in a sandbox.
import { m } from '#words/messages.js'
import { cents, centsToText } from '#domain/money.ts'
import { DECLINED_REFERENCE, rowAmounts, type RowOutcome } from '#domain/sandbox/row-outcomes.ts'
import { Panel } from '#ui/Panel.tsx'

const texts: Readonly<Record<RowOutcome, (input: { amount: string }) => string>> = {
  declined: m.sandbox_amountDeclined,
  restricted: m.sandbox_amountRestricted,
  unavailable: m.sandbox_amountUnanswered,
  slow: m.sandbox_amountSlow,
}

export function RowOutcomes() {
  return (
    <Panel title={m.sandbox_rowsWithOutcome()}>
      <div className="grid gap-2">
        <p>{m.sandbox_rowsWithOutcomeHint()}</p>
        <ul className="figures list-disc ps-5">
          {(Object.keys(texts) as RowOutcome[]).map((outcome) => (
            <li key={outcome}>{texts[outcome]({ amount: centsToText(cents(rowAmounts[outcome])) })}</li>
          ))}
        </ul>
        <p>{m.sandbox_referenceDeclined({ reference: DECLINED_REFERENCE })}</p>
      </div>
    </Panel>
  )
}
