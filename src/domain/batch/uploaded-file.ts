// The file that a batch was read from, kept with the batch for its maker.
import * as say from '#words/domain/batch.ts'

/** Bytes at most; a larger file is read like any other, and its rows alone are kept. */
export const MAX_KEPT_FILE = 4 * 1024 * 1024

/** Said where a file is larger. */
export const FILE_NOT_KEPT = say.fileIsLargerThan4Mb

/** Base64 of so many bytes has so many characters. */
export const base64Length = (bytes: number): number => Math.ceil(bytes / 3) * 4
