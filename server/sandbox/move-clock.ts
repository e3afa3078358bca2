// Moves the clock of a sandbox forward, and changes how fast it runs. The database refuses everything else.
import { sql } from 'kysely'
import { DAY_MS } from '#domain/units.ts'
import type { Db } from '../operations/context.ts'

export interface ClockMove {
  /** Computes the new time from the time that the clock shows. Both are in milliseconds since 1970. */
  readonly toTarget: (from: number) => number
  readonly rate?: number | undefined
}

export interface MovedClock {
  readonly from: Date
  readonly to: Date
  readonly rate: number
}

/** Moves of up to a year are useful, because cards and keys are valid for some years. */
export const MAX_MOVE_DAYS = 366

export type MoveFault = 'noSandbox' | 'backwards' | 'tooFar'

/** Moves the clock in the caller's transaction. */
export async function moveClock(trx: Db, { toTarget, rate }: ClockMove): Promise<MovedClock | MoveFault> {
  // The second of two simultaneous moves waits for the first, so that both steps are added up.
  const { rows } = await sql<{ from: Date }>`
    SELECT programme_time() AS "from" FROM sandbox FOR UPDATE`.execute(trx)
  const from = rows[0]?.from.getTime()
  if (from === undefined) return 'noSandbox'
  const target = toTarget(from)
  if (target < from) return 'backwards'
  if (target > from + MAX_MOVE_DAYS * DAY_MS) return 'tooFar'
  // The clock showed clock_at at the real time real_at, and has run at `rate` since. Both times are set anew: to the
  // target, and to the present.
  const moved = await sql<MovedClock>`
    WITH moment AS MATERIALIZED (SELECT clock_timestamp() AS at),
      clock AS (SELECT at, clock_at + (at - real_at) * rate AS shown FROM sandbox, moment)
    UPDATE sandbox SET real_at = clock.at, clock_at = greatest(clock.shown, ${new Date(target)}),
      rate = coalesce(${rate ?? null}::integer, rate)
    FROM clock RETURNING clock.shown AS "from", clock_at AS "to", rate`.execute(trx)
  if (!moved.rows[0]) throw new Error('the sandbox has no clock')
  return moved.rows[0]
}

/**
 * Moves the times of this session with the clock. Otherwise the move could end the session of the user who made it. The
 * times of other sessions do not move, so a move can end other sessions.
 */
export async function carrySession(trx: Db, sessionId: string, { from, to }: MovedClock): Promise<void> {
  await sql`
    UPDATE user_session SET created_at = created_at + moved.by, last_active_at = last_active_at + moved.by,
      expires_at = expires_at + moved.by, confirmed_at = confirmed_at + moved.by
    FROM (SELECT ${to}::timestamptz - ${from}::timestamptz AS by) moved WHERE jti = ${sessionId}`.execute(trx)
}
