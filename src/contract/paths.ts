// The paths below the client's base path that the server handles. Any other path opens the portal, whose router shows
// 'Not Found' if it has no page for the path. Used by the server, the service worker and the development server.

/**
 * The names of report files: {name}_from{start}_to{end}, {name}_{date}, {name}_{yyyy-mm} for a month, and
 * QMR_{ICA}_{year}Q{quarter}. No other path below `reports/` is a file.
 */
export const REPORT_FILE =
  /[A-Za-z]+_(?:from\d{4}-\d\d-\d\d_to\d{4}-\d\d-\d\d\.(?:csv|xlsx)|\d{4}-\d\d(?:-\d\d)?\.(?:csv|xlsx)|[A-Za-z0-9]+_\d{4}Q[1-4]\.xls)/

/** The paths of the portal's requests: the API and the server's health. */
export const CALL_PATHS = ['api', 'health'] as const

/**
 * Matches the paths that the server handles: `CALL_PATHS`, the APIs for programs and for the company's directory, the
 * addresses of the company's login, and the specified report files.
 */
const serverPath = new RegExp(
  `^(?:${CALL_PATHS.join('|')}|v1(?:/.*)?|scim/v2(?:/.*)?|sso/(?:back|logout)|reports/${REPORT_FILE.source})$`,
)

/**
 * The path to which the system posts files shared to the installed portal (Web Share Target). The service worker
 * intercepts the request, so that no file reaches the server before the user has chosen its type.
 */
export const SHARE_PATH = 'share'
/** The form field with the files. */
export const SHARE_FIELD = 'file'

/**
 * The target of a link with the client's own scheme (`web+voyager:batch/17`), which is passed as the parameter `link`.
 */
export const LINK_PATH = 'open'

/** `path` is the path below the base path, without a query. */
export const isServerPath = (path: string): boolean => serverPath.test(path)

/** True if the last segment has an extension, so that the path can be a file of the build. */
export const isFilePath = (path: string): boolean => /\.[^/]*$/.test(path)
