// The words of flows/merchants.
import { counted } from '#words/figures.ts'

export const file = 'file'
export const youHaveStopped = 'You have stopped it.'
export const signedUp = (done: number): string => `${counted(done, 'merchant', 'merchants')} signed up`
export const otherMerchantsStayInFile = (stop: string): string => `${stop} The other merchants stay in the file.`
export const merchantWasSignedUp = (about: string): string => `merchant ${about} was signed up`
export const qrCodeGenerated = 'QR code generated'
