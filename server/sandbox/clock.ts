// The clock of the server. In a sandbox it follows the clock in the database, which an administrator can move forward.
// Everywhere else it is the real time. Server code takes the time from `now` of the services. A test lists the places
// that read the machine's clock instead, with their reasons. Rules: docs/rules/sandbox.md.
import { sql } from 'kysely'
import { type Log, errorToFields } from '../log.ts'
import type { Db, SandboxClock, Services } from '../operations/context.ts'

/** The clock showed `clockAt` at the real time `realAt`. Since then it runs `rate` times as fast. */
export interface ClockSetting {
  readonly clockAt: Date
  readonly realAt: Date
  readonly rate: number
}

/** The setting of the sandbox's clock. Undefined if this database is no sandbox. */
export async function readClock(db: Db): Promise<ClockSetting | undefined> {
  const { rows } = await sql<ClockSetting>`
    SELECT clock_at AS "clockAt", real_at AS "realAt", rate FROM sandbox`.execute(db)
  return rows[0]
}

/** The time that the sandbox's clock shows at the real time `realNow`. */
const clockToTime = ({ clockAt, realAt, rate }: ClockSetting, realNow: number): number =>
  clockAt.getTime() + (realNow - realAt.getTime()) * rate

/** The time for a command, which does not run long. */
export async function openClock(db: Db): Promise<{ readonly now: () => number; readonly isSandbox: boolean }> {
  const setting = await readClock(db)
  if (!setting) return { now: Date.now, isSandbox: false }
  return { now: () => clockToTime(setting, Date.now()), isSandbox: true }
}

export interface ServerClock {
  readonly now: () => number
  /** Undefined outside a sandbox. */
  readonly sandbox: SandboxClock | undefined
  /** Calls this listener after every move of the clock, by this server or elsewhere. There is one listener. */
  readonly onMove: (listener: () => void) => void
  /** Resolves with the name of the user who wants to reset the sandbox. Never outside a sandbox. */
  readonly resetRequest: Promise<string>
  readonly stop: () => Promise<void>
}

/** A server notices within this time that another server or a command has moved the clock. */
const POLL_MS = 500

/** The time for a server. In a sandbox the setting of the clock is read again and again, otherwise only once. */
export async function watchClock(db: Db, log: Log): Promise<ServerClock> {
  const firstSetting = await readClock(db)
  const { resetRequest, requestReset } = createResetRequest()
  if (!firstSetting)
    return { now: Date.now, sandbox: undefined, onMove: () => undefined, resetRequest, stop: () => Promise.resolve() }
  let setting = firstSetting
  let latestTime = 0
  let moveListener: (() => void) | undefined
  // The clocks of this machine and of the database can differ by some milliseconds, but time never goes back.
  const now = () => {
    latestTime = Math.max(latestTime, clockToTime(setting, Date.now()))
    return latestTime
  }
  const refresh = async () => {
    const newSetting = (await readClock(db)) ?? setting
    const isMoved = newSetting.clockAt.getTime() !== setting.clockAt.getTime() || newSetting.rate !== setting.rate
    setting = newSetting
    if (isMoved) moveListener?.()
  }
  const poll = async () => {
    try {
      await refresh()
    } catch (error) {
      // A database that cannot be reached is reported elsewhere.
      log.debug(errorToFields(error), 'the clock of the sandbox was not read')
    }
  }
  let currentPoll = Promise.resolve()
  const timer = setInterval(() => {
    currentPoll = currentPoll.then(poll)
  }, POLL_MS)
  timer.unref()
  return {
    now,
    sandbox: { realNow: Date.now, refresh, requestReset },
    resetRequest,
    onMove: (listener) => {
      moveListener = listener
    },
    stop: async () => {
      clearInterval(timer)
      await currentPoll
    },
  }
}

/** A promise, and the function that resolves it. */
function createResetRequest() {
  let requestReset: (username: string) => void = () => undefined
  const resetRequest = new Promise<string>((resolve) => {
    requestReset = resolve
  })
  return { resetRequest, requestReset }
}

/**
 * The time for everything that is compared with a clock outside the sandbox: codes of an authenticator app, signatures
 * of webhooks, and the company's login.
 */
export const outsideTime = ({ sandbox, now }: Pick<Services, 'sandbox' | 'now'>): number =>
  sandbox ? sandbox.realNow() : now()
