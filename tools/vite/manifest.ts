// What the installed app is called and how it starts, from the client's configuration.
import type { ManifestOptions } from 'vite-plugin-pwa'
import type { Client } from '#brand/client.ts'

export function manifestOf(client: Client): Partial<ManifestOptions> {
  const icon = (name: string, sizes: string, purpose: string) => ({
    src: `icons/${client.key}/${name}`,
    sizes,
    type: name.endsWith('.svg') ? 'image/svg+xml' : 'image/png',
    purpose,
  })
  return {
    id: client.basePath,
    name: `${client.name} ${client.title}`,
    short_name: client.name,
    description: 'Loads, approvals and cards of your programme',
    start_url: client.basePath,
    scope: client.basePath,
    display: 'standalone',
    background_color: '#f8f9fb',
    theme_color: '#f8f9fb',
    icons: [
      icon('icon.svg', 'any', 'any'),
      icon('icon-192.png', '192x192', 'any'),
      icon('icon-512.png', '512x512', 'any'),
      icon('maskable-192.png', '192x192', 'maskable'),
      icon('maskable-512.png', '512x512', 'maskable'),
    ],
    shortcuts: [
      { name: 'Create Batch Load', url: `${client.basePath}batchload` },
      { name: 'Approve Batch Load', url: `${client.basePath}batchloads` },
    ],
  }
}
