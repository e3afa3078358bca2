// `check`: tests whether a server could run with these settings. Changes nothing. Prints a line for each check, and
// what to do about each failed one.
import { defineCommand } from '../command.ts'
import { checkDatabase } from './database.ts'
import { checkMail } from './mail.ts'
import { findStartFault, type CheckResult, note, ok, failed, resultToLine } from './check-result.ts'
import { countToText } from '../counts-and-durations.ts'
import { publicUrlWarning, pagesWarning } from '#server/config/warnings.ts'
import type { Settings } from '#server/config/settings.ts'

export const check = defineCommand({
  name: 'check',
  summary: 'Checks if a server can run with these settings: database, keys, mail, address, clock',
  help: ['Changes nothing. Missing tables and keys are created by the first start or the first command.'],
  runsForEachClient: true,
  hasDryRun: false,
  async run({ settings, print }) {
    let failureCount = 0
    const report = (result: CheckResult) => {
      if (result.state === 'WRONG') failureCount += 1
      print(resultToLine(result))
    }
    const databaseFault = findStartFault(settings, 'Database')
    if (databaseFault !== undefined) report(failed('Database', databaseFault))
    else await checkDatabase(settings, report)
    report(await checkMail(settings))
    report(checkTls(settings))
    report(checkAddress(settings))
    report(checkSignIn(settings))
    report(checkSecondAdministrator(settings))
    report(checkPages(settings))
    if (failureCount === 0) return { lines: ['All is in order.'], hasFailed: false }
    const problems = failureCount === 1 ? 'One problem' : `${failureCount} problems`
    return { lines: [`${problems} must be fixed.`], hasFailed: true }
  },
})

/**
 * Checks the settings that require encrypted connections. Without these settings, no one would notice an unencrypted
 * connection. If one is missing in production, the result is a note.
 */
function checkTls({
  isProduction,
  databaseUrl,
  smtpUrl,
  isDatabaseTlsRequired,
  isSmtpTlsRequired,
}: Settings): CheckResult {
  const canDatabaseBeInClear = databaseUrl !== undefined && !isDatabaseTlsRequired
  const isSmtpWithoutTls = smtpUrl !== undefined && new URL(smtpUrl).protocol === 'smtp:'
  const canMailBeInClear = isSmtpWithoutTls && !isSmtpTlsRequired
  const missingSettings: string[] = []
  if (canDatabaseBeInClear) missingSettings.push('DATABASE_TLS')
  if (canMailBeInClear) missingSettings.push('SMTP_TLS')
  if (missingSettings.length === 0)
    return ok('TLS', 'connections to the database and the mail server are never in clear.')
  const message = `connections may be in clear: set ${missingSettings.join(' and ')} to required if they leave this machine.`
  return isProduction ? note('TLS', message) : ok('TLS', message)
}

function checkAddress(settings: Settings): CheckResult {
  const fault = findStartFault(settings, 'Address') ?? publicUrlWarning(settings)
  if (fault !== undefined) return failed('Address', fault)
  return ok('Address', `people open ${settings.publicUrl}, and links in mails lead there.`)
}

function checkSignIn(settings: Settings): CheckResult {
  const fault = findStartFault(settings, 'Sign-in')
  if (fault !== undefined) return failed('Sign-in', fault)
  return ok('Sign-in', settings.isSecondFactorRequired ? 'every user needs a second factor.' : 'a password is enough.')
}

/** The result is a note if, with these settings, a single administrator could get a payment approved. */
function checkSecondAdministrator({ needsSecondAdministrator, approvalHoldHours: hours }: Settings): CheckResult {
  const subject = 'Changes'
  if (needsSecondAdministrator) return ok(subject, 'a second administrator must confirm changes to a user.')
  if (hours === 0)
    return note(
      subject,
      'APPROVAL_HOLD_HOURS is 0: one administrator can change the email of an approver, log in as the approver and approve.',
    )
  return ok(
    subject,
    `a user whom an administrator has changed cannot approve for ${countToText(hours, 'hour', 'hours')}, unless another administrator confirms the change.`,
  )
}

function checkPages(settings: Settings): CheckResult {
  const fault = pagesWarning(settings)
  return fault === undefined
    ? ok('Pages', `those of ${settings.client.name}, in ${settings.portalDir}.`)
    : failed('Pages', fault)
}
