// What the tests of the other kinds of batch share: cards to take from, the wizard of a kind, and the way through it.
import { numbersFor } from '#tests/support/demo-cards.ts'
import { expect, signIn } from '#tests/support/fixtures.ts'
import { batchKinds, type BatchType } from '#domain/batch/kinds.ts'
import type { Page } from '@playwright/test'
import { choose, type Upload } from './batch-load-setup.ts'

interface Host {
  readonly url: string
}

/** Cards against which nothing stands when a little is taken off them. */
export const numbersWithFunds = (host: Host): Promise<string[]> =>
  numbersFor(host, 'devalue', { amount: '2.00', state: 'active' })

/** Signs in as a maker and stands in the first step of a kind's wizard. */
export async function openKind(page: Page, type: BatchType, { as = 'olive', at = '' } = {}): Promise<void> {
  await signIn(page, as, { to: batchKinds[type].path.slice(1), at })
  await expect(page.getByRole('heading', { name: batchKinds[type].title, level: 1 })).toBeVisible()
}

export async function fillLabel(page: Page, type: BatchType, text: string): Promise<void> {
  const { label } = batchKinds[type]
  if (label) await page.getByLabel(label.text).fill(text)
}

/** From a file to the last step. */
export async function goToSubmit(page: Page, file: Upload): Promise<void> {
  await choose(page, file)
  await page.getByRole('button', { name: 'Check rows' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** Lines of a file without a header. */
export const linesOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.join(',')}\r\n`).join('')
