// The files and folders that the builds read: a change of one makes a build stale (build.mjs), and a container is built from
// them (Dockerfile, compared by tests/tools/release.test.ts).
const shared = [
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'tools/messages.mjs',
  'tools/vite',
  'workers',
  'src',
  // vite.config.ts fills in the page in development with the server's code.
  'server',
]

/** By build. */
export const sources = {
  server: shared,
  portal: [...shared, 'tools/portal-folder.mjs', 'index.html', 'public', 'docs/using'],
}
