// The words of pages/users/trail.

export const auditTrail = 'Audit trail'
export const days = 'Days'
export const person = 'Person'
export const everybody = 'Everyone'
export const userUser = (user: string): string => `User ${user}`
export const act = 'Action'
export const everything = 'Everything'
export const about = 'Subject'
export const anything = 'Anything'
export const itemNumber = (item: string): string => `${item} number`
export const any = 'Any'
export const nobodySigned = 'Not logged in'
export const when = 'When'
export const who = 'Who'
export const what = 'What'
export const details = 'Details'
export const result = 'Result'
export const from = 'From'
export const changes = 'Changes'
export const reasonShown = 'Reason shown'
export const address = 'Address'
export const device = 'Device'
/** 'Reason: Wrong team'. */
export const fieldValue = (field: string, value: string): string => `${field}: ${value}`
/** 'Group: Readers → Makers'. */
export const fieldChanged = (field: string, before: string, after: string): string => `${field}: ${before} → ${after}`
export const none = 'none'
export const showAll = (lines: number): string => `Show all (${lines})`
export const showLess = 'Show less'
export const kindOfEntry = 'Show'
export const changesAndExports = 'Changes and exports'
export const viewsOnly = 'Views of data'
export const allEntries = 'All entries'
export const operation = 'Operation'
export const kindOfThing = 'Subject type'
export const numberOfThing = 'Subject number'
export const resultCode = 'Result code'
