// Creates the manifest of the installed app in one language, from the client's configuration: its name, how it starts,
// and what the system can pass to it.
import { m } from '#words/messages.js'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from '#brand/client.ts'
import { LINK_PATH, SHARE_FIELD, SHARE_PATH } from '#contract/paths.ts'
import { batchTypes, type SheetExtension } from '#domain/batch/types.ts'
import { writingDirection, type Language } from '#domain/texts/languages.ts'

const fileTypes: Readonly<Record<SheetExtension, string>> = {
  csv: 'text/csv',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/**
 * The name of the manifest's file. There is one file per language, and the page of a language links to the file of this
 * language. The server could not choose the language of a single file, because the browser requests it without cookies.
 */
export const manifestFileOf = ({ languages }: Client, language: Language): string =>
  language === languages[0] ? 'manifest.webmanifest' : `manifest.${language}.webmanifest`

/**
 * The manifest in one language. The caller calls this within `inLanguage` of the same language.
 *
 * @param pictures the folder of the client's pictures
 */
export function manifestOf(client: Client, language: Language, pictures: string) {
  const base = client.basePath
  const icon = (name: string, sizes: string, purpose: 'any' | 'maskable') => ({
    src: `icons/${name}`,
    sizes,
    type: name.endsWith('.svg') ? 'image/svg+xml' : 'image/png',
    purpose,
  })
  // The pictures of public/shortcuts are the same for all clients.
  const shortcut = (name: string, path: string, picture: string) => ({
    name,
    url: base + path.slice(1),
    icons: [{ src: `shortcuts/${picture}.png`, sizes: '192x192', type: 'image/png' }],
  })
  // { 'text/csv': ['.csv'], … }
  const accept = Object.fromEntries(Object.entries(fileTypes).map(([ending, type]) => [type, [`.${ending}`]]))
  return {
    id: base,
    name: m.common_portalOf({ client: client.name }),
    short_name: client.name,
    description: m.app_portalDescription(),
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
    screenshots: screenshotsOf(join(pictures, 'screenshots'), language),
    // The pages that makers, approvers and readers open most. All users get the same shortcuts, because a manifest does
    // not know the user. A page that the user cannot open says so.
    shortcuts: [
      shortcut(batchTypes.load.title, batchTypes.load.path, 'load'),
      shortcut(m.common_approveBatchLoad(), '/batchloads', 'approve'),
      shortcut(m.common_findCard(), '/card/search', 'find'),
      shortcut(m.common_reports(), '/reports', 'reports'),
    ],
    // Files and links from the system, including links in e-mails, open in the window of the running portal.
    handle_links: 'preferred',
    launch_handler: { client_mode: 'focus-existing' },
    file_handlers: [{ action: base, accept }],
    share_target: {
      action: base + SHARE_PATH,
      method: 'POST',
      enctype: 'multipart/form-data',
      // Types and extensions: ['text/csv', '.csv', …].
      params: { files: [{ name: SHARE_FIELD, accept: Object.entries(accept).flat(2) }] },
    },
    protocol_handlers: [{ protocol: `web+${client.key}`, url: `${base}${LINK_PATH}?link=%s` }],
  }
}

/**
 * The pictures of the English portal that `npm run screenshots` has taken for this client. A name is the form factor
 * and an English label: 'narrow-find-a-card.png'.
 */
function screenshotsOf(folder: string, language: Language) {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .toSorted()
    .map((name) => {
      const [formFactor, ...words] = name.replace(/\.png$/, '').split('-')
      const label = words.join(' ').replace(/^./, (first) => first.toUpperCase())
      return {
        src: `screenshots/${name}`,
        sizes: sizeOf(readFileSync(join(folder, name))),
        type: 'image/png',
        form_factor: formFactor === 'narrow' ? 'narrow' : 'wide',
        ...(language === 'en' && { label }),
      }
    })
}

/**
 * The size of a picture: '1280x720'. In a PNG, width and height follow the signature (8 bytes) and the length and name
 * of the header (8 bytes).
 */
const sizeOf = (png: Buffer): string => `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`
