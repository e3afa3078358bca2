// The words of pages/drafts.
import { counted, number } from '#words/figures.ts'

export const open = 'Open'
export const rename = 'Rename'
export const duplicate = 'Duplicate'
export const deleteIt = 'Delete'
export const draftsOnThisDevice = 'Drafts on this device'
export const itWaitsForItsAnswerOpen = 'Waiting for the server’s answer. Open it and check again first.'
export const ofAnotherVersion = 'Saved by another version of the portal'
export const name = 'Name'
export const type = 'Type'
export const step = 'Step'
export const rows = 'Rows'
export const total = 'Total'
export const saved = 'Saved'
export const draftOfAnotherVersion = 'Draft of another version'
export const waitingForItsAnswer = 'Waiting for the server’s answer'
export const toFix = (toFix: number): string => `${number(toFix)} to fix`
export const closeItThereFirst = (openElsewhere: string): string => `${openElsewhere}. Close it there first.`
export const noCopyCouldBeMadeDraft =
  'No copy could be made: the draft cannot be read, or this device has no room left.'
export const noRowOfThisDraftCan = 'None of the rows of this draft can be read.'
export const drafts = 'Drafts'
export const whatYouHaveBegun = (draftDays: number): string =>
  `Work you have started but not submitted. It is only on this device and is deleted ${counted(draftDays, 'day', 'days')} after it was last saved.`
export const nothingIsLeftUnfinished = 'No unfinished work on this device'
export const draftIsKeptByItself =
  'Drafts save automatically when a file is read or rows are typed, and are deleted when they are submitted.'
export const draftsAreLocked = 'Your drafts cannot be opened yet'
export const draftsOpenWhenServerAnswers =
  'They are encrypted on this device, and the server provides the key. Nothing is lost: they open when you are back online.'
export const wasDeleted = (name: string): string => `${name} was deleted`
export const undoDeletion = (name: string): string => `Undo the deletion of ${name}`
export const undo = 'Undo'
export const draftsCannotBeKept = 'Drafts cannot be kept on this device'
export const noStorageHere =
  'This browser does not let the portal store anything. Work is kept only while its page is open.'
export const thisDeviceHasNoRoomLeft = 'This device has no room left for drafts'
export const deleteDraftsOrFreeSpace = 'Delete drafts that are not needed, or free some space.'
export const newerVersionOfPortalIsOpen = 'A newer version of the portal is open in another tab'
export const reloadThisPageToSeeDrafts = 'Reload this page to see the drafts as they are.'
export const itIsOpenInAnotherTab = 'It is open in another tab'
export const theDraft = 'The draft'
export const listOf = (count: number): string => `The list of ${counted(count, 'merchant', 'merchants')}`
export const merchantList = 'Merchant list'
export const inListLastOneSince = (count: number): string =>
  `${counted(count, 'merchant is', 'merchants are')} in the list, the last one added`
export const listStaysUntilItIsCleared = '. The list stays until it is cleared.'
export const openMerchantList = 'Open the merchant list'
export const saveMerchantListAsCsv = 'Save the merchant list as CSV'
export const saveAsCsv = 'Save as CSV'
export const deleteMerchantList = 'Delete the merchant list'
export const renameTitle = (title: string): string => `Rename ${title}`
export const nameIsForThisDeviceAlone = (subject: string): string =>
  `The name is only for this device. The ${subject} itself does not change.`
export const withoutOneItGoes = 'Leave blank to show its reference or file'
export const nameCouldNotBeKept = 'The name could not be kept on this device'
export const storageUsed = (used: string, allowed: string): string =>
  `The portal uses ${used} of this device’s storage; the browser allows it ${allowed}. Drafts are encrypted: after you log out no one can read them, and they open again when you log in.`
export const daysAgo = (days: number): string => `${counted(days, 'day', 'days')} ago`
export const deletedToday = 'Deleted today'
export const deletedTomorrow = 'Deleted tomorrow'
export const deletedIn = (days: number): string => `Deleted in ${counted(days, 'day', 'days')}`
