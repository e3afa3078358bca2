// Decides which modules share a file. By default, the build writes one file for every set of modules that the same pages
// use: two hundred files, of which a page requests a hundred. On a connection with high latency, every six requests cost a
// round trip.
import type { Plugin } from 'vite'

/** The first page, whose scripts must be small. */
const SIGN_IN_PAGE = '/src/pages/access/LoginPage.tsx'
/** The folder of the pages that need no sign-in. */
const OPEN_PAGES = '/src/pages/access/'
/** The table of routes, which assigns each address to a page. It is also needed before the sign-in. */
const ROUTES = '/src/app/routes/routes.tsx'
/** The modules that wait for files that the system opens. Every page needs them. */
const OPENED_FILES = /\/src\/services\/files\/opened-(?:file|handle)\.ts/

/**
 * Puts each of these into one file: modules that every page needs, modules that the sign-in page also needs, the table of
 * routes, modules shared by the other open pages, all icons, the files that the system opens, and modules shared by three or
 * more pages. Other modules are bundled with the pages that need them.
 */
export function groupChunks(): Plugin {
  const signInModules = new Set<string>()
  const routeModules = new Set<string>()
  const openPageModules = new Set<string>()
  return {
    name: 'group-chunks',
    apply: 'build',
    config: () => ({
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'first', tags: ['$initial'], includeDependenciesRecursively: false, priority: 6 },
                { name: 'sign-in', test: (id) => signInModules.has(id), priority: 5 },
                { name: 'routes', test: (id) => routeModules.has(id), priority: 4 },
                { name: 'open', test: (id) => openPageModules.has(id), minShareCount: 2, priority: 3 },
                { name: 'icons', test: /lucide-react/, priority: 2 },
                { name: 'opened-files', test: OPENED_FILES, priority: 2 },
                { name: 'shared', minShareCount: 3, priority: 1 },
              ],
            },
          },
        },
      },
    }),
    buildEnd() {
      const modules = Array.from(this.getModuleIds())
      const collect = (id: string, collected: Set<string>): void => {
        if (collected.has(id)) return
        const info = this.getModuleInfo(id)
        if (!info) return
        collected.add(id)
        for (const importedId of info.importedIds)
          for (const usedId of modulesUsed(importedId, info.code ?? '')) collect(usedId, collected)
      }
      // One module exports every icon. Only those that the code uses are collected.
      const modulesUsed = (importedId: string, code: string): string[] =>
        ICONS.test(importedId) ? iconsOf(code) : [importedId]
      const iconsOf = (code: string): string[] => {
        const imports = code.matchAll(/import\s*\{([^}]*)\}\s*from\s*["'][^"']*lucide-react/g)
        const names = Array.from(imports, ([, list = '']) => list.split(',')).flat()
        const files = names.map(importToFile)
        return modules.filter((id) => files.some((file) => id.includes(file)))
      }
      // The gallery of components is also built with this plugin. It has none of these modules.
      modules.filter((id) => id.endsWith(SIGN_IN_PAGE)).forEach((id) => collect(id, signInModules))
      modules.filter((id) => id.endsWith(ROUTES)).forEach((id) => collect(id, routeModules))
      modules.filter((id) => id.includes(OPEN_PAGES)).forEach((id) => collect(id, openPageModules))
    },
  }
}

/** 'ArrowDown as Down' → '/icons/arrow-down.' */
function importToFile(importedName: string): string {
  const [name = ''] = importedName.trim().split(' ')
  return `/icons/${name.replace(/(?<=[a-z0-9])(?=[A-Z0-9])/g, '-').toLowerCase()}.`
}

/** The module that exports every icon. */
const ICONS = /lucide-react\.m?js$/
