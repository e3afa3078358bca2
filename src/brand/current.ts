// The client of the page. The server writes its configuration into each page, so that one build serves every client.
import type { Client } from './client.ts'
import { voyager } from './voyager.ts'

const data = typeof document === 'undefined' ? undefined : document.getElementById('client')?.textContent

export const client: Client = data ? (JSON.parse(data) as Client) : clientOfTests()

/** Tests run the sources without a page. */
function clientOfTests(): Client {
  if (import.meta.env.PROD) throw new Error('The page has no #client.')
  return voyager
}
