// Creates the manifest of the installed app in one language, from the client's configuration: its name, how it starts,
// and what the system can pass to it.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ManifestOptions } from 'vite-plugin-pwa'
import { manifestTexts } from '#app/page-texts.ts'
import type { Client } from '#brand/client.ts'
import { LINK_PATH, SHARE_FIELD, SHARE_PATH } from '#contract/paths.ts'
import { batchKinds, type SheetExtension } from '#domain/batch/kinds.ts'
import { writingDirection, type Language } from '#domain/languages.ts'

const fileTypes: Readonly<Record<SheetExtension, string>> = {
  csv: 'text/csv',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** Members that are missing from the plugin's types. */
interface NewerMembers {
  readonly handle_links: 'auto' | 'preferred' | 'not-preferred'
}

/**
 * The name of the manifest's file. The page of each language names its own manifest: the browser requests it without
 * cookies, so the server could not choose it by the user's language.
 */
export const manifestFileOf = ({ languages }: Client, language: Language): string =>
  language === languages[0] ? 'manifest.webmanifest' : `manifest.${language}.webmanifest`

export function manifestOf(client: Client, language: Language): Partial<ManifestOptions> & NewerMembers {
  const base = client.basePath
  const texts = manifestTexts(client)
  const icon = (name: string, sizes: string, purpose: 'any' | 'maskable') => ({
    src: `icons/${client.key}/${name}`,
    sizes,
    type: name.endsWith('.svg') ? 'image/svg+xml' : 'image/png',
    purpose,
  })
  // The same for all clients. `picture`: a file of public/icons/shortcuts.
  const shortcut = (name: string, path: string, picture: string) => ({
    name,
    url: base + path.slice(1),
    icons: [{ src: `icons/shortcuts/${picture}.png`, sizes: '192x192', type: 'image/png' }],
  })
  const accept = Object.fromEntries(Object.entries(fileTypes).map(([ending, type]) => [type, [`.${ending}`]]))
  return {
    id: base,
    name: texts.portal,
    short_name: client.name,
    description: texts.description,
    lang: language,
    dir: writingDirection(language),
    categories: ['business', 'finance', 'productivity'],
    start_url: base,
    scope: base,
    display: 'standalone',
    display_override: ['window-controls-overlay', 'standalone'],
    background_color: '#f8f9fb',
    theme_color: '#f8f9fb',
    icons: [
      icon('icon.svg', 'any', 'any'),
      icon('icon-192.png', '192x192', 'any'),
      icon('icon-512.png', '512x512', 'any'),
      icon('maskable-192.png', '192x192', 'maskable'),
      icon('maskable-512.png', '512x512', 'maskable'),
    ],
    screenshots: screenshotsOf(client, language),
    // The same for all users, because a manifest does not know the user: the pages that makers, approvers and readers
    // open most. A page that the user cannot open says so.
    shortcuts: [
      shortcut(batchKinds.load.title, batchKinds.load.path, 'load'),
      shortcut(texts.approve, '/batchloads', 'approve'),
      shortcut(texts.findCard, '/card/search', 'find'),
      shortcut(texts.reports, '/reports', 'reports'),
    ],
    // One window: files and links from the system, including links in e-mails, open in the running portal.
    handle_links: 'preferred',
    launch_handler: { client_mode: 'focus-existing' },
    file_handlers: [{ action: base, accept }],
    share_target: {
      action: base + SHARE_PATH,
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { files: [{ name: SHARE_FIELD, accept: Object.entries(accept).flat(2) }] },
    },
    protocol_handlers: [{ protocol: `web+${client.key}`, url: `${base}${LINK_PATH}?link=%s` }],
  }
}

/**
 * The pictures that `npm run screenshots` has taken of this client. They show the English portal. Their names begin with
 * the form factor, followed by an English label.
 */
function screenshotsOf({ key }: Client, language: Language): ManifestOptions['screenshots'] {
  const folder = fileURLToPath(new URL(`../../public/screenshots/${key}/`, import.meta.url))
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .sort()
    .map((name) => {
      const [form, ...words] = name.replace(/\.png$/, '').split('-')
      return {
        src: `screenshots/${key}/${name}`,
        sizes: sizeOf(readFileSync(folder + name)),
        type: 'image/png',
        form_factor: form === 'narrow' ? 'narrow' : 'wide',
        ...(language === 'en' && { label: words.join(' ').replace(/^./, (first) => first.toUpperCase()) }),
      }
    })
}

/**
 * '1280x720'. A PNG begins with its signature (8 bytes) and the length and name of its header (8 bytes), followed by
 * width and height.
 */
const sizeOf = (png: Buffer): string => `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`
