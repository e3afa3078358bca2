// The complete replays: signing in and the three wizards on the real page and server, through every state and transition.
// Only in the long run. In every run, scenarios.spec.ts performs scenarios of the same acts, coverage.spec.ts checks that
// no state is left out, and tests/machines/paths.test.ts tests the machines themselves.
import { test } from '#tests/support/fixtures.ts'
import { pageWalks } from './page-walks.ts'

for (const [machine, { walk }] of Object.entries(pageWalks)) {
  test(`the page shows what the state machine predicts: ${machine}`, async ({ page, server }) => {
    await walk(page, server)
  })
}
