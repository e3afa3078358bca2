// What a user who cannot see the page hears during the tasks of a day: each act that changes a page says its result in
// one sentence, and the focus stays at the work. Opening a page moves the focus to its heading or first field, which
// screen readers read out; the other tests of the focus are in keyboard.spec.ts.
import { expect, navigate, sharedDevice as test, signIn } from '#tests/support/fixtures.ts'
import { takeCard } from '#tests/support/demo-cards.ts'
import { forgetHeard, heard, listen } from '#tests/support/hearing.ts'
import { uploadBatch } from './approve-batch-setup.ts'
import { AWAITING, choose, csvOf, demoCardNumbers, editCell, nextAmount } from './batch-load-setup.ts'
import { masked } from './cards-setup.ts'

/** A figure without its name, such as '25' or '12,800.00'. */
const BARE_FIGURE = /^[\d\s.,:/–-]*$/

test('each act of the daily tasks says its result in a sentence, and keeps the focus', async ({ page, server }) => {
  test.slow() // Five tasks, one after the other.
  const { loadableCards } = await demoCardNumbers(server)
  const card = await takeCard(server, 'active')
  const batches = [await uploadBatch(server, 'olive'), await uploadBatch(server, 'olive')]
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const dialog = page.getByRole('dialog')
  const focused = page.locator(':focus')
  /** A button of the dialog is disabled until the rows have been checked. */
  const pressInDialog = async (name: RegExp) => {
    await dialog.getByRole('button', { name }).and(page.locator(':not([aria-disabled])')).press('Enter')
  }
  /** `said`: the sentences that the act ends with, once each, apart from progress. */
  const hear = async (
    act: () => Promise<unknown>,
    { said, focus }: { said: (string | RegExp)[]; focus: string | RegExp },
  ) => {
    await forgetHeard(page)
    await act()
    for (const sentence of said)
      await expect
        .poll(() => heard(page), { message: String(sentence) })
        .toContainEqual(typeof sentence === 'string' ? sentence : expect.stringMatching(sentence))
    await expect(focused).toHaveAccessibleName(focus)
    const texts = await heard(page)
    expect(texts.filter((text) => BARE_FIGURE.test(text))).toEqual([])
    for (const sentence of said)
      expect(
        texts.filter((text) => (typeof sentence === 'string' ? text === sentence : sentence.test(text))),
        `once: ${String(sentence)}`,
      ).toHaveLength(1)
    expect(texts.filter((text) => /sav(ed|ing)/i.test(text))).toEqual([])
  }
  await listen(page)
  await signIn(page, 'ada', { to: 'batchload' })

  await test.step('loads cards from a file with an error', async () => {
    const rows = [...loadableCards.slice(0, 3).map((number) => [number, nextAmount()]), [loadableCards[3] ?? '', 'x']]
    await hear(() => choose(page, { name: 'heard.csv', content: csvOf(rows) }), {
      said: ['Check finished: 1 of 4 rows to fix'],
      focus: 'Continue',
    })
    await hear(() => editCell(page, 5, 'amount', '16'), {
      said: ['Check finished: all 4 rows are valid'],
      // A cell of the amounts.
      focus: /^\d+(\.\d\d)?$/,
    })
    await hear(() => button('Check again').press('Enter'), {
      said: ['Check finished: all 4 rows are valid'],
      focus: 'Continue',
    })
    await button('Continue').press('Enter')
    await hear(() => button(/^Submit 4 loads/).press('Enter'), {
      said: [/^Sent 4 loads, SGD [\d.]+\. Waiting for the server…$/],
      focus: AWAITING,
    })
  })

  await test.step('orders virtual cards', async () => {
    await navigate(page, 'card/virtual-card-order')
    await page.getByLabel('Campaign').selectOption({ label: 'Voyager Virtual Card' })
    const header = 'Customer Reference,Card Label,Notification Number,Expiry Date,Load Amount,Tag Name,Tag Value'
    // The campaign is chosen, so the rows are checked as soon as they are read.
    await hear(
      () => choose(page, { name: 'heard-v.csv', content: `${header}\r\nH-1,Ann Lee,,,10,,\r\nH-2,Bo Lee,,,1x,,\r\n` }),
      { said: ['Check finished: 1 of 2 rows to fix'], focus: 'Next' },
    )
  })

  await test.step('decides batches', async () => {
    const [approved, rejected] = batches
    await navigate(page, 'batchloads')
    await button(`Approve batch ${approved?.id}`).press('Enter')
    await hear(() => pressInDialog(/^Approve \d/), {
      said: [/^Batch load scheduled for processing Batch \d+, 3 loads, SGD [\d.]+/],
      focus: /^Details of batch/,
    })
    await button(`Reject batch ${rejected?.id}`).press('Enter')
    await dialog.getByRole('textbox').fill('Twice')
    await hear(() => pressInDialog(/^Reject/), {
      said: [/^Batch load rejected Batch \d+, 3 loads, SGD [\d.]+/],
      focus: /^Details of batch|^Approve Batch Load$/,
    })
  })

  await test.step('finds and stops a card', async () => {
    await navigate(page, 'card/search')
    const term = page.getByLabel('Search term')
    const search = (text: string) => async () => {
      await term.fill(text)
      await term.press('Enter')
    }
    await hear(search('Zzzzz'), { said: ['Nothing was found'], focus: 'Search term' })
    // The focus is on the only card that is found.
    await hear(search(card.CARDNUMBER), { said: ['1 row found'], focus: new RegExp(card.CARDNUMBER.slice(-4)) })
    await navigate(page, `card/details/${card.VOUCHERID}`)
    await button('Stop').press('Enter')
    await dialog.getByLabel('Stop reason').selectOption({ index: 1 })
    await hear(() => pressInDialog(/^Stop card/), {
      said: [`Card stopped successfully Card ${masked(card)} (${card.CARDHOLDERNAME}) was stopped`],
      focus: 'Unstop',
    })
  })

  await test.step('runs a report twice, and finds users', async () => {
    await navigate(page, 'reports/spendSummaryReport')
    const search = () => button('Search').press('Enter')
    await hear(search, { said: [/^(\d+ rows? found|Nothing was found)$/], focus: 'Search' })
    await hear(search, { said: [/^(\d+ rows? found|Nothing was found)$/], focus: 'Search' })
    await navigate(page, 'user/search')
    const field = page.getByPlaceholder('User name')
    await expect(page.getByRole('rowheader').first()).toBeVisible()
    await field.fill('pat')
    await hear(() => field.press('Enter'), { said: ['1 row found'], focus: 'Search users' })
  })
})
