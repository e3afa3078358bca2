// The progress of a task that sends rows one after the other, with a message if the server cannot be reached.
import { CANNOT_CONNECT } from '#domain/answers.ts'
import type { WaitsFor } from '#flows/rows/patience.ts'

interface WorkStatusProps {
  readonly waitsFor: WaitsFor | undefined
  readonly text: string
}

export function WorkStatus({ waitsFor, text }: WorkStatusProps) {
  return (
    <div role="status" className="grid gap-0.5 text-sm text-muted">
      {(waitsFor === 'line' || waitsFor === 'while') && <p className="font-medium text-warning">{CANNOT_CONNECT}</p>}
      <p>{text}</p>
    </div>
  )
}
