// Operations of a sandbox: its clock, and what moving it caused. Elsewhere they are refused. Rules: docs/rules/sandbox.md.
import * as z from 'zod'
import { nothing, requestId } from './fields.ts'

const rate = z.int().min(1).max(1000)

/** What jobs do, in the words of someone who moves the clock. `holds`: authorised amounts that expire. */
export const clockWorks = ['batches', 'checks', 'orders', 'holds', 'reports', 'messages', 'webhooks', 'upkeep'] as const
export type ClockWork = (typeof clockWorks)[number]

export const sandboxOperations = {
  /** The time of the sandbox's clock and how fast it runs. Refused elsewhere. */
  sandboxClock: { params: nothing, result: z.object({ now: z.string(), rate }) },
  /**
   * Moves the clock forward: to a time, by some seconds, or not at all to change only its rate. The session of the
   * caller goes on; all others age. `lastRun`: for `clockRuns`.
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
      ran: z.array(z.object({ work: z.enum(clockWorks), count: z.int(), failedCount: z.int() })),
    }),
  },
}
