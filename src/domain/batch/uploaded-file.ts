// The file that a batch was read from, stored with the batch for its maker.

/** Maximum size in bytes. A larger file is read as usual, but only its rows are stored. */
export const MAX_KEPT_FILE = 4 * 1024 * 1024

/** The length of a number of bytes in base64. */
export const base64Length = (bytes: number): number => Math.ceil(bytes / 3) * 4
