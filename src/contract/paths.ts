// Which addresses under the client's base path the server answers itself. A person who opens any other address gets the portal, whose
// router says 'Not Found' where there is no such page. Used by the server, the service worker and the development server.

/**
 * The names of report files (batches §9): {name}_from{start}_to{end}, {name}_{date}, of a month {name}_{yyyy-mm}, and
 * QMR_{ICA}_{year}Q{quarter}. Nothing else below `reports/` is a file.
 */
export const REPORT_FILE =
  /[A-Za-z]+_(?:from\d{4}-\d\d-\d\d_to\d{4}-\d\d-\d\d\.(?:csv|xlsx)|\d{4}-\d\d(?:-\d\d)?\.(?:csv|xlsx)|[A-Za-z0-9]+_\d{4}Q[1-4]\.xls)/

/** What the portal calls: the API and the server's health. */
export const CALL_PATHS = ['api', 'health'] as const

/** What the server answers itself: these, and the report files that the specification names. */
const hostPath = new RegExp(`^(?:${CALL_PATHS.join('|')}|reports/${REPORT_FILE.source})$`)

/**
 * Where the system posts what is shared to the installed portal (Web Share Target). The service worker takes it, so that nothing of a
 * file reaches the host before somebody has said what it is.
 */
export const SHARE_PATH = 'share'
/** The field of that form which has the files. */
export const SHARE_FIELD = 'file'

/** Where a link with the client's own scheme leads (`web+voyager:batch/17`), which is handed over as `link`. */
export const LINK_PATH = 'open'

/** `path` is what follows the base path, without a query. */
export const isHostPath = (path: string): boolean => hostPath.test(path)

/** True where the last part has an ending: a file of the build may have this address. */
export const isFilePath = (path: string): boolean => /\.[^/]*$/.test(path)
