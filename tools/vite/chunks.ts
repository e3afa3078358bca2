// Decides which modules share a file. By default the build makes one file for every set of modules used by the same
// pages: two hundred files. A page then requested a hundred of them, and on a connection with high latency every six
// requests cost a round trip.
import type { Plugin } from 'vite'

/** The first page, whose scripts must be small. */
const SIGN_IN_PAGE = '/src/pages/access/LoginPage.tsx'
/** The folder of the pages that need no sign-in. */
const OPEN_PAGES = '/src/pages/access/'
/** Decides whether an address belongs to a page, before the user must sign in. */
const ROUTES = '/src/app/routes/routes.tsx'

/**
 * One file for each of these: modules that every page needs, modules that signing in also needs, the table of routes,
 * modules shared by the other open pages, all icons, and modules shared by three or more pages. Other modules are
 * bundled with the pages that need them.
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
      // The module of an icon set imports every icon. Count only the icons that the code uses.
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
      // The gallery of components is built with the same rules, but has no pages.
      modules.filter((id) => id.endsWith(SIGN_IN_PAGE)).forEach((id) => take(id, signIn))
      modules.filter((id) => id.endsWith(ROUTES)).forEach((id) => take(id, routes))
      modules.filter((id) => id.includes(OPEN_PAGES)).forEach((id) => take(id, open))
    },
  }
}

/** The module of all icons. */
const ICONS = /lucide-react\.m?js$/
