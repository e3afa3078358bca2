// Moves the clock of a sandbox: to tomorrow, to the next working day, or by a number of minutes, hours or days. Then
// shows which work the move has started.
import { m } from '#words/messages.js'
import { type FormEvent, useState } from 'react'
import { client } from '#brand/current.ts'
import type { ClockJob } from '#contract/sandbox.ts'
import { instantToText } from '#domain/instants.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/units.ts'
import { moveClock, type MoveResult, nextDay, nextWorkingDay, type WorkRun } from '#flows/sandbox/move-clock.ts'
import { currentTime } from '#services/clock.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/buttons/Button.tsx'
import { Select } from '#ui/forms/Select.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'

const units = { days: DAY_MS, hours: HOUR_MS, minutes: MINUTE_MS } as const
type Unit = keyof typeof units

/** The longest move that the server allows is a year. */
const MAX_MS = 366 * DAY_MS

const quickMoves = [
  { kind: 'nextDay', label: m.sandbox_nextDay, target: nextDay },
  { kind: 'workingDay', label: m.sandbox_nextWorkingDay, target: nextWorkingDay },
] as const

type Move = (typeof quickMoves)[number]['kind'] | 'by'

// The banner renders every second and contains this dialog, so the times in the dialog are always current.
export default function MoveClockDialog({ onClose }: { readonly onClose: () => void }) {
  const [pendingMove, setPendingMove] = useState<Move>()
  const [result, setResult] = useState<MoveResult>()
  const [amount, setAmount] = useState('')
  const [unit, setUnit] = useState<Unit>('days')
  const [error, setError] = useState<string>()

  const move = async (kind: Move, to: number) => {
    if (pendingMove) return
    setPendingMove(kind)
    setResult(undefined)
    setResult(await moveClock(to))
    setPendingMove(undefined)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const max = MAX_MS / units[unit]
    const isWholeNumber = /^[0-9]{1,6}$/.test(amount.trim())
    const count = Number(amount)
    const isValid = isWholeNumber && count >= 1 && count <= max
    setError(isValid ? undefined : m.sandbox_wholeNumber({ max }))
    if (isValid) void move('by', currentTime() + count * units[unit])
  }
  const unitOptions = [
    { value: 'days', label: m.sandbox_days() },
    { value: 'hours', label: m.sandbox_hours() },
    { value: 'minutes', label: m.sandbox_minutes() },
  ]
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.sandbox_moveClock()}
      description={m.sandbox_moveHint()}
      transient
      footer={<Button onClick={onClose}>{m.common_close()}</Button>}
    >
      <div className="grid grid-cols-1 gap-5">
        <p className="text-lg font-semibold figures">{timeToText(currentTime())}</p>
        <ul className="grid gap-2">
          {quickMoves.map(({ kind, label, target }) => (
            <li key={kind} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Button pending={pendingMove === kind} onClick={() => void move(kind, target())}>
                {label()}
              </Button>
              <span className="figures text-muted">{timeToText(target())}</span>
            </li>
          ))}
        </ul>
        <form noValidate onSubmit={submit} className="flex flex-wrap items-start gap-3">
          <TextField
            label={m.sandbox_amount()}
            className="w-36"
            inputMode="numeric"
            figures
            value={amount}
            error={error}
            onChange={({ target }) => setAmount(target.value)}
          />
          <Select
            label={m.sandbox_unit()}
            className="w-36"
            options={unitOptions}
            value={unit}
            onChange={({ target }) => setUnit(target.value as Unit)}
          />
          <Button type="submit" kind="primary" className="sm:mt-6" pending={pendingMove === 'by'}>
            {m.sandbox_moveBy()}
          </Button>
        </form>
        <div role="status">{result && <ResultBanner result={result} />}</div>
      </div>
    </Dialog>
  )
}

const timeToText = (at: number): string => instantToText(new Date(at).toISOString(), client)

const workLabels: Readonly<Record<ClockJob, () => string>> = {
  batches: m.sandbox_workBatches,
  checks: m.sandbox_workChecks,
  orders: m.common_cardOrders,
  holds: m.sandbox_workHolds,
  reports: m.sandbox_workReports,
  messages: m.sandbox_workMessages,
  webhooks: m.sandbox_workWebhooks,
  upkeep: m.sandbox_workUpkeep,
}

function ResultBanner({ result }: { readonly result: MoveResult }) {
  if (!result.ok) return <Banner kind="critical" title={result.isOutcomeUnknown ? m.sandbox_notMoved() : result.text} />
  const { now, ran, waiting } = result
  return (
    <Banner title={m.sandbox_movedTo({ time: instantToText(now, client) })}>
      <p>{ran.length === 0 ? m.sandbox_nothingRan() : m.sandbox_ran()}</p>
      <dl className="mt-1 grid gap-1">
        {ran.map(({ work, ...counts }) => (
          <div key={work} className="flex gap-4">
            <dt className="flex-1">{workLabels[work]()}</dt>
            <dd className="figures">{runsToText(counts)}</dd>
          </div>
        ))}
      </dl>
      {waiting > 0 && <p className="mt-1">{m.sandbox_stillRunning({ count: waiting })}</p>}
    </Banner>
  )
}

const runsToText = ({ count, failedCount }: Omit<WorkRun, 'work'>): string =>
  failedCount === 0 ? String(count) : m.sandbox_failedRuns({ count, failed: failedCount })
