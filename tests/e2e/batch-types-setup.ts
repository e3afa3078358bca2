// Helpers for the tests of devalues, transfers and activations: cards with money to deduct, and the wizard of a type.
import { cardNumbersFor } from '#tests/support/demo-cards.ts'
import { expect, signIn } from '#tests/support/fixtures.ts'
import { batchTypes, type BatchType } from '#domain/batch/types.ts'
import type { Page } from '@playwright/test'

interface ServerAddress {
  readonly url: string
}

/** Cards that accept a small deduction. */
export const cardNumbersWithFunds = (server: ServerAddress): Promise<string[]> =>
  cardNumbersFor(server, 'devalue', { amount: '2.00', state: 'active' })

/** Signs in as a maker and opens the first step of a type's wizard. */
export async function openWizardOf(page: Page, type: BatchType): Promise<void> {
  await signIn(page, 'olive', { to: batchTypes[type].path.slice(1) })
  await expect(page.getByRole('heading', { name: batchTypes[type].title, level: 1 })).toBeVisible()
}

export async function fillLabel(page: Page, type: BatchType, text: string): Promise<void> {
  const { label } = batchTypes[type]
  if (label) await page.getByLabel(label.text).fill(text)
}

/** The lines of a file without headings. */
export const linesOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.join(',')}\r\n`).join('')

/**
 * The time at which the device last saved the page state of this name, in epoch milliseconds, or 0. Tests wait for it
 * before a reload, because recent input may not be saved yet.
 */
export const storedAt = (page: Page, name: string): Promise<number> =>
  page.evaluate(async (stateName) => {
    const [{ name: database = '' } = {}] = await indexedDB.databases()
    const resultOf = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(new Error('the device does not answer'))
      })
    const db = await resultOf(indexedDB.open(database))
    const rows = (await resultOf(db.transaction('responses').objectStore('responses').getAll())) as {
      id: string
      at: number
    }[]
    db.close()
    return Math.max(0, ...rows.filter(({ id }) => id.includes(`state ${stateName} `)).map(({ at }) => at))
  }, name)
