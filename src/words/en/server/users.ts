// The words of server/users.

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
export const ofWhichWentOut = (given: string): string => `of which ${given} went out`
export const noSuchOwner = 'There is no such owner'
export const noSuchGroup = 'There is no such group'
