// The texts of index.html and of the installed app's manifest, which the build fills in (tools/vite).
import { m } from '#words/messages.js'
import type { Client } from '#brand/client.ts'

/** For the placeholders of index.html. */
export const pageTexts = (): Readonly<Record<string, string>> => ({
  DESCRIPTION: m.app_portalDescription(),
  OLD_BROWSER: m.app_oldBrowserTitle(),
  OLD_BROWSER_UPDATE: m.app_oldBrowserUpdate(),
  OLD_BROWSER_DRAFTS: m.app_oldBrowserDrafts(),
  OLD_BROWSER_MISSING: m.app_oldBrowserMissing({ features: '%MISSING%' }),
  NEEDS_JAVASCRIPT: m.app_needsJavaScript(),
})

export const manifestTexts = (client: Client) => ({
  portal: m.common_portalOf({ client: client.name }),
  description: m.app_portalDescription(),
  approve: m.common_approveBatchLoad(),
  findCard: m.common_findCard(),
  reports: m.common_reports(),
})
