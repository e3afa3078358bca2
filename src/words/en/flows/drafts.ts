// The words of flows/drafts.
import { counted } from '#words/figures.ts'

export const copyOf = (title: string): string => `Copy of ${title}`
export const merchantsFromFile = 'Merchants from a file'
export const file = 'file'
export const rows = 'Rows'
export const draftsDeleted = (count: number, draftDays: number): string =>
  `${counted(count, 'draft was', 'drafts were')} deleted from this device because ${count === 1 ? 'it had' : 'they had'} not been saved for ${counted(draftDays, 'day', 'days')}.`
export const draftsToBeDeleted = (count: number, noticeDays: number): string =>
  `${counted(count, 'draft', 'drafts')} will be deleted from this device within ${counted(noticeDays, 'day', 'days')}. Open Drafts to see which. Save a draft to keep it.`
