// Converts environment variables to settings. Each setting is checked once at startup. A wrong setting stops the
// startup with a sentence that says how to fix it. A new setting is a field of `Settings` and a row in
// docs/running/settings.md; a test compares them.
import { readFileSync } from 'node:fs'
import { isAbsolute, resolve } from 'node:path'
import type { Client } from '#brand/client.ts'
import { clientByKey, clients } from '#brand/clients.ts'
import { decimalToCents } from '#domain/money.ts'
import { MAX_HOLD_MINUTES } from '#domain/batch/schedule.ts'
import { splitServers } from '#server/db/primary.ts'

/** A problem that the administrator can fix. Printed as one sentence, without a stack trace. */
export class StartError extends Error {}

export type Settings = Readonly<ReturnType<typeof environmentToSettings>>

export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads the settings. Relative paths start at `cwd`. `clientOfRow` is used instead of the client that CLIENT names.
 * Throws a StartError about the first wrong setting.
 */
export function environmentToSettings(environment: Environment, cwd = process.cwd(), clientOfRow?: Client) {
  // An empty setting counts as missing.
  const value = (name: string) => environment[name]?.trim() || readSettingFile(name, environment[`${name}_FILE`])
  const optionalInteger: SettingReaders['optionalInteger'] = (name, limits) => {
    const text = value(name)
    return text === undefined ? undefined : parseInteger(name, text, limits)
  }
  const integer = (name: string, { fallback, ...limits }: IntegerLimits & { readonly fallback: number }) =>
    optionalInteger(name, limits) ?? fallback
  const isOn = (name: string, fallback: 'on' | 'off') =>
    parseChoice(name, value(name) ?? fallback, ['on', 'off']) === 'on'
  const isRequired = (name: string) =>
    parseChoice(name, value(name) ?? 'optional', ['optional', 'required']) === 'required'
  const path = (text: string) => (isAbsolute(text) ? text : resolve(cwd, text))

  const client = clientOfRow ?? findClient(value('CLIENT') ?? 'voyager')
  const host = value('HOST') ?? '127.0.0.1'
  const port = integer('PORT', { fallback: 4180, min: 0, max: 65_535 })
  const databaseUrl = value('DATABASE_URL')
  const isDatabasePrivate = databaseUrl === 'private'
  const dataDir = path(value('DATA_DIR') ?? '.data')
  const isDatabaseTlsRequired = isRequired('DATABASE_TLS')
  const isSmtpTlsRequired = isRequired('SMTP_TLS')
  const validDatabaseUrl = isDatabasePrivate
    ? undefined
    : parseUrl('DATABASE_URL', databaseUrl, ['postgres:', 'postgresql:'])
  const validSmtpUrl = parseUrl('SMTP_URL', value('SMTP_URL'), ['smtp:', 'smtps:'])
  return {
    client,
    host,
    port,
    /** The port of the metrics. Undefined if they are not served. */
    metricsPort: optionalInteger('METRICS_PORT', { min: 0, max: 65_535 }),
    metricsAddress: value('METRICS_HOST') ?? '127.0.0.1',
    /** Absolute path of the folder for the private PostgreSQL, the keys and the outbox. */
    dataDir,
    /** PostgreSQL's address. Without it the server starts a private PostgreSQL in `dataDir`. */
    databaseUrl: isDatabaseTlsRequired ? requireDatabaseTls(validDatabaseUrl) : validDatabaseUrl,
    /** True if every connection needs TLS and a verifiable certificate. `databaseUrl` then requires it. */
    isDatabaseTlsRequired,
    /** A replica for reading reports. Without a replica, reports are read from the main database. */
    reportsDatabaseUrl: parseUrl('REPORTS_DATABASE_URL', value('REPORTS_DATABASE_URL'), ['postgres:', 'postgresql:']),
    /** True if the private PostgreSQL was chosen explicitly. */
    isPrivateDatabaseExplicit: isDatabasePrivate,
    /** The folder of the keys, separate from the database. */
    secretsDir: path(value('SECRETS_DIR') ?? `${dataDir}/keys`),
    /** Folder of the built portal. Missing files get the response "not found". */
    portalDir: path(value('PORTAL_DIR') ?? 'dist/portal'),
    /** False if browsers must remove their service worker. */
    hasServiceWorker: isOn('SERVICE_WORKER', 'on'),
    smtpUrl: isSmtpTlsRequired ? requireSmtpTls(validSmtpUrl) : validSmtpUrl,
    /** True if every connection to the mail server needs TLS and a verifiable certificate. */
    isSmtpTlsRequired,
    /** The sender address of e-mails. By default no-reply at the portal's address. */
    mailFrom: parseMailAddress('MAIL_FROM', value('MAIL_FROM')),
    /** The hour at which daily e-mails are sent, in the programme's time zone. */
    digestHour: integer('DIGEST_HOUR', { fallback: 8, min: 0, max: 23 }),
    /** The URL for messages to telephone numbers. Without it each message is a file in the outbox. */
    notifyUrl: parseUrl('NOTIFY_URL', value('NOTIFY_URL'), ['http:', 'https:']),
    /** The portal's public address, with the base path and its final slash. Used for links in e-mails. */
    publicUrl: parsePublicUrl(value('PUBLIC_URL'), client) ?? `http://${serverInUrl(host)}:${port}${client.basePath}`,
    isProduction: value('NODE_ENV') === 'production',
    demo: parseChoice('DEMO', value('DEMO') ?? 'on', ['on', 'off', 'force']),
    seedCards: integer('SEED_CARDS', { fallback: 20_000, min: 100, max: 1_000_000 }),
    passwordMin: integer('PASSWORD_MIN', { fallback: 10, min: 10, max: 100 }),
    isSecondFactorRequired: isOn('REQUIRE_SECOND_FACTOR', 'off'),
    /** True if the setting is present, with any value. */
    isSecondFactorSet: value('REQUIRE_SECOND_FACTOR') !== undefined,
    ...readSignIn({ value, isOn, optionalInteger }),
    /** A session without user activity ends after this many minutes. The server enforces it. */
    idleMinutes: integer('IDLE_MINUTES', { fallback: 15, min: 1, max: 60 }),
    sessionHours: integer('SESSION_HOURS', { fallback: 12, min: 1, max: 12 }),
    /** A device gets system notifications for this many hours after the sign-in, even if its session has ended. */
    noticeHours: integer('NOTICE_HOURS', { fallback: 24, min: 1, max: 168 }),
    /** The servers that a sandbox sends webhooks to. Without a sandbox they go to every server. */
    sandboxWebhookServers: parseServers('SANDBOX_WEBHOOK_SERVERS', value('SANDBOX_WEBHOOK_SERVERS')),
    /** True if system notifications are also sent through the browser makers' push services. */
    isPushOn: isOn('PUSH', 'off'),
    /** The number of wrong passwords that lock an account. */
    lockAfter: integer('LOCK_AFTER', { fallback: 10, min: 3, max: 10 }),
    /** The duration of the lock. */
    lockMinutes: integer('LOCK_MINUTES', { fallback: 30, min: 30, max: 1440 }),
    callsPerMinute: integer('CALLS_PER_MINUTE', { fallback: 600, min: 10, max: 1_000_000 }),
    loginsPerMinute: integer('LOGINS_PER_MINUTE', { fallback: 60, min: 5, max: 1_000_000 }),
    /**
     * A user whom an administrator has changed cannot approve for this many hours, unless another administrator confirms
     * the change. 0: the user can approve immediately.
     */
    approvalHoldHours: integer('APPROVAL_HOLD_HOURS', { fallback: 24, min: 0, max: 720 }),
    /** Approvals of more than this amount (in minor units, with fees) need a signature. Undefined: no approval does. */
    signsAboveCents: parseSignedAmount(value('SIGN_APPROVALS') ?? 'never'),
    /** Minutes between the approval and the posting of batches that take money off cards. 0: posted immediately. */
    undoHoldMinutes: integer('UNDO_HOLD_MINUTES', { fallback: 0, min: 0, max: MAX_HOLD_MINUTES }),
    /**
     * True if an administrator's change of another user takes effect only after a second administrator has confirmed
     * it.
     */
    needsSecondAdministrator: isOn('SECOND_ADMINISTRATOR', 'off'),
    /**
     * True if the user who ordered a card cannot activate it, reveal it, set its PIN or fetch its producer file.
     * Undefined: true, except in the demo programme.
     */
    separatesOrderers: value('SEPARATE_ORDERERS') === undefined ? undefined : isOn('SEPARATE_ORDERERS', 'on'),
    /** The number of cards that one user can reveal in an hour. */
    revealsPerHour: integer('REVEALS_PER_HOUR', { fallback: 30, min: 1, max: 1000 }),
    /** The number of full card numbers that one user can see in an hour. 0: none. */
    cardNumbersPerHour: integer('CARD_NUMBERS_PER_HOUR', { fallback: 2000, min: 0, max: 1_000_000 }),
    /** The number of unknown card numbers (numbers without a card) that one user can send in an hour. */
    unknownNumbersPerHour: integer('UNKNOWN_CARD_NUMBERS_PER_HOUR', { fallback: 15_000, min: 100, max: 1_000_000 }),
    /** Maximum number of merchants in a user's list, which the portal stores. */
    maxMerchantSignUp: integer('MAX_MERCHANT_SIGN_UP', { fallback: client.maxMerchantSignUp, min: 1, max: 500 }),
    /** Maximum number of open connections. */
    maxConnections: integer('MAX_CONNECTIONS', { fallback: 5000, min: 100, max: 100_000 }),
    /** Maximum number of open connections from one address. */
    maxConnectionsPerAddress: integer('MAX_CONNECTIONS_PER_ADDRESS', { fallback: 1000, min: 10, max: 100_000 }),
    /** The number of proxies in front of the server. Each adds one address to X-Forwarded-For. */
    proxyCount: parseProxyCount(value('TRUST_PROXY') ?? 'off'),
    /** Holders are kept for this many days after their card ended. */
    keepHoldersDays: integer('KEEP_HOLDERS_DAYS', { fallback: 1825, min: 0, max: 36_500 }),
    /** Users are kept for this many days after their deletion. */
    keepUsersDays: integer('KEEP_USERS_DAYS', { fallback: 365, min: 0, max: 36_500 }),
    /** Files are kept for this many days. */
    keepFilesDays: integer('KEEP_FILES_DAYS', { fallback: 365, min: 30, max: 36_500 }),
    /** Audit entries are kept for this many days. */
    keepAuditDays: integer('KEEP_AUDIT_DAYS', { fallback: 2555, min: 365, max: 36_500 }),
    logLevel: parseChoice('LOG_LEVEL', value('LOG_LEVEL') ?? 'info', [
      'trace',
      'debug',
      'info',
      'warn',
      'error',
      'silent',
    ]),
  }
}

/** The company's login (docs/running/single-sign-on.md). */
export interface ProviderSettings {
  /** The name on the button of the sign-in page. */
  readonly name: string
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly scope: string
  /** Values of `acr` that are asked for, and that count as a second factor. */
  readonly acr: readonly string[]
  /** Values of `amr` that count as a second factor. */
  readonly amr: readonly string[]
  /** The provider asks a person again whose login is older than this. Undefined: the provider decides. */
  readonly maxAgeMinutes?: number | undefined
  readonly groupsClaim: string
  /**
   * Groups of the provider (`theirs`), each with the group of the portal that its users get (`ours`). If a user is in
   * several of them, the first one counts. Empty: groups are not mapped.
   */
  readonly groups: readonly { readonly theirs: string; readonly ours: string }[]
}

interface IntegerLimits {
  readonly min: number
  readonly max: number
}

/** Functions that read one setting. */
interface SettingReaders {
  readonly value: (name: string) => string | undefined
  readonly isOn: (name: string, fallback: 'on' | 'off') => boolean
  readonly optionalInteger: (name: string, limits: IntegerLimits) => number | undefined
}

/** How users sign in: by the company's login, if there is one, and by passwords, unless they are switched off. */
function readSignIn({ value, isOn, optionalInteger }: SettingReaders) {
  const provider = readProvider({ value, optionalInteger })
  const isPasswordLoginOn = isOn('PASSWORD_LOGIN', 'on')
  const breakGlassUser = value('BREAK_GLASS_USER')
  return {
    /** The company's login. Undefined if users have only passwords. */
    provider,
    /** False if only `breakGlassUser` can log in with a password. */
    isPasswordLoginOn,
    breakGlassUser: isPasswordLoginOn ? undefined : breakGlassUser,
    /**
     * The groups of the portal that the company's directory decides about (SCIM). A user who is in none of the other
     * groups gets the first group. Empty: SCIM is off.
     */
    scimGroups: splitList(value('SCIM_GROUPS')),
  }
}

/** One day. */
const MAX_LOGIN_AGE_MINUTES = 1440

/** The parts of a list that is separated by commas. */
const splitList = (text = ''): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

function readProvider({
  value,
  optionalInteger,
}: Pick<SettingReaders, 'value' | 'optionalInteger'>): ProviderSettings | undefined {
  const issuer = value('OIDC_ISSUER')
  const name = value('OIDC_NAME')
  const clientId = value('OIDC_CLIENT_ID')
  const clientSecret = value('OIDC_CLIENT_SECRET')
  // Also read without a provider, so that wrong values are refused, and clients-file.ts knows these settings.
  const otherSettings = {
    scope: value('OIDC_SCOPE') ?? 'openid email',
    acr: splitList(value('OIDC_ACR')),
    amr: splitList(value('OIDC_AMR') ?? 'mfa'),
    maxAgeMinutes: optionalInteger('OIDC_MAX_AGE', { min: 0, max: MAX_LOGIN_AGE_MINUTES }),
    groupsClaim: value('OIDC_GROUPS_CLAIM') ?? 'groups',
    groups: splitList(value('OIDC_GROUPS')).map(parseGroupPair),
  }
  if (issuer === undefined) return undefined
  const isIncomplete = name === undefined || clientId === undefined || clientSecret === undefined
  if (isIncomplete)
    throw new StartError(
      'OIDC_ISSUER is set, so the server needs three more settings: OIDC_NAME, the name on the button, and OIDC_CLIENT_ID and OIDC_CLIENT_SECRET, which the provider has for this portal.',
    )
  return { issuer: parseIssuer(issuer), name, clientId, clientSecret, ...otherSettings }
}

function parseIssuer(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  // On this machine, a provider without encryption is allowed for tests.
  const isForTests = url?.protocol === 'http:' && isLoopback(url.hostname)
  const isSafe = url?.protocol === 'https:' || isForTests
  if (url && isSafe && url.search === '' && url.hash === '') return text
  throw new StartError(`OIDC_ISSUER is '${text}', but it must be an https address without a query.`)
}

function parseGroupPair(text: string) {
  // The name of the provider's group can contain '=' too, so the last one separates the names.
  const separator = text.lastIndexOf('=')
  const theirs = text.slice(0, separator).trim()
  const ours = text.slice(separator + 1).trim()
  if (separator > 0 && theirs !== '' && ours !== '') return { theirs, ours }
  throw new StartError(
    `OIDC_GROUPS has '${text}', but it must be pairs of a group of the provider and a group of the portal: Card Makers=Makers, Card Checkers=Approvers.`,
  )
}

/** True for an address that is reachable only from this machine. */
export function isLoopback(host: string): boolean {
  // In a URL, an IPv6 address is in brackets.
  const isNameOrIPv6 = ['localhost', '::1', '[::1]'].includes(host)
  const isIPv4 = /^127(\.\d+){3}$/.test(host)
  return isNameOrIPv6 || isIPv4
}

function serverInUrl(host: string): string {
  if (isLoopback(host)) return 'localhost'
  // An IPv6 address needs brackets in a URL.
  return host.includes(':') ? `[${host}]` : host
}

/** The content of the file with a setting, so that a password need not be in the environment. */
function readSettingFile(name: string, path: string | undefined): string | undefined {
  if (path === undefined) return undefined
  try {
    return readFileSync(path, 'utf8').trim() || undefined
  } catch {
    throw new StartError(`${name}_FILE is '${path}', but this file cannot be read.`)
  }
}

function findClient(key: string): Client {
  const client = clientByKey(key)
  if (!client)
    throw new StartError(
      `CLIENT is '${key}', but there is no such client: use one of ${Object.keys(clients).join(', ')}.`,
    )
  return client
}

function parseInteger(name: string, text: string, { min, max }: IntegerLimits): number {
  const number = Number(text)
  const isInRange = number >= min && number <= max
  if (/^[0-9]{1,9}$/.test(text) && isInRange) return number
  throw new StartError(`${name} is '${text}', but it must be a whole number from ${min} to ${max}.`)
}

function parseChoice<const T extends string>(name: string, text: string, choices: readonly T[]): T {
  const choice = choices.find((candidate) => candidate === text)
  if (choice) return choice
  throw new StartError(`${name} is '${text}', but it must be one of ${choices.join(', ')}.`)
}

/** Totals are 0 or more. Also a total of 0, of an order without loads and fees, is above this. */
const BELOW_EVERY_TOTAL = -1

/** 'never', 'always', or the amount above which approvals are signed. */
function parseSignedAmount(text: string): number | undefined {
  if (text === 'never') return undefined
  if (text === 'always') return BELOW_EVERY_TOTAL
  const amount = decimalToCents(text)
  if (amount !== undefined && amount >= 0) return amount
  throw new StartError(`SIGN_APPROVALS is '${text}', but it must be never, always or an amount such as 50000.00.`)
}

function parseProxyCount(text: string): number {
  if (text === 'off') return 0
  if (text === 'on') return 1
  if (/^[1-9]$/.test(text)) return Number(text)
  throw new StartError(`TRUST_PROXY is '${text}', but it must be on, off or the number of proxies, from 1 to 9.`)
}

// The message does not contain the value, because an address can contain a password.
function parseUrl(name: string, text: string | undefined, schemes: readonly string[]): string | undefined {
  if (text === undefined) return undefined
  const isValid = (address: string) => URL.canParse(address) && schemes.includes(new URL(address).protocol)
  // The address of a database can contain several servers.
  if (splitServers(text).every(isValid)) return text
  throw new StartError(
    `${name} is not an address that starts with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}.`,
  )
}

/** Sets TLS in the address, so that all connections use it. pg verifies certificate and name. */
export function requireDatabaseTls(address: string | undefined): string | undefined {
  if (address === undefined) return undefined
  // URL cannot parse an address with several servers, so the address is split here.
  const [servers = '', query] = address.split('?')
  const parameters = new URLSearchParams(query)
  // These parameters would change the meaning of `sslmode`.
  for (const name of ['ssl', 'uselibpqcompat']) parameters.delete(name)
  parameters.set('sslmode', 'verify-full')
  return `${servers}?${parameters.toString()}`
}

/** Requires TLS for nodemailer, which otherwise sends unencrypted if an smtp:// server has no STARTTLS. */
function requireSmtpTls(address: string | undefined): string | undefined {
  if (address === undefined) return undefined
  const url = new URL(address)
  for (const name of ['secure', 'ignoreTLS', 'opportunisticTLS']) url.searchParams.delete(name)
  url.searchParams.set('requireTLS', 'true')
  url.searchParams.set('tls.rejectUnauthorized', 'true')
  return url.href
}

function parseMailAddress(name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  if (/^[^\s@<>,;]+@[^\s@<>,;]+$/.test(text)) return text
  throw new StartError(`${name} is '${text}', but it must be one e-mail address.`)
}

/** 'hooks.example.org' or '*.example.com' */
const SERVER_NAME = /^(?:\*\.)?[a-z0-9.-]+$/

function parseServers(name: string, text: string | undefined): readonly string[] {
  const servers = splitList(text?.toLowerCase())
  const wrongServer = servers.find((server) => server !== '*' && !SERVER_NAME.test(server))
  if (wrongServer === undefined) return servers
  throw new StartError(
    `${name} has '${wrongServer}', but it must be names of servers, separated by commas: hooks.example.org, *.example.com, or * for all.`,
  )
}

/** Adds the client's path and its final slash, which can be omitted. */
function parsePublicUrl(text: string | undefined, { basePath, name }: Client): string | undefined {
  const url = parseUrl('PUBLIC_URL', text, ['http:', 'https:'])
  if (url === undefined) return undefined
  const { origin, pathname } = new URL(url)
  const basePathWithoutSlash = basePath.slice(0, -1)
  if (['/', basePath, basePathWithoutSlash].includes(pathname)) return origin + basePath
  throw new StartError(`PUBLIC_URL has the path ${pathname}, but the pages of ${name} are under ${basePath}.`)
}
