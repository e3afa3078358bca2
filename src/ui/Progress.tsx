// The progress of a task with a known or unknown total.
import { m } from '#words/messages.js'
import { numberToText } from '#words/figures.ts'

interface ProgressProps {
  readonly label: string
  readonly done: number
  /** Undefined if the total is unknown. */
  readonly total: number | undefined
  /** The text beside the bar; 'done of total' by default. */
  readonly text?: string
}

export function Progress({ label, done, total, text }: ProgressProps) {
  // Nothing of an empty total is done.
  const share = total === undefined || total === 0 ? 0 : done / total
  const percent = total === undefined ? undefined : Math.min(100, Math.floor(share * 100))
  return (
    <div className="grid gap-1.5">
      <div className="flex justify-between gap-4 text-sm">
        <span>{label}</span>
        <span className="figures text-muted">
          {text ??
            (total === undefined
              ? numberToText(done)
              : m.ui_doneOfTotal({ done: numberToText(done), total: numberToText(total) }))}
        </span>
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
