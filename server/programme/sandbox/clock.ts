// `clock`: moves the clock of a sandbox forward, waits until the servers have run what became due, and shows what ran.
import { setTimeout as pause } from 'node:timers/promises'
import type { ClockJob } from '#contract/sandbox.ts'
import { instantToDate, localToInstant } from '#domain/dates.ts'
import { instantToText } from '#domain/instants.ts'
import { type CalendarDate, textToDate } from '#domain/calendar.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/units.ts'
import { changesBetween } from '#server/audit/audit-fields.ts'
import { countWriters } from '#server/db/presence.ts'
import { openClock, readClock } from '#server/sandbox/clock.ts'
import { MAX_MOVE_DAYS, moveClock, type MoveFault } from '#server/sandbox/move-clock.ts'
import { type RanWork, readLastRun, readRuns } from '#server/sandbox/runs.ts'
import { CommandError, type CommandServices, defineCommand, UsageError } from '../command.ts'
import { countToText } from '../counts-and-durations.ts'
import { auditCommand, requireOwner } from '../owner.ts'

/** The units of a step: +3d, +4h, +30m. */
const unitMs = { d: DAY_MS, h: HOUR_MS, m: MINUTE_MS } as const
const POLL_MS = 250
/** How long the command waits for jobs. A large batch can take longer, and continues after the command has ended. */
const MAX_WAIT_MS = 60_000

const faultSentences: Readonly<Record<MoveFault, string>> = {
  noSandbox: 'This database is no sandbox, so its clock is the real time. Nothing was changed.',
  backwards: 'The clock of a sandbox only moves forward. To go back, use npm run programme -- sandbox reset.',
  tooFar: `One move is ${MAX_MOVE_DAYS} days at most.`,
}

export const clock = defineCommand({
  name: 'clock',
  summary: 'Moves the clock of a sandbox forward and shows what ran because of it',
  help: [
    'TIME is +3d, +4h or +30m, or a time in the programme’s time zone: 2027-03-01T09:00. +0m moves nothing. The time passes at once, as if no server had run meanwhile: what is due runs at the new time.',
    'With --rate the clock runs faster from then on, so that each thing happens at its own time. --rate 1 ends that.',
  ],
  operands: ['TIME'],
  options: {
    rate: { placeholder: 'NUMBER', summary: 'How many times as fast as real time the clock runs, 1 to 1000.' },
  },
  hasDryRun: false,
  async run({ operands: { TIME }, options, open, print }) {
    const target = readTarget(TIME)
    const rate = readRate(options.rate)
    const programme = await open()
    const { db, client } = programme
    const before = await readClock(db)
    if (!before) throw new CommandError(faultSentences.noSandbox)
    const ownerId = await requireOwner(db, client)
    const lastRunId = await readLastRun(db)
    const moved = await db.transaction().execute(async (trx) => {
      const toTarget = (from: number) => targetToInstant(from, target, client.timeZone)
      const move = await moveClock(trx, { toTarget, rate })
      if (typeof move === 'string') throw new CommandError(faultSentences[move])
      // The entry has the new time. `programme.now` still shows the time before the move.
      await auditCommand({ now: () => move.to.getTime() }, trx, {
        method: 'moveClock',
        ownerId,
        changes: changesBetween({
          before: { clock: move.from.toISOString(), clockRate: before.rate },
          after: { clock: move.to.toISOString(), clockRate: move.rate },
        }),
      })
      return move
    })
    const timeBefore = timeToText(moved.from, programme)
    const timeAfter = timeToText(moved.to, programme)
    const speed = moved.rate === 1 ? '' : ` It runs ${moved.rate} times as fast as real time.`
    const hasMoved = timeAfter !== timeBefore
    const sentence = hasMoved ? `The clock moved from ${timeBefore} to ${timeAfter}.` : `The clock shows ${timeAfter}.`
    print(`${sentence}${speed}`)
    return { lines: await waitForJobs(programme, { ownerId, lastRunId }) }
  },
})

const timeToText = (at: Date, { client }: CommandServices): string => instantToText(at.toISOString(), client)

type Target = { readonly stepMs: number } | { readonly date: CalendarDate; readonly time: string }

/** Reads '+3d' or '2027-03-01T09:00'. Throws a UsageError for other texts. */
function readTarget(text: string): Target {
  const step = /^\+(?<count>[0-9]{1,6})(?<unit>[dhm])$/.exec(text)?.groups
  if (step) return { stepMs: Number(step['count']) * unitMs[step['unit'] as keyof typeof unitMs] }
  const instant = /^(?<day>[0-9]{4}-[0-9]{2}-[0-9]{2})T(?<time>[0-9]{2}:[0-9]{2})$/.exec(text)?.groups
  const { day = '', time = '' } = instant ?? {}
  const date = textToDate(day)
  if (date === undefined)
    throw new UsageError(`'${text}' is no time: use +3d, +4h, +30m or a time such as 2027-03-01T09:00.`)
  return { date, time }
}

/** The time to which the clock moves. Throws a CommandError if the time zone skips it. */
function targetToInstant(from: number, target: Target, timeZone: string): number {
  if ('stepMs' in target) return from + target.stepMs
  const { date, time } = target
  const instant = localToInstant(date, time, timeZone)
  if (instant === undefined || instantToDate(instant, timeZone) !== date)
    throw new CommandError(`There is no ${time} on ${date} in ${timeZone}.`)
  return instant
}

function readRate(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const rate = Number(text)
  const isInRange = rate >= 1 && rate <= 1000
  if (/^[0-9]{1,4}$/.test(text) && isInRange) return rate
  throw new UsageError(`--rate is '${text}', but it must be a whole number from 1 to 1000.`)
}

interface Wait {
  readonly ownerId: number
  /** The id of the last run before the move. 0 if nothing had run. */
  readonly lastRunId: number
}

/** Waits until the servers have run the due jobs, and returns lines about what ran. */
async function waitForJobs({ db, secrets }: CommandServices, { ownerId, lastRunId }: Wait): Promise<readonly string[]> {
  // Each poll reads the moved clock again. A job that ran can have added another job, which is due a moment later.
  const { now } = await openClock(db)
  const readRunsSoFar = () => readRuns(db, { ownerId, after: lastRunId, now: now() })
  // Counts the running servers: each of them holds a lock for the generation of its keys.
  const { rows } = await countWriters(secrets.generation).execute(db)
  const serverCount = rows[0]?.writers
  if (serverCount === 0) {
    const { waiting } = await readRunsSoFar()
    if (waiting === 0) return ['Nothing is due.']
    return [`No server runs on this sandbox: ${countToText(waiting, 'job is', 'jobs are')} due when one starts.`]
  }
  const deadline = performance.now() + MAX_WAIT_MS
  for (;;) {
    const { waiting, ran } = await readRunsSoFar()
    if (waiting === 0) return ranToLines(ran)
    if (performance.now() > deadline)
      return [
        ...ranToLines(ran),
        `${countToText(waiting, 'job is', 'jobs are')} not ready yet: see npm run programme -- status.`,
      ]
    await pause(POLL_MS)
  }
}

const workNames: Readonly<Record<ClockJob, readonly [one: string, many: string]>> = {
  batches: ['posting of a batch', 'postings of batches'],
  checks: ['check ahead of a scheduled batch', 'checks ahead of scheduled batches'],
  orders: ['card order', 'card orders'],
  holds: ['round that releases expired holds', 'rounds that release expired holds'],
  reports: ['report', 'reports'],
  messages: ['e-mail or message, in the outbox', 'e-mails and messages, in the outbox'],
  webhooks: ['webhook', 'webhooks'],
  upkeep: ['round of upkeep, such as a proof of the ledger', 'rounds of upkeep, such as proofs of the ledger'],
}

function ranToLines(ran: readonly RanWork[]): readonly string[] {
  if (ran.length === 0) return ['Nothing was due.']
  return [
    'What ran:',
    ...ran.map(({ work, count, failedCount }) => {
      const failures = failedCount === 0 ? '' : ` (${failedCount} failed and are tried again)`
      return `  ${countToText(count, ...workNames[work])}${failures}`
    }),
  ]
}
