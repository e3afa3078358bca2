// `keys rotate`: replaces all keys and converts the data that depends on them.
import { type CommandServices, defineCommand, type Summary, UsageError } from '../command.ts'
import type { Progress } from '../progress.ts'
import { auditForEachOwner } from '../owner.ts'
import { prepareOnline, rotateOnline } from './rotate-online.ts'
import { rotateKeys, verifyRotation } from './rotate.ts'

export const keysRotate = defineCommand({
  name: 'keys rotate',
  summary:
    'Replaces all keys, and encrypts and hashes all values again; all servers must be stopped, except with --online',
  help: [
    'Safe to interrupt: run it again to continue. Until the rotation is complete, no server starts and the old keys stay beside the new ones. Then they are removed, and all users must log in again.',
    'Back up the keys first: earlier backups of the database can only be read with the old keys. If servers run on several machines, copy the new keys to each machine before its server starts.',
  ],
  options: {
    online: {
      summary:
        'Replaces the keys with which values are encrypted while servers run. The keys of hashes and sessions stay.',
    },
    prepare: {
      summary: 'With --online: only creates the new key files, to copy them to the other servers first.',
    },
  },
  hasDryRun: true,
  async run({ open, settings, progress, isDryRun, options: { online: isOnline, prepare: isPreparing } }) {
    if (isPreparing && !isOnline) throw new UsageError('--prepare needs --online.')
    if (isOnline) {
      if (isDryRun) throw new UsageError('--online has no dry run: --prepare changes nothing in the database.')
      return rotateWhileServersRun(await open(), { folder: settings.secretsDir, isPreparing, progress })
    }
    const programme = await open({ isExclusive: true, isAllowedDuringRotation: true })
    const { db, now } = programme
    const { secretsDir: folder } = settings
    if (isDryRun) {
      const count = await verifyRotation(db, { folder, progress })
      return {
        lines: [
          `All ${count.toLocaleString('en')} values that depend on the keys can be read and encrypted or hashed again.`,
        ],
      }
    }
    const result = await rotateKeys(db, {
      folder,
      now,
      progress,
      // All clients on the database share the keys.
      audit: (trx) => auditForEachOwner(programme, trx, 'rotateKeys'),
    })
    if (result.outcome === 'tidied')
      return {
        lines: [
          `The last rotation was complete, and its old keys have now been removed: the keys are generation ${result.generation}. Run the command again for new keys.`,
        ],
      }
    return {
      lines: [
        `The keys in ${folder} are now generation ${result.generation}, and the old keys were removed. ${result.count.toLocaleString('en')} values were encrypted or hashed again.`,
        'Copy them to every server and to the keys’ backup before a server starts.',
      ],
    }
  },
})

interface OnlineRun {
  readonly folder: string
  readonly isPreparing: boolean
  readonly progress: (what: string, total: number) => Progress
}

async function rotateWhileServersRun(
  programme: CommandServices,
  { folder, isPreparing, progress }: OnlineRun,
): Promise<Summary> {
  const { db } = programme
  if (isPreparing)
    return {
      lines: [
        `The keys of generation ${await prepareOnline(db, folder)} are in ${folder}, and are not used yet. Copy them to every server and to the keys’ backup, then run the command without --prepare.`,
      ],
    }
  const { generation, count, proof } = await rotateOnline(db, {
    folder,
    progress,
    audit: (trx) => auditForEachOwner(programme, trx, 'rotateKeys'),
  })
  return {
    lines: [
      `The keys in ${folder} are now generation ${generation}. ${count.toLocaleString('en')} values were encrypted again.`,
      'Proof: every value was decrypted with the new keys alone.',
      ...proof.map(({ column, count: values }) => `  ${column}: ${values.toLocaleString('en')}`),
      'The old keys were removed here: remove them on the other servers too.',
    ],
  }
}
