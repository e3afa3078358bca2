// The specified messages for a file that cannot be read, for the worker and the code that starts it.
import * as say from '#words/domain/batch.ts'

/** No usable rows. */
export const INVALID_CONTENT = say.invalidFileContent
export const UPLOAD_ABORTED = say.fileUploadAborted
export const UPLOAD_FAILED = say.fileUploadFailed
