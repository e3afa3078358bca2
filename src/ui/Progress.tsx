// The progress of a task with a known or unknown total.
import { m } from '#words/messages.js'
import { numberToText } from '#words/figures.ts'

interface ProgressProps {
  readonly label: string
  readonly done: number
  /** Undefined if the total is unknown. */
  readonly total: number | undefined
  /** The text beside the bar. By default '12 of 40', or '12' if the total is unknown. */
  readonly text?: string
}

export function Progress({ label, done, total, text }: ProgressProps) {
  const percent = total === undefined ? undefined : toPercent(done, total)
  return (
    <div className="grid gap-1.5">
      <div className="flex justify-between gap-4 text-sm">
        <span>{label}</span>
        <span className="figures text-muted">{text ?? progressToText(done, total)}</span>
      </div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className="h-1.5 overflow-hidden rounded-full bg-sunken"
      >
        {percent === undefined ? (
          <div className="h-full w-2/5 animate-travel rounded-full bg-accent" />
        ) : (
          <div
            className="h-full rounded-full bg-accent transition-[width] duration-150"
            style={{ width: `${percent}%` }}
          />
        )}
      </div>
    </div>
  )
}

function toPercent(done: number, total: number): number {
  if (total === 0) return 0
  return Math.min(100, Math.floor((done / total) * 100))
}

function progressToText(done: number, total: number | undefined): string {
  if (total === undefined) return numberToText(done)
  return m.ui_doneOfTotal({ done: numberToText(done), total: numberToText(total) })
}
