// `keys rotate`: replaces all keys and converts the data that depends on them.
import { defineCommand } from '../command.ts'
import { auditForEachOwner } from '../owner.ts'
import { rotateKeys, verifyRotation } from './rotate.ts'

export const keysRotate = defineCommand({
  name: 'keys rotate',
  summary: 'Replaces all keys, and encrypts and hashes all values again; all servers must be stopped',
  help: [
    'Safe to interrupt: run it again to continue. Until the rotation is complete, no server starts and the old keys stay beside the new ones. Then they are removed, and all users must log in again.',
    'Back up the keys first: earlier backups of the database can only be read with the old keys. If servers run on several machines, copy the new keys to each machine before its server starts.',
  ],
  hasDryRun: true,
  async run({ open, settings, progress, isDryRun }) {
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
