// Limits the size of an uploaded batch file that is stored with its batch, so that its maker can download it again.

/** Maximum size in bytes. A larger file is read as usual, but only its rows are stored. */
export const MAX_STORED_FILE = 4 * 1024 * 1024

/** The length of a number of bytes in base64. */
export const base64Length = (bytes: number): number => Math.ceil(bytes / 3) * 4
