// The OpenAPI document as this server serves it, with its own address.
import { openApiDocument } from '#contract/open-api.ts'
import type { Services } from '../operations/context.ts'

/** The text for each address, so that the document is built only once. */
const texts = new Map<string, string>()

export function openApiText({ settings, client }: Pick<Services, 'settings' | 'client'>): string {
  const serverUrl = `${settings.publicUrl}v1`
  const text = texts.get(serverUrl) ?? JSON.stringify(openApiDocument({ serverUrl, title: client.name }))
  texts.set(serverUrl, text)
  return text
}
