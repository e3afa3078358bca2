// `check`: whether a server could run here. Looks at everything and changes nothing; prints a line for each point, the
// wrong ones with what to do.
import { defineCommand } from '../command.ts'
import { checkDatabase } from './database.ts'
import { checkMail } from './mail.ts'
import { faultOf, type Finding, note, right, wrong } from './finding.ts'
import { counted } from '#words/figures.ts'
import { addressFault, pagesFault } from '#server/config/warnings.ts'
import type { Settings } from '#server/config/settings.ts'

export const check = defineCommand({
  name: 'check',
  summary: 'Looks whether a server can run with these settings: database, keys, mail, address, clock',
  help: ['Changes nothing: what is still to be made (tables, keys) the first start or the first command makes.'],
  hasDryRun: false,
  async run({ settings, say }) {
    let count = 0
    const report = ({ what, sentence, state }: Finding) => {
      if (state === 'WRONG') count += 1
      say(`${state.padEnd(5)}  ${`${what}:`.padEnd(11)} ${sentence}`)
    }
    const database = faultOf(settings, 'Database')
    if (database !== undefined) report(wrong('Database', database))
    else await checkDatabase(settings, report)
    report(await checkMail(settings))
    report(checkAddress(settings))
    report(checkSignIn(settings))
    report(checkSecondPerson(settings))
    report(checkPages(settings))
    return {
      lines: [
        count === 0 ? 'All is in order.' : `${count === 1 ? 'One thing is' : `${count} things are`} to be mended.`,
      ],
      hasFailed: count > 0,
    }
  },
})

function checkAddress(settings: Settings): Finding {
  const fault = faultOf(settings, 'Address') ?? addressFault(settings)
  if (fault !== undefined) return wrong('Address', fault)
  return right('Address', `people open ${settings.publicUrl}, and links in mails lead there.`)
}

function checkSignIn(settings: Settings): Finding {
  const fault = faultOf(settings, 'Sign-in')
  if (fault !== undefined) return wrong('Sign-in', fault)
  return right('Sign-in', settings.requireSecondFactor ? 'everybody needs a second factor.' : 'a password is enough.')
}

/** Whether one administrator alone can get a payment approved. */
function checkSecondPerson({ secondAdministrator, approvalHoldHours: hours }: Settings): Finding {
  const what = 'Changes'
  if (secondAdministrator) return right(what, 'what an administrator changes of a user needs a second administrator.')
  return hours > 0
    ? right(
        what,
        `a user whom an administrator has changed cannot approve for ${counted(hours, 'hour', 'hours')}, unless another one confirms it.`,
      )
    : note(
        what,
        'APPROVAL_HOLD_HOURS is 0: one administrator can change the email of an approver, log in as the approver and approve.',
      )
}

function checkPages(settings: Settings): Finding {
  const fault = pagesFault(settings)
  return fault === undefined
    ? right('Pages', `those of ${settings.client.name}, in ${settings.portalDir}.`)
    : wrong('Pages', fault)
}
