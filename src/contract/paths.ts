// Which addresses under the client's base path are the host's own and which open the portal (access §2, contract "The wire"): asked
// by the host, by the service worker, which must never put the portal in the host's place, and by the development server.

/** What the host answers itself: its door, its health, and the report files that the specification names. */
const hostPath = /^(api|health|reports\/QMR_[^/]+_[0-9]{4}Q[1-4]\.xls)$/
/** What a build is made of: one that is missing is missing, and never the portal's page. */
const buildFile = /^assets(\/|$)|\.(css|csv|html|js|map|png|svg|webmanifest|woff2|xlsx)$/

/** `path` is what follows the base path, without a query. */
export const isHostPath = (path: string): boolean => hostPath.test(path)

/** True for an address of a page, known to the portal's router or not: 'Not Found' is its word. */
export const opensPortal = (path: string): boolean => !isHostPath(path) && !buildFile.test(path)
