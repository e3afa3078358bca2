// The secrets of a running server, whose keys can be replaced while it runs (`keys rotate --online`). New values are
// encrypted with the new keys within seconds, and values of the earlier keys can still be decrypted.
import { StartError } from '../config/settings.ts'
import { type GenerationLock, holdGeneration } from '../db/presence.ts'
import { errorToFields } from '../log.ts'
import type { Services } from '../operations/context.ts'
import { openKeySet, readKeySets } from './database-keys.ts'
import type { Secrets } from './secrets.ts'

const POLL_MS = 2_000

export interface LiveSecrets {
  /** Always uses the newest keys. */
  readonly secrets: Secrets
  readonly replace: (secrets: Secrets) => void
}

export function createLiveSecrets(initialSecrets: Secrets): LiveSecrets {
  let current = initialSecrets
  return {
    secrets: new Proxy(initialSecrets, { get: (_, name) => current[name as keyof Secrets] }),
    replace: (secrets) => {
      current = secrets
    },
  }
}

export interface KeyWatch {
  /** Resolves if the new keys cannot be opened here, with the error for which this server must stop. */
  readonly missingKeys: Promise<StartError>
  /** Changes to the current keys of the database. False if they cannot be opened here. */
  readonly refresh: () => Promise<boolean>
  readonly stop: () => Promise<void>
}

/** Follows the generation of keys in the database. */
export async function watchKeys(
  { db, log }: Pick<Services, 'db' | 'log'>,
  live: LiveSecrets,
  { folder, databaseUrl }: { readonly folder: string; readonly databaseUrl: string },
): Promise<KeyWatch> {
  let resolveMissing: (error: StartError) => void = () => undefined
  const missingKeys = new Promise<StartError>((resolve) => {
    resolveMissing = resolve
  })
  let lock: GenerationLock = await holdGeneration(databaseUrl, live.secrets.generation)
  let wasRotating = (await readKeySets(db)).previous !== undefined
  const refresh = async (): Promise<boolean> => {
    const { current, previous } = await readKeySets(db)
    const isRotating = previous !== undefined
    const { generation } = live.secrets
    if (!lock.isHeld()) lock = await holdGeneration(databaseUrl, generation)
    const hasNewKeys = current?.generation !== generation
    const hasRotationEnded = wasRotating && !isRotating
    // At the end of a rotation, opening the keys again removes the earlier keys from memory.
    const mustOpenKeys = hasNewKeys || hasRotationEnded
    if (!current || !mustOpenKeys) {
      wasRotating = isRotating
      return true
    }
    try {
      const { secrets } = openKeySet(folder, current, 'createToken')
      // Takes the new lock before the old lock is released. Otherwise the rotation could end in between.
      const newLock = await holdGeneration(databaseUrl, current.generation)
      live.replace(secrets)
      await lock.release()
      lock = newLock
      wasRotating = isRotating
      log.info({ count: current.generation }, 'encrypts with new keys')
      return true
    } catch (error) {
      log.error(errorToFields(error), 'the new keys cannot be used')
      const missingKeysError = new StartError(
        `The keys were replaced by generation ${current.generation}, which is not in ${folder}: copy it there and start the server again.`,
      )
      resolveMissing(missingKeysError)
      return false
    }
  }
  let currentPoll: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    // A database that cannot be reached is reported elsewhere.
    currentPoll = currentPoll.then(() => refresh().catch(() => undefined))
  }, POLL_MS)
  timer.unref()
  return {
    missingKeys,
    refresh,
    stop: async () => {
      clearInterval(timer)
      await currentPoll
      await lock.release()
    },
  }
}
