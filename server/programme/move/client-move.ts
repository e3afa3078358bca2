// `client move`: moves a client's database to another PostgreSQL server, while its servers run, with a pause of seconds.
// Docs: docs/running/move-a-client.md. Why by logical replication: docs/decisions/491-a-client-moves-by-logical-replication.md.
import { CommandError, defineCommand, UsageError } from '../command.ts'
import { proveCopy, requireReplication, startCopy, waitUntilNearlyCopied } from './copy.ts'
import { closeSides, openSides, type Sides } from './sides.ts'
import { endReplication, switchSides, undoMove } from './switch.ts'
import { advisoryLocks } from '#server/db/advisory-locks.ts'

const DEFAULT_PAUSE_SECONDS = 10

export const clientMove = defineCommand({
  name: 'client move',
  summary: 'Moves the database to another PostgreSQL server while servers run, with a pause of seconds',
  help: [
    'DATABASE_URL names both servers. The new one has an empty database of the same name, which is read-only. The command copies everything, follows the changes, and proves that both databases are the same, before the servers switch.',
    'Safe to interrupt: run it again to continue, or with --undo to give up. See docs/running/move-a-client.md.',
  ],
  options: {
    'copy-only': { summary: 'Copies and follows, but does not switch: run the command again to switch.' },
    pause: {
      placeholder: 'SECONDS',
      summary: 'The longest pause, 10 if not given. If it would be longer, nothing is switched.',
    },
    undo: { summary: 'Gives the move up; possible until the switch.' },
  },
  hasDryRun: false,
  async run({ settings, options, print, progress }) {
    const maxPauseMs = readMaxPauseMs(options.pause)
    const output = { print, progress }
    const sides = await openSides(settings.databaseUrl)
    try {
      await lockMove(sides)
      if (options.undo) {
        await undoMove(sides)
        return {
          lines: [
            `The move was given up, and the programme stays at ${sides.source.address}. Remove ${sides.target.address} from DATABASE_URL, and drop the database there.`,
          ],
        }
      }
      const lines: string[] = []
      if (sides.step !== 'switched') {
        await requireReplication(sides)
        await startCopy(sides, output)
        await waitUntilNearlyCopied(sides, output)
        await proveCopy(sides, output)
        if (options['copy-only'])
          return { lines: ['The new database follows the old one. Run the command without --copy-only to switch.'] }
        const { pauseMs, rowCount } = await switchSides(sides, maxPauseMs, print)
        lines.push(
          `Moved ${rowCount.toLocaleString('en')} rows to ${sides.target.address}, with a pause of ${(pauseMs / 1000).toFixed(1)} s.`,
        )
        print('Servers use the new database. Ending the replication …')
      }
      await endReplication(sides)
      return {
        lines: [
          ...lines,
          `The database at ${sides.source.address} is read-only and unchanged. Remove that server from DATABASE_URL, then drop it.`,
        ],
      }
    } finally {
      await closeSides(sides)
    }
  },
})

function readMaxPauseMs(text: string | undefined): number {
  const seconds = Number(text ?? DEFAULT_PAUSE_SECONDS)
  if (Number.isInteger(seconds) && seconds >= 1 && seconds <= 3_600) return seconds * 1_000
  throw new UsageError('--pause must be a whole number of seconds, from 1 to 3600.')
}

/** Throws a CommandError if another command moves the database. Two commands would undo each other's steps. */
async function lockMove({ source }: Sides): Promise<void> {
  const { rows } = await source.client.query<{ isAcquired: boolean }>(
    `SELECT pg_try_advisory_lock(${advisoryLocks.clientMove}) AS "isAcquired"`,
  )
  const isLockedByOther = !rows[0]?.isAcquired
  if (isLockedByOther) throw new CommandError('Another command moves this database at the moment.')
}
