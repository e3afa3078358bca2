// The words of app/downloads.
import { number } from '#words/figures.ts'

export const downloads = 'Downloads'
export const prepareInBackground = 'Prepare in the background'
export const cancelFileName = (fileName: string): string => `Cancel ${fileName}`
export const cancel = 'Cancel'
export const waitsForOthers = 'Waiting for other downloads'
export const bytesOfTotalBytes = (bytes: string, totalBytes: string): string => `${bytes} of ${totalBytes}`
export const rowsOfAllSize = (rows: number, all: string, size: string): string => `${number(rows)} of ${all}, ${size}`
export const bytesMb = (bytes: string): string => `${bytes} MB`
