// Operations of a sandbox: its clock, the jobs that ran because the clock was moved, and simulations. The demo programme
// has the simulations too. Other portals refuse all of these operations. Rules: docs/rules/sandbox.md.
import * as z from 'zod'
import { needsAmount, simulations } from '#domain/sandbox/simulations.ts'
import { money, nothing, requestId, text } from './fields.ts'

/** The number of seconds by which the sandbox's clock advances in one second. */
const rate = z.int().min(1).max(1000)

/** The types of jobs, as shown to a user who moves the clock. `holds`: authorised amounts that expire. */
export const clockJobs = ['batches', 'checks', 'orders', 'holds', 'reports', 'messages', 'webhooks', 'upkeep'] as const
export type ClockJob = (typeof clockJobs)[number]

export const sandboxOperations = {
  /** The time of the sandbox's clock and its rate. */
  sandboxClock: { params: nothing, result: z.object({ now: z.string(), rate }) },
  /**
   * Moves the clock forward, to a time or by some seconds, or only changes its rate. All sessions except the caller's
   * grow older by the same time. Pass the result's `lastRun` to `clockRuns` as `after`.
   */
  moveClock: {
    params: z
      .strictObject({
        requestId,
        to: z.iso.datetime().optional(),
        bySeconds: z.int().min(0).optional(),
        rate: rate.optional(),
      })
      .refine(({ to, bySeconds }) => to === undefined || bySeconds === undefined, { path: ['bySeconds'] }),
    result: z.object({ from: z.string(), now: z.string(), rate, lastRun: z.int() }),
  },
  /** What has run since `after`, and how many due jobs have not ended yet. */
  clockRuns: {
    params: z.strictObject({ after: z.int().min(0) }),
    result: z.object({
      lastRun: z.int(),
      waiting: z.int(),
      ran: z.array(z.object({ work: z.enum(clockJobs), count: z.int(), failedCount: z.int() })),
    }),
  },
  /** Whether the simulated card processor is down, how many of its events wait, and the currency of the programme. */
  sandboxState: {
    params: nothing,
    result: z.object({ isProcessorDown: z.boolean(), waitingEvents: z.int(), currency: z.string() }),
  },
  /**
   * Simulates what happens to a card outside the portal, with events of a simulated card processor. 'listed': the portal
   * could not apply the event. 'waiting': the processor is down.
   */
  simulateEvent: {
    params: z
      .strictObject({
        requestId,
        type: z.enum(simulations),
        trackingNumber: z.string().regex(/^[0-9]{15}$/),
        amount: money.optional(),
        /** The merchant. Some references that begin with 'fails-' make the event fail. */
        reference: text(100).default(''),
      })
      .refine(({ type, amount }) => (amount !== undefined) === needsAmount(type), { path: ['amount'] }),
    result: z.object({
      outcome: z.enum(['applied', 'declined', 'listed', 'waiting']),
      /** The response code of ISO 8583, if it was declined. */
      code: z.string().optional(),
      /** The amount that the card can spend afterwards. */
      available: money,
    }),
  },
  /** A payment that arrives at the bank: an imported entry of a statement, which users match and confirm as always. */
  simulatePayment: {
    params: z.strictObject({ requestId, amount: money, reference: text(100, 1) }),
    result: nothing,
  },
  /** Takes the simulated processor down, or up again. When it is up again, it sends the events that wait. */
  setProcessor: {
    params: z.strictObject({ requestId, isDown: z.boolean() }),
    result: z.object({ sent: z.int() }),
  },
  /**
   * Resets the sandbox. The server stops, empties the database and starts again, within seconds. The programme's first
   * administrator keeps the password. Refused if another server uses the database.
   */
  resetSandbox: { params: z.strictObject({ requestId }), result: nothing },
}
