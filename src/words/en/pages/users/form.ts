// The words of pages/users/form.

export const groupAllowsNothing = 'This group allows nothing but logging in.'
export const emailChangeEffect = 'If you change this, both addresses get an email about it.'
export const linkToActivateAccountGoes = 'The link to activate the account goes to this address.'
export const selectGroup = 'Select a group'
export const mayDoMoreThan = (groupdescription: string): string =>
  `${groupdescription} (has permissions you do not have)`
export const campaigns = 'Campaigns'
export const allCampaigns = 'All campaigns'
export const onlyTheseCampaigns = 'Only these campaigns'
export const whatCampaignsDo = 'This user sees no cards, orders, batches or reports of other campaigns.'
export const andCampaignsBeyondYou = (count: number): string =>
  count === 1 ? 'And one campaign that you do not have.' : `And ${count} campaigns that you do not have.`
/** Follows what the group may do. */
export const groupIsLimitedTo = (campaigns: string): string => `The group is limited to these campaigns: ${campaigns}.`
export const groupIsLimited = 'The group is limited to some campaigns.'
export const save = 'Save'
export const whatMayDo = (groupdescription: string): string => `What ${groupdescription} can do`
export const whatGroupMayDo = 'What the group can do'
export const selectGroupToSeeWhat = 'Select a group to see what it allows.'
export const itIsNotKnownYetWhether = 'We do not know yet whether this was saved. Check it above first.'
export const confirmThisChange = 'Confirm this change'
export const confirmChangeOf = (username: string): string => `Confirm the change of user ${username}?`
export const valueChanged = (field: string, before: string | null, after: string | null): string =>
  before === null ? `${field}: ${after ?? ''}` : `${field}: ${before} → ${after ?? ''}`
export const confirmingAllows =
  'The user then gets everything the change allows. The audit trail records that you confirmed it.'
export const thisGroupMayDoMoreThan = 'This group has permissions you do not have, so you cannot give it to anyone.'
export const permission = 'Permission'
export const permissions = 'Permissions'
export const permissionsOfGroups = 'Permissions of the groups'
export const yes = 'Yes'
export const no = 'No'
/** 'Guests: This group allows nothing but logging in.' */
export const ofGroup = (group: string, sentence: string): string => `${group}: ${sentence}`
