// The operations of a sandbox: its clock, simulations and its reset. The demo programme has the simulations too. Rules:
// docs/rules/sandbox.md.
import { m } from '#words/messages.js'
import { codes } from '#contract/codes.ts'
import type { sandboxOperations } from '#contract/sandbox.ts'
import { type Handler, type Handlers, refuse } from '#server/operations/context.ts'
import { refuseParameter } from '#server/operations/refuse-parameter.ts'
import { errorToFields } from '#server/log.ts'
import { readClock } from './clock.ts'
import { carrySession, MAX_MOVE_DAYS, moveClock as moveClockForward } from './move-clock.ts'
import { requestReset as resetSandbox } from './request-reset.ts'
import { readLastRun, readRuns } from './runs.ts'
import { sandboxState, setProcessor, simulateEvent } from './simulate.ts'
import { simulatePayment } from './simulate-payment.ts'

const noSandbox = () => refuse(codes.refusedState, m.sandbox_noSandbox)

const sandboxClock: Handler<'sandboxClock'> = async ({ db, now }) => {
  const setting = await readClock(db)
  if (!setting) return noSandbox()
  return { now: new Date(now()).toISOString(), rate: setting.rate }
}

const moveClock: Handler<'moveClock'> = async (context, { to, bySeconds = 0, rate }) => {
  const { db, sandbox, jobs, log, viewer } = context
  const before = await readClock(db)
  if (!before) return noSandbox()
  const lastRun = await readLastRun(db)
  const toTarget = (from: number) => (to === undefined ? from + bySeconds * 1000 : Date.parse(to))
  const moved = await moveClockForward(db, { toTarget, rate })
  if (moved === 'noSandbox') return noSandbox()
  const parameter = to === undefined ? 'bySeconds' : 'to'
  if (moved === 'backwards') return refuseParameter(parameter, m.sandbox_onlyForward)
  if (moved === 'tooFar') return refuseParameter(parameter, () => m.sandbox_tooFar({ days: MAX_MOVE_DAYS }))
  await carrySession(db, viewer.sessionId, moved)
  const from = moved.from.toISOString()
  context.recordChange({
    before: { clock: from, clockRate: before.rate },
    after: { clock: moved.to.toISOString(), clockRate: moved.rate },
  })
  const refreshClock = async () => {
    try {
      await sandbox?.refresh()
      jobs.wake()
    } catch (error) {
      log.warn(errorToFields(error), 'the moved clock was not read yet')
    }
  }
  // Without this call, this server would notice the move half a second later.
  context.afterCommit(() => void refreshClock())
  return { from, now: moved.to.toISOString(), rate: moved.rate, lastRun }
}

const clockRuns: Handler<'clockRuns'> = async ({ db, viewer, now }, { after }) => {
  if (!(await readClock(db))) return noSandbox()
  return readRuns(db, { ownerId: viewer.ownerId, after, now: now() })
}

export const sandboxHandlers: Pick<Handlers, keyof typeof sandboxOperations> = {
  sandboxClock,
  moveClock,
  clockRuns,
  sandboxState,
  simulateEvent,
  simulatePayment,
  setProcessor,
  resetSandbox,
}
