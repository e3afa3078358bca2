// The words of pages/users/trail.

export const auditTrail = 'Audit trail'
export const days = 'Days'
export const person = 'Person'
export const everybody = 'Everybody'
export const userUser = (user: string): string => `User ${user}`
export const act = 'Act'
export const everything = 'Everything'
export const about = 'About'
export const anything = 'Anything'
export const itemNumber = (item: string): string => `${item} number`
export const any = 'Any'
export const nobodySigned = 'Nobody signed in'
export const when = 'When'
export const who = 'Who'
export const what = 'What'
export const result = 'Result'
export const operation = 'Operation'
export const kindOfThing = 'Kind of thing'
export const numberOfThing = 'Number of the thing'
export const resultCode = 'Result code'
