// What the tests of the other kinds of batch share: cards of each state, the wizard of a kind, and the way through it.
import { clientFor } from '#tests/support/call.ts'
import { expect, signIn } from '#tests/support/fixtures.ts'
import { type DemoState, demoCard } from '#server/db/seed/demo-cards.ts'
import { batchKinds, type BatchType } from '#domain/batch/kinds.ts'
import type { Page } from '@playwright/test'
import { choose, type Upload } from './batch-load-setup.ts'

interface Host {
  readonly url: string
}

export const wizardPaths: Readonly<Record<BatchType, string>> = {
  load: 'batchload',
  transfer: 'batchtransfer',
  devalue: 'batchdevalue',
  activate: 'activateCards',
}

/** Card numbers of a state, by the seed's own account. */
export const numbersIn = (state: DemoState, count: number): string[] =>
  Array.from({ length: 400 }, (_, index) => demoCard(index))
    .filter((card) => card.state === state)
    .slice(0, count)
    .map(({ pan }) => pan)

/** Cards against which nothing stands when a little is taken off them, as the host says. */
export async function numbersWithFunds(host: Host): Promise<string[]> {
  const client = await clientFor(host, 'olive')
  const { batchElements } = await client.call('verifyBatchFile', {
    type: 'devalue',
    name: 'probe.csv',
    identifierType: 1,
    batchSizeLimit: 250,
    additionalValidation: ['duplicateCard'],
    reference: 'Which cards have funds',
    batchElements: numbersIn('active', 100).map((identifier) => ({ identifier, amount: '2.00' })),
  })
  return batchElements.filter(({ findings }) => findings.length === 0).map(({ identifier }) => identifier)
}

/** Signs in as a maker and stands in the first step of a kind's wizard. */
export async function openKind(page: Page, type: BatchType, { as = 'olive', at = '' } = {}): Promise<void> {
  await signIn(page, as, { to: wizardPaths[type], at })
  await expect(page.getByRole('heading', { name: batchKinds[type].title, level: 1 })).toBeVisible()
}

export async function fillLabel(page: Page, type: BatchType, text: string): Promise<void> {
  const { label } = batchKinds[type]
  if (label) await page.getByLabel(label.text).fill(text)
}

/** From a file to the last step. */
export async function goToSubmit(page: Page, file: Upload): Promise<void> {
  await choose(page, file)
  await page.getByRole('button', { name: 'Check with host' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** Lines of a file without a header. */
export const linesOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.join(',')}\r\n`).join('')
