// The specified words for a file that cannot be read (batches §5, §8), said by the worker and by its keeper alike.
import * as say from '#words/domain/batch.ts'

/** No usable rows. */
export const INVALID_CONTENT = say.invalidFileContent
export const UPLOAD_ABORTED = say.fileUploadAborted
export const UPLOAD_FAILED = say.fileUploadFailed
