// The settings that a production server requires at startup. `programme check` reports the same problems.
import { publicUrlWarning } from './warnings.ts'
import { isLoopback, type Settings, StartError } from './settings.ts'

export interface ProductionFault {
  readonly subject: 'Database' | 'Address' | 'Mail' | 'Sign-in'
  readonly message: string
}

/**
 * What prevents a server with these settings from starting. Outside production, the only problem is that no one could
 * log in.
 */
export function findProductionFaults(settings: Settings): readonly ProductionFault[] {
  const passwordLoginFault = checkPasswordLogin(settings)
  if (!settings.isProduction) return passwordLoginFault ? [passwordLoginFault] : []
  const faults: (ProductionFault | undefined)[] = [
    checkDatabase(settings),
    checkPublicUrl(settings),
    checkMail(settings),
    checkNotifyUrl(settings),
    checkSignIn(settings),
    passwordLoginFault,
  ]
  return faults.filter((fault) => fault !== undefined)
}

/** Throws a StartError with a line for each problem. */
export function requireProductionSettings(settings: Settings): void {
  const faults = findProductionFaults(settings)
  if (faults.length === 0) return
  const heading = settings.isProduction
    ? 'With NODE_ENV=production the server needs more settings:'
    : 'The server needs more settings:'
  const lines = faults.map(({ subject, message }) => `${subject}: ${message}`)
  throw new StartError([heading, ...lines].join('\n'))
}

function checkDatabase({ databaseUrl, isPrivateDatabaseExplicit }: Settings): ProductionFault | undefined {
  if (databaseUrl !== undefined || isPrivateDatabaseExplicit) return undefined
  return {
    subject: 'Database',
    message:
      'set DATABASE_URL to the address of your PostgreSQL, or to private for a PostgreSQL that the server runs in DATA_DIR.',
  }
}

function checkPublicUrl(settings: Settings): ProductionFault | undefined {
  const { publicUrl } = settings
  const { protocol, hostname } = new URL(publicUrl)
  const subject = 'Address'
  const warning = publicUrlWarning(settings)
  if (warning !== undefined) return { subject, message: warning }
  if (isLoopback(hostname))
    return {
      subject,
      message: `${publicUrl} can only be reached from this machine: set PUBLIC_URL to the address that users open.`,
    }
  if (protocol !== 'https:')
    return {
      subject,
      message: `${publicUrl} is not https, which browsers require for offline storage and passkeys: set PUBLIC_URL.`,
    }
  return undefined
}

function checkMail({ smtpUrl, mailFrom }: Settings): ProductionFault | undefined {
  const subject = 'Mail'
  if (smtpUrl === undefined)
    return {
      subject,
      message: 'there is no mail server, so links and codes would be written to files: set SMTP_URL.',
    }
  if (mailFrom === undefined)
    return {
      subject,
      message: 'set MAIL_FROM, the sender address: mail servers reject mails without a valid sender.',
    }
  return undefined
}

/** The connection must be encrypted, because the gateway gets telephone numbers. */
function checkNotifyUrl({ notifyUrl }: Settings): ProductionFault | undefined {
  if (notifyUrl === undefined) return undefined
  const { protocol, hostname } = new URL(notifyUrl)
  if (protocol === 'https:' || isLoopback(hostname)) return undefined
  return { subject: 'Mail', message: 'NOTIFY_URL is not https, so telephone numbers would be sent unencrypted.' }
}

function checkPasswordLogin({ isPasswordLoginOn, provider, breakGlassUser }: Settings): ProductionFault | undefined {
  if (isPasswordLoginOn) return undefined
  const subject = 'Sign-in'
  if (!provider) return { subject, message: 'PASSWORD_LOGIN is off, but there is no other login: set OIDC_ISSUER.' }
  if (breakGlassUser !== undefined) return undefined
  const message =
    "PASSWORD_LOGIN is off: set BREAK_GLASS_USER to the one user who can log in with a password if the company's login fails."
  return { subject, message }
}

function checkSignIn({ isSecondFactorSet }: Settings): ProductionFault | undefined {
  if (isSecondFactorSet) return undefined
  return {
    subject: 'Sign-in',
    message: 'set REQUIRE_SECOND_FACTOR=on, or off if a password alone is enough.',
  }
}
