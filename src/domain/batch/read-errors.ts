// The specified words for a file that cannot be read (batches §5, §8), said by the worker and by its keeper alike.

/** No usable rows. */
export const INVALID_CONTENT = 'Invalid file content'
export const UPLOAD_ABORTED = 'File upload aborted'
export const UPLOAD_FAILED = 'File upload failed'
