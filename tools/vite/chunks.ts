// Which modules share a file. Left to itself the build makes one of every set of modules that the same pages use: two hundred files,
// of which a page asked for a hundred, and on a line that is far away each six of them cost a turn.
import type { Plugin } from 'vite'

/** The page that comes first, whose scripts are to be few bytes. */
const SIGN_IN_PAGE = '/src/pages/access/LoginPage.tsx'
/** Where the pages stand that need nobody to be signed in. */
const OPEN_PAGES = '/src/pages/access/'
/** What is looked into at an address that may be a page's, before anybody is sent to sign in. */
const ROUTES = '/src/app/routes/routes.tsx'

/**
 * What everybody needs, what signing in needs besides, the table of routes, what the other open pages have in common, and what three
 * pages or more have: a file of each, and one of all icons. The rest goes with the pages that need it.
 */
export function fewFiles(): Plugin {
  const signIn = new Set<string>()
  const routes = new Set<string>()
  const open = new Set<string>()
  return {
    name: 'few-files',
    apply: 'build',
    config: () => ({
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'first', tags: ['$initial'], priority: 5 },
                { name: 'sign-in', test: (id) => signIn.has(id), priority: 4 },
                { name: 'routes', test: (id) => routes.has(id), priority: 3 },
                { name: 'open', test: (id) => open.has(id), minShareCount: 2, priority: 2 },
                { name: 'icons', test: /lucide-react/, priority: 1 },
                { name: 'shared', minShareCount: 3 },
              ],
            },
          },
        },
      },
    }),
    buildEnd() {
      const modules = Array.from(this.getModuleIds())
      const take = (id: string, into: Set<string>): void => {
        const info = into.has(id) ? null : this.getModuleInfo(id)
        if (!info) return
        into.add(id)
        for (const imported of info.importedIds)
          for (const meant of ICONS.test(imported) ? iconsOf(info.code ?? '') : [imported]) take(meant, into)
      }
      // Their one module imports every icon there is; what is left of it are those that somebody names.
      const iconsOf = (code: string): string[] => {
        const names = Array.from(
          code.matchAll(/import\s*\{([^}]*)\}\s*from\s*["'][^"']*lucide-react/g),
          ([, list = '']) => list.split(','),
        ).flat()
        const files = names.map(
          (name) =>
            `/icons/${name
              .trim()
              .split(' ')[0]
              ?.replace(/(?<=[a-z0-9])(?=[A-Z0-9])/g, '-')
              .toLowerCase()}.`,
        )
        return modules.filter((id) => files.some((file) => id.includes(file)))
      }
      // The gallery of components is built by the same rules, without pages.
      modules.filter((id) => id.endsWith(SIGN_IN_PAGE)).forEach((id) => take(id, signIn))
      modules.filter((id) => id.endsWith(ROUTES)).forEach((id) => take(id, routes))
      modules.filter((id) => id.includes(OPEN_PAGES)).forEach((id) => take(id, open))
    },
  }
}

/** The module of all icons. */
const ICONS = /lucide-react\.m?js$/
