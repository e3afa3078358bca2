// The steps of a wizard. Done steps are links, the current step is marked (aria-current), and later steps are plain text.
import { m } from '#words/messages.js'
import { Check } from 'lucide-react'
import { cx } from './cx.ts'

interface StepperProps {
  readonly label: string
  readonly steps: readonly string[]
  /** The index of the current step. All steps before it are done. */
  readonly current: number
  /** Goes back to a done step. Without this handler, steps are not links. */
  readonly onGoTo?: (index: number) => void
  /** True while the user cannot go back, e.g. during a submit. */
  readonly isLocked?: boolean
}

export function Stepper({ label, steps, current, onGoTo, isLocked = false }: StepperProps) {
  const stateOf = (index: number) => {
    if (index < current) return 'done'
    return index === current ? 'current' : 'upcoming'
  }
  return (
    <nav aria-label={label}>
      <ol className="flex flex-wrap items-center gap-x-1.5 gap-y-2 sm:gap-x-3">
        {steps.map((step, index) => {
          const state = stateOf(index)
          const canGoTo = state === 'done' && !isLocked
          const content = (
            <>
              <span
                aria-hidden
                className={cx(
                  'figures grid size-6 place-items-center rounded-full border text-xs font-semibold',
                  marks[state],
                )}
              >
                {state === 'done' ? <Check className="size-3.5" strokeWidth={3} /> : index + 1}
              </span>
              <span className={state === 'current' ? 'font-semibold' : 'text-muted max-sm:sr-only'}>
                {step}
                {state === 'done' && <span className="sr-only"> {m.ui_done()}</span>}
              </span>
            </>
          )
          return (
            <li
              key={step}
              aria-current={state === 'current' ? 'step' : undefined}
              className="flex items-center gap-1.5 sm:gap-3"
            >
              {index > 0 && (
                <span aria-hidden className={cx('h-px w-3 sm:w-10', index <= current ? 'bg-accent' : 'bg-line')} />
              )}
              {canGoTo && onGoTo ? (
                <button
                  type="button"
                  onClick={() => onGoTo(index)}
                  className="flex items-center gap-2 rounded-md hover:underline"
                >
                  {content}
                </button>
              ) : (
                <span className="flex items-center gap-2">{content}</span>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

const marks = {
  done: 'border-accent bg-accent text-on-accent',
  current: 'border-accent text-accent',
  upcoming: 'border-line text-muted',
} as const
