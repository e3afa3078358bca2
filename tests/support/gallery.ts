// Builds the gallery of components like the portal and serves it with the portal's strict security policy, so that a
// style or a script that the policy blocks fails a test.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, loadConfigFromFile, type PluginOption } from 'vite'
import { voyager } from '#brand/voyager.ts'
import { serveFolder } from '#tests/support/static-server.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const page = 'tests/ui/gallery/index.html'

export interface Gallery {
  readonly url: string
  readonly close: () => Promise<void>
}

export async function startGallery(): Promise<Gallery> {
  const folder = mkdtempSync(join(tmpdir(), 'gallery-'))
  const { NODE_ENV } = process.env
  const { config = {} } = (await loadConfigFromFile({ command: 'build', mode: 'production' }, undefined, root)) ?? {}
  await build({
    ...config,
    configFile: false,
    root,
    logLevel: 'silent',
    plugins: [withoutDeliveryPlugins(config.plugins), clientInPage],
    worker: { format: 'es' },
    build: { ...config.build, outDir: folder, emptyOutDir: true, rolldownOptions: { input: join(root, page) } },
  })
  // A build sets NODE_ENV to production for the whole process, which would affect everything served later.
  if (NODE_ENV === undefined) delete process.env['NODE_ENV']
  else process.env['NODE_ENV'] = NODE_ENV
  const site = await serveFolder(folder)
  return {
    url: site.url + page,
    close: async () => {
      await site.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The server writes the client into the portal's page. */
const clientInPage: PluginOption = {
  name: 'client-in-page',
  transformIndexHtml: () => [
    { tag: 'script', attrs: { type: 'application/json', id: 'client' }, children: JSON.stringify(voyager) },
  ],
}

/**
 * Removes the plugins for the service worker, which takes longer than everything else, for the files of texts, and for the
 * list of packages, which would replace the portal's.
 */
function withoutDeliveryPlugins(plugins: unknown): PluginOption[] {
  if (Array.isArray(plugins)) return plugins.flatMap((nested) => withoutDeliveryPlugins(nested))
  const plugin = plugins as PluginOption
  return plugin && 'name' in plugin && /^vite-plugin-pwa|^texts-by-language$|^list-bundled-packages$/.test(plugin.name)
    ? []
    : [plugin]
}
