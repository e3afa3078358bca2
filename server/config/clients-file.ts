// CLIENTS_FILE: a JSON file with a row for each client that this process serves. Each row contains the client's own
// settings. Docs: docs/running/several-clients.md.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { rowToClient } from './client-of-row.ts'
import { type Environment, environmentToSettings, type Settings, StartError } from './settings.ts'

/** Settings of the process, which a row cannot change. */
const processSettings = [
  'CLIENT',
  'CLIENTS_FILE',
  'HOST',
  'PORT',
  'METRICS_HOST',
  'METRICS_PORT',
  'MAX_CONNECTIONS',
  'MAX_CONNECTIONS_PER_ADDRESS',
  'TRUST_PROXY',
  'NODE_ENV',
]

/** client-of-row.ts reads the `portal` of a row. */
const rowSchema = z.object({ portal: z.unknown().optional() }).catchall(z.string())
const fileSchema = z.record(z.string(), rowSchema)

/**
 * The settings of each client of this process. With CLIENTS_FILE, these are the clients of all rows, or only the client
 * of CLIENT's row if CLIENT is also set. Without CLIENTS_FILE, the process has one client. Throws a StartError about the
 * first wrong row.
 */
export function readClients(environment: Environment): readonly Settings[] {
  const path = environment['CLIENTS_FILE']?.trim()
  if (!path) return [environmentToSettings(environment)]
  const rows = Object.entries(readRows(path))
  const onlyKey = environment['CLIENT']?.trim()
  const chosenRows = onlyKey ? rows.filter(([key]) => key === onlyKey) : rows
  if (chosenRows.length === 0) {
    if (onlyKey) throw new StartError(`CLIENT is '${onlyKey}', but ${path} has no such row.`)
    throw new StartError(`${path} has no row: add one for each client.`)
  }
  const clients = chosenRows.map(([key, row]) => rowToSettings(environment, { path, key, row }))
  refuseSharing(clients, path)
  return clients
}

function readRows(path: string): z.infer<typeof fileSchema> {
  let content: string
  try {
    content = readFileSync(path, 'utf8')
  } catch {
    throw new StartError(`CLIENTS_FILE is '${path}', but this file cannot be read.`)
  }
  try {
    return fileSchema.parse(JSON.parse(content))
  } catch {
    // Never the parser's own message, because it quotes the file, which can contain a password.
    throw new StartError(
      `${path} must be JSON such as {"voyager": {"DATABASE_URL": "postgres://…"}}: a row for each client, and each setting a text.`,
    )
  }
}

function rowToSettings(
  environment: Environment,
  { path, key, row }: { readonly path: string; readonly key: string; readonly row: z.infer<typeof rowSchema> },
): Settings {
  const { portal, ...settingsInRow } = row
  const place = `${path}, row '${key}'`
  // A setting with the suffix _FILE names a file with the value.
  const toSettingName = (name: string) => name.replace(/_FILE$/, '')
  const isProcessSetting = (name: string) =>
    processSettings.includes(name) || processSettings.includes(toSettingName(name))
  const fixedName = Object.keys(settingsInRow).find(isProcessSetting)
  if (fixedName !== undefined)
    throw new StartError(`${place}: ${fixedName} applies to the whole process, not to a row.`)
  // The process's folders are for all clients. Each client has its own folder below them.
  const dataDir = environment['DATA_DIR']?.trim() || '.data'
  const secretsDir = environment['SECRETS_DIR']?.trim()
  const folders: Environment = {
    DATA_DIR: join(dataDir, key),
    ...(secretsDir && { SECRETS_DIR: join(secretsDir, key) }),
  }
  const settings: Environment = { ...environment, ...folders, ...settingsInRow, CLIENT: key }
  // Records which settings are read: for PASSWORD_FILE, PASSWORD is read first. A name in the row that is never read is
  // not the name of a setting.
  const namesRead = new Set<string>()
  const recordedSettings = new Proxy(settings, {
    get: (target, name: string) => {
      namesRead.add(name)
      return target[name]
    },
  })
  try {
    const client = portal === undefined ? undefined : rowToClient(key, portal)
    const result = environmentToSettings(recordedSettings, process.cwd(), client)
    const unknownName = Object.keys(settingsInRow).find((name) => !namesRead.has(toSettingName(name)))
    if (unknownName !== undefined) throw new StartError(`there is no setting ${unknownName}.`)
    return result
  } catch (error) {
    if (error instanceof StartError) throw new StartError(`${place}: ${error.message}`)
    throw error
  }
}

/** Two clients that share a database, keys or files would see each other's data. */
function refuseSharing(clients: readonly Settings[], path: string): void {
  const exclusiveSettings = {
    DATABASE_URL: ({ databaseUrl }: Settings) => databaseUrl,
    SECRETS_DIR: ({ secretsDir }: Settings) => secretsDir,
    DATA_DIR: ({ dataDir }: Settings) => dataDir,
  }
  for (const [name, valueOf] of Object.entries(exclusiveSettings)) {
    const clientKeyByValue = new Map<string, string>()
    for (const settings of clients) {
      const value = valueOf(settings)
      if (value === undefined) continue
      const otherKey = clientKeyByValue.get(value)
      if (otherKey !== undefined)
        throw new StartError(
          `${path}: '${otherKey}' and '${settings.client.key}' have the same ${name}. Each client needs its own.`,
        )
      clientKeyByValue.set(value, settings.client.key)
    }
  }
}
