// The paths below the client's base path that the server handles. Any other path opens the portal, whose router shows
// 'Not Found' if it has no page for the path. Used by the server, the service worker and the development server.

/**
 * The names of report files: {name}_from{start}_to{end}, {name}_{date}, {name}_{yyyy-mm} for a month, and
 * QMR_{ICA}_{year}Q{quarter}. No other path below `reports/` is a file.
 */
export const REPORT_FILE = reportFilePattern()

function reportFilePattern(): RegExp {
  const name = '[A-Za-z]+'
  const month = String.raw`\d{4}-\d\d`
  const day = String.raw`\d{4}-\d\d-\d\d`
  const ica = '[A-Za-z0-9]+'
  const quarter = String.raw`\d{4}Q[1-4]`
  const period = `(?:from${day}_to${day}|${day}|${month})`
  return new RegExp(String.raw`${name}_(?:${period}\.(?:csv|xlsx)|${ica}_${quarter}\.xls)`)
}

/** The paths of the portal's requests: the API and the server's health. */
export const CALL_PATHS = ['api', 'health'] as const

/** The paths that the server handles, as regular expressions. */
const serverPaths = [
  ...CALL_PATHS,
  // The API for programs.
  'v1(?:/.*)?',
  // The API for the company's directory.
  'scim/v2(?:/.*)?',
  // The addresses of the company's login.
  'sso/(?:back|logout)',
  `reports/${REPORT_FILE.source}`,
]
const serverPath = new RegExp(`^(?:${serverPaths.join('|')})$`)

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
