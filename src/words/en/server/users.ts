// The words of server/users.
import { listAnd } from '#words/figures.ts'

export const spanReversed = 'The date filter start date is greater than the end date'
/** Behind a report's name; `campaign` is its own name, or `campaign(17)`. */
export const ofCampaign = (campaign: string): string => ` of ${campaign}`
export const ofCampaigns = (count: number): string => ` of ${count} campaigns`
export const campaign = (id: number): string => `campaign ${id}`
export const user = (username: string): string => `user ${username}`
export const card = (number: string): string => `card ${number}`
/** 'batch 43'. */
export const numbered = (noun: string, id: string): string => `${noun} ${id}`
/** Where a command came from: by a user of the server's operating system. */
export const commandLine = (systemUser: string): string => `Command line, user ${systemUser}`
export const download = (report: string, rows: string): string => `${report}, ${rows}`
/** 'the Fee Report of Travel, 01 Mar 2026 to 03 Mar 2026 (csv)'; `campaigns` is ' of Travel' or ''. */
export const reportOfDays = (title: string, campaigns: string, days: string, format: string): string =>
  `the ${title}${campaigns}, ${days}${format === '' ? '' : ` (${format})`}`
/** A user who did not exist before. */
export const addedUser = (subject: string): string => `added ${subject}`
export const ofWhichWentOut = (given: string): string => `of which ${given} went out`
export const noSuchOwner = 'There is no such owner'
export const noSuchGroup = 'There is no such group'

type Whose = 'own' | 'other' | 'maker'
type Kind = 'created' | 'email' | 'group' | 'campaigns' | 'factor'

/** 'changed your email and your group'; of another user 'changed the email and the group'. */
export function userChanges(kinds: readonly Kind[], whose: Whose): string {
  const of = { own: 'your', other: 'the', maker: 'their' }[whose]
  if (kinds.includes('created')) return whose === 'own' ? 'created your account' : 'created this user'
  if (kinds.includes('factor')) return `reset ${of} second factor`
  return `changed ${listAnd(kinds.map((kind) => `${of} ${kind}`))}`
}
export const changedBy = (changer: string, change: string, at: string): string => `${changer} ${change} on ${at}`
/** `change` is 'Ada Lim changed your email on 26 Nov 2026, 10:15 SGT'. */
export const ownHold = (change: string, changer: string, until: string | undefined): string =>
  until === undefined
    ? `Not all of your permissions work yet: ${change}. An administrator other than ${changer} must confirm this first (Find User, Edit)`
    : `You cannot approve or manage users until ${until}: ${change}. An administrator other than ${changer} can confirm this before then (Find User, Edit)`
export const ownMaker = (change: string, at: string, until: string | undefined): string =>
  `You ${change} on ${at}, so you cannot approve what this user submits${until === undefined ? '' : ` until ${until}`}. Another approver can, or another administrator can confirm your change first (Find User, Edit)`
export const waits = 'Waiting for another administrator'
export const cannotApproveUntil = (until: string): string => `Cannot approve or manage users until ${until}`
export const cannotBeApprovedUntil = (changer: string, until: string): string =>
  `${changer} cannot approve what this user submits until ${until}`
export const canOnlyLogIn = 'This user can only log in until another administrator confirms the change.'
export const newRightsWait = 'What the change adds does not work until another administrator confirms it.'
export const confirmIfRight = 'Confirm the change if you know it is right'
export const noSuchChange = 'There is no such change'
export const confirmedAlready = 'This change no longer needs a confirmation'
