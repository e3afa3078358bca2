// `keys rotate`: replaces all keys and converts the data that depends on them.
import { defineCommand } from '../command.ts'
import { auditForAll } from '../owner.ts'
import { rotateKeys, tryToRotate } from './rotate.ts'

export const keysRotate = defineCommand({
  name: 'keys rotate',
  summary: 'Replaces all keys, and seals and hashes anew whatever hangs on them; all servers must be stopped',
  help: [
    'Safe to interrupt: run it again and it goes on. Until it has come to its end no server starts, and the old keys stay beside the new ones; then they are removed. Everybody signs in anew afterwards.',
    'Back the keys up first: backups of the database from before can only be read with the old ones. Where servers run on several machines, copy the new keys to each before it starts.',
  ],
  hasDryRun: true,
  async run({ open, settings, progress, isDryRun }) {
    const programme = await open({ isExclusive: true, toRotate: true })
    const { db, now } = programme
    const { secretsDir: folder } = settings
    if (isDryRun) {
      const count = await tryToRotate(db, { folder, progress })
      return { lines: [`All ${count.toLocaleString('en')} values that hang on the keys can be read and made anew.`] }
    }
    const rotated = await rotateKeys(db, {
      folder,
      now,
      progress,
      // All clients on the database share the keys.
      audit: (trx) => auditForAll(programme, trx, 'rotateKeys'),
    })
    if (rotated.outcome === 'tidied')
      return {
        lines: [
          `The last rotation had come to its end, and its old keys are removed now: the keys are generation ${rotated.generation}. Run it again for new ones.`,
        ],
      }
    return {
      lines: [
        `The keys in ${folder} are generation ${rotated.generation} now, and the old ones are removed; ${rotated.count.toLocaleString('en')} values were made anew.`,
        'Copy them to every server and to the keys’ backup before a server starts.',
      ],
    }
  },
})
