// `init FILE`: makes the programme match a file, in an empty or a used database.
import { m } from '#words/messages.js'
import { readFileSync } from 'node:fs'
import type { Db } from '#server/operations/context.ts'
import { lockMigrations } from '#server/db/migrate.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { lockUserChanges, hasOtherUserManager } from '#server/users/queries.ts'
import { defineCommand, type CommandServices, CommandError, UsageError } from '../command.ts'
import { readClock } from '#server/sandbox/clock.ts'
import { auditCommand } from '../owner.ts'
import { markSandbox, storeProgrammeFile } from '../sandbox/mark.ts'
import { addUser, mailQueuedMessage, type UserToAdd } from '../user.ts'
import { applyPlan } from './apply-plan.ts'
import { type ProgrammeFile, readProgrammeFile } from './read-plan.ts'

/** hasOtherUserManager leaves out the user with this id. No user has it, so all users are considered. */
const NO_USER_ID = 0
/** The description of a programme is far smaller. */
const MAX_FILE_BYTES = 1024 * 1024

export const init = defineCommand({
  name: 'init',
  summary:
    'Sets up or changes the programme as described in a file: owner, groups, first administrator, campaigns, funds',
  help: [
    'A commented sample is server/programme/samples/programme.jsonc (in the build: samples/programme.jsonc).',
    'Safe to repeat: adds and changes what differs from the file, and removes nothing. Either all changes are made, or none.',
  ],
  operands: ['FILE'],
  options: {
    sandbox: {
      summary:
        'Makes an empty database a sandbox, for good: its clock can be moved, and it sends nothing to people. Stop all servers first.',
    },
    beside: { summary: 'Sets this client up in a database that another client already uses.' },
  },
  hasDryRun: true,
  async run({ operands, options, settings, open }) {
    const text = readText(operands.FILE)
    const file = readProgrammeFile(text, settings.client, Date.now())
    if (options.sandbox && options.beside) throw new UsageError('A sandbox has one client: use --sandbox or --beside.')
    // No server may run when the database becomes a sandbox: a running server would keep the real time.
    const programme = await open({ canShareDatabase: options.beside, isExclusive: options.sandbox })
    const changeLines = await inTransaction(programme.db, async (trx) => {
      const isSandbox = (await readClock(trx)) !== undefined
      if (isSandbox) await storeProgrammeFile(trx, text)
      else if (options.sandbox) await markSandbox(trx, { clientKey: settings.client.key, programmeFile: text })
      return initProgramme(programme, trx, file)
    })
    const hasChanged = changeLines.length > 0
    return { lines: hasChanged ? changeLines : ['The programme already matches the file: nothing was changed.'] }
  },
})

/**
 * Makes the programme match the file, and returns one sentence for each change. Throws a CommandError at the first
 * impossible change. The caller must then roll back the transaction.
 */
export async function initProgramme(
  programme: CommandServices,
  trx: Db,
  file: ProgrammeFile,
): Promise<readonly string[]> {
  const { client } = programme
  const { ownerId } = file.plan
  // If two runs overlap, the second sees the result of the first.
  await lockMigrations(trx)
  await lockUserChanges(trx, ownerId)
  const hadUserManager = await hasOtherUserManager(trx, ownerId, NO_USER_ID)
  const { lines, changes } = await applyPlan(trx, file.plan, { timeZone: client.timeZone, now: programme.now() })
  const hasUserManager = await hasOtherUserManager(trx, ownerId, NO_USER_ID)
  if (hadUserManager && !hasUserManager)
    throw new CommandError(`${m.users_lastUserManager()}. With the groups of the file no one could.`)
  const userLines = await addFirstAdministrator(programme, trx, file.firstAdministrator)
  if (changes.length > 0) await auditCommand(programme, trx, { method: 'initProgramme', ownerId, changes })
  return [...lines, ...userLines]
}

/** Adds the user if the programme has none yet. Later users are added in the portal, or with `user add`. */
async function addFirstAdministrator(programme: CommandServices, trx: Db, user: UserToAdd): Promise<string[]> {
  const anyUser = await trx
    .selectFrom('user_account')
    .select('id')
    .where('owner_id', '=', programme.client.ownerId)
    .limit(1)
    .executeTakeFirst()
  if (anyUser) return []
  await addUser(programme, trx, user)
  return [`Added the first administrator '${user.username}'. ${mailQueuedMessage(user.email)}`]
}

function readText(path: string): string {
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new CommandError(
      code === 'ENOENT' ? `There is no file ${path}.` : `The file ${path} cannot be read (${code}).`,
    )
  }
  if (bytes.length > MAX_FILE_BYTES)
    throw new CommandError(`The file ${path} is far too large for the description of a programme.`)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new CommandError(`The file ${path} is not UTF-8 text.`)
  }
}
