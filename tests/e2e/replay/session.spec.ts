// Signing in, replayed: the acts of tests/e2e/replay/session-acts.ts on the real page and server, with codes from real
// e-mails, a computed authenticator app, and a passkey of the browser's virtual authenticator.
import { test } from '#tests/support/fixtures.ts'
import { pageWalks } from './page-walks.ts'

test('a passkey is added with the password, and the sign-in page shows what its state machine predicts', async ({
  page,
  server,
}) => {
  await pageWalks['session']?.walk(page, server)
})
