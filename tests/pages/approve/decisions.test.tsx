// A checker's decisions about a batch from upload to closing, on a simulated server with one batch: the request, the
// message and the resulting state of each decision; and the batch's details.
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { apiToBatchProgress } from '#contract/batch-progress.ts'
import type { BatchLoadDetail, BatchLoadFile } from '#contract/batches.ts'
import { dateToShortText } from '#domain/calendar.ts'
import { addDays, instantToDate } from '#domain/dates.ts'
import { batchState } from '#domain/batch/states.ts'
import ApproveBatchLoadPage from '#pages/batches/ApproveBatchLoadPage.tsx'
import { currentNotices } from '#services/notices.ts'
import { queryClient } from '#services/server/queries.ts'
import { awaitingBatch, batchRow } from '#tests/support/batch-file.ts'
import { cardNumber } from '#tests/support/files.ts'
import { withSavedFiles } from '#tests/support/saved-files.ts'
import { signInTestUser } from '#tests/support/test-user.ts'
import { json, withStubServer } from '#tests/support/stub-server.ts'
import { Address, address, showPage } from '#tests/support/show-page.tsx'

const loadedFields = { LOADED: true, LOADDATE: '2026-11-21T02:00:00Z' }
const approvedFields = {
  BATCHLOADFILEAPPROVED: true,
  APPROVALUSERFIRSTNAME: 'Amir',
  APPROVALUSERLASTNAME: 'Lee',
  BATCHLOADFILEAPPROVEDDATE: '2026-11-21T01:00:00Z',
}
const processedFields = { ...approvedFields, PROCESSED: true, LOADEDCOUNT: 3, LOADEDAMOUNT: '60.00' }
const closedFields = { ...processedFields, BATCHLOADFILECLOSED: true }

const tomorrow = addDays(instantToDate(Date.now(), 'Asia/Singapore'), 1)
const runTimeText = (time: string) => `${dateToShortText(tomorrow)}, ${time} SGT`
const scheduledAt = (time: string) => ({
  ...approvedFields,
  SCHEDULEDDATE: new Date(`${tomorrow}T${time}:00+08:00`).toISOString(),
})

/** The only batch of the server, and its rows. */
let batch: BatchLoadFile
let rows: readonly BatchLoadDetail[]
/** The new state of the batch after a call, or a special response. */
let calls: Readonly<Record<string, (params: Record<string, unknown>) => Partial<BatchLoadFile> | SpecialResponse>>
interface SpecialResponse {
  readonly resultCode: string
}

const saved = withSavedFiles()
const server = withStubServer()
beforeEach(() => {
  batch = awaitingBatch
  rows = [batchRow(1), batchRow(2), batchRow(3)]
  calls = {}
  server.respondWith((response, { method, params }) => {
    const outcome = calls[method]?.(params)
    if (outcome && 'resultCode' in outcome) return json(response, outcome)
    batch = { ...batch, ...outcome }
    if (method === 'batchLoadDetails' && params['batchLoadFileID'] !== batch.BATCHLOADFILEID)
      return json(response, { resultCode: '-20404', resultText: 'There is no such batch' })
    const isListed = batchState(apiToBatchProgress(batch)) === params['filter']
    return json(response, {
      resultCode: '0',
      batchLoads: isListed ? [batch] : [],
      total: 1,
      batchLoad: batch,
      details: rows,
    })
  })
  signInTestUser({ Batch: ['approve'] }, 'amir')
})

describe('a batch awaiting approval', () => {
  it('is approved, reports its failures, is found by its address, and is processed again', async () => {
    calls = {
      approveBatchLoad: () => {
        rows = [
          batchRow(1, { RESULTTEXT: 'Not loaded: the card is stopped.' }),
          batchRow(2, loadedFields),
          batchRow(3, loadedFields),
        ]
        return { ...processedFields, LOADEDCOUNT: 2, LOADEDAMOUNT: '40.00', RETRYABLE: true }
      },
      retryBatchLoad: () => ({ ...processedFields, RETRYABLE: false }),
    }
    open()
    fireEvent.click(await button('Approve batch 12'))
    await confirm('Approve 3 loads, SGD 60.00')
    await expect
      .poll(() => requests('approveBatchLoad'))
      .toMatchObject([{ batchLoadFileID: '12', fingerprint: awaitingBatch.FINGERPRINT }])
    await expect.poll(() => requests('approveBatchLoad')[0]).not.toHaveProperty('scheduledDate')
    const result = within(await screen.findByRole('region', { name: 'Processing and results' }))
    await result.findByText('2 loaded, 1 failed')
    expect(rowTextOf('12')).toBeUndefined()
    fireEvent.click(result.getByRole('button', { name: 'See rows of batch 12' }))
    const filterSelect = () => screen.findByLabelText<HTMLSelectElement>('Show')
    await screen.findByText(/^Failed \(/)
    fireEvent.change(await filterSelect(), { target: { value: 'failed' } })
    await waitFor(() => expect(address()).toBe('/batchloads?batch=12&rows=failed'))
    expect(bodyOf('Rows of the batch')).toEqual([expect.stringContaining('the card is stopped')])

    cleanup()
    open('?batch=12&rows=failed&status=2')
    expect((await filterSelect()).value).toBe('failed')
    fireEvent.click(await button('Close'))
    fireEvent.click(await button('Retry batch 12'))
    await confirm('Retry 1 load, SGD 20.00')
    await expect
      .poll(() => lastNotice())
      .toMatchObject({ text: 'Batch load scheduled for re-processing', about: 'Batch 12' })
    await waitFor(() => expect(rowTextOf('12')).toContain('3 loaded, 0 failed'))
    expect(rowTextOf('12')).toContain('Amir')
  })

  it('is rejected with a reason, which the list of rejected batches shows with the checker', async () => {
    calls = {
      rejectBatchLoad: ({ reason }) => ({
        BATCHLOADFILEREJECTED: true,
        REJECTIONREASON: reason as string,
        REJECTIONUSERFIRSTNAME: 'Amir',
        REJECTIONUSERLASTNAME: 'Lee',
      }),
    }
    open()
    fireEvent.click(await button('Reject batch 12'))
    const dialog = within(screen.getByRole('dialog', { name: 'Reject batch 12?' }))
    await expect.poll(() => document.activeElement).toBe(dialog.getByLabelText(/^Reason/))
    fireEvent.change(dialog.getByLabelText(/^Reason/), { target: { value: ' Wrong month ' } })
    fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    fireEvent.click(await button('Reject batch 12'))
    expect(screen.getByLabelText<HTMLTextAreaElement>(/^Reason/).value).toBe(' Wrong month ')
    await confirm('Reject 3 loads, SGD 60.00')
    await expect
      .poll(() => requests('rejectBatchLoad'))
      .toMatchObject([{ batchLoadFileID: '12', reason: 'Wrong month' }])
    await expect.poll(() => lastNotice()?.text).toBe('Batch load rejected')
    await waitFor(() => expect(rowTextOf('12')).toBeUndefined())
    choose('Status', '3')
    await expect.poll(() => address()).toBe('/batchloads?status=3')
    await screen.findByText('Rejected by', { selector: 'th *' })
    await waitFor(() => expect(rowTextOf('12')).toMatch(/Wrong month.*Amir|Amir.*Wrong month/))
  })

  it('reports that another checker decided at the same moment, and the resulting state', async () => {
    calls = {
      approveBatchLoad: () => {
        batch = { ...batch, ...processedFields }
        return { resultCode: '-20409', resultText: 'This batch has already been approved' }
      },
    }
    open()
    fireEvent.click(await button('Approve batch 12'))
    await press(/^Approve 3 loads/)
    const refusal = within(await screen.findByRole('dialog', { name: 'Batch 12 was not approved' }))
    expect(refusal.getByText('This batch has already been approved')).toBeTruthy()
    fireEvent.click(refusal.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement)
    await waitFor(() => expect(rowTextOf('12')).toBeUndefined())
    await expect.poll(() => currentNotices().visible).toEqual([])
  })

  it.each([
    ['Download Report', 'downloadBatchLoadReport', 'batch-12-report.xlsx'],
    ['Download file', 'downloadBatchLoadFile', 'batch-12.csv'],
  ])('saves the server’s file for %s under its name', async (item, method, fileName) => {
    calls = { [method]: () => ({ resultCode: '0', fileName, contentType: 'application/x', base64: btoa('rows') }) }
    open()
    await chooseMenuItem(item)
    await waitFor(() => expect(saved.files).toEqual([{ name: fileName, type: 'application/x', text: 'rows' }]))
    await expect.poll(() => requests(method)).toMatchObject([{ batchLoadFileID: '12' }])
  })
})

describe('a scheduled batch', () => {
  it('is approved for a time in the programme’s zone, listed with it as processing, and can be processed earlier', async () => {
    calls = { approveBatchLoad: () => scheduledAt('09:00'), retryBatchLoad: () => processedFields }
    open()
    fireEvent.click(await button('Approve batch 12'))
    const dialog = within(screen.getByRole('dialog', { name: 'Approve batch 12?' }))
    fireEvent.click(dialog.getByLabelText('At a set time'))
    const time = dialog.getByLabelText<HTMLSelectElement>('Time (SGT)')
    await expect.poll(() => descriptionOf(time)).toBe('In the programme’s time zone, Asia/Singapore')
    // Hourly steps. The next morning is proposed.
    await expect.poll(() => [...time.options].filter(({ value }) => value !== '')).toHaveLength(24)
    await dialog.findByText(new RegExp(runTimeText('09:00')))
    type(dialog.getByLabelText('Date'), tomorrow)
    fireEvent.change(time, { target: { value: '09:00' } })
    await dialog.findByText(new RegExp(runTimeText('09:00')))
    await confirm('Schedule 3 loads, SGD 60.00')
    await expect.poll(() => requests('approveBatchLoad')).toMatchObject([{ scheduledDate: `${tomorrow} 09:00:00` }])
    await expect
      .poll(() => lastNotice())
      .toMatchObject({
        text: `Load scheduled on ${tomorrow} 09:00:00`,
        about: expect.stringMatching(/^Batch 12, 3 loads, SGD 60\.00\. Scheduled for .*, 09:00 SGT$/) as unknown,
      })
    const strip = within(await screen.findByRole('region', { name: 'Processing and results' }))
    expect(strip.getByText(/March/).closest('li')?.textContent).toContain(runTimeText('09:00'))

    choose('Status', '5')
    await waitFor(() => expect(rowTextOf('12')).toContain(runTimeText('09:00')))
    fireEvent.click(await button('Process now batch 12'))
    const processNowDialog = within(await screen.findByRole('dialog', { name: 'Process batch 12 now?' }))
    expect(processNowDialog.getAllByText(new RegExp(runTimeText('09:00'))).length).toBeGreaterThan(0)
    await confirm('Process 3 loads, SGD 60.00')
    await expect.poll(() => lastNotice()?.text).toBe('Batch load scheduled for re-processing')
    await screen.findByText('3 loaded, 0 failed')
    await waitFor(() => expect(rowTextOf('12')).toBeUndefined())
  })

  it('gets a new time, then returns to awaiting approval', async () => {
    batch = { ...batch, ...scheduledAt('09:00') }
    calls = {
      unscheduleBatchLoad: ({ scheduledDate }) => (scheduledDate === undefined ? awaitingBatch : scheduledAt('15:00')),
    }
    open('?status=5')
    await chooseMenuItem('Change schedule')
    const dialog = () => within(screen.getByRole('dialog', { name: 'Change the schedule of batch 12?' }))
    fireEvent.click(dialog().getByLabelText('Another date and time'))
    type(dialog().getByLabelText('Date'), tomorrow)
    choose('Time (SGT)', '15:00')
    await expect
      .poll(() => dialog().getByText(new RegExp(`on ${runTimeText('15:00')} instead of ${runTimeText('09:00')}`)))
      .toBeTruthy()
    await confirm('Schedule 3 loads, SGD 60.00')
    await expect.poll(() => lastNotice()?.text).toBe(`Load scheduled on ${tomorrow} 15:00:00`)
    await waitFor(() => expect(rowTextOf('12')).toContain(runTimeText('15:00')))
    await expect.poll(() => requests('unscheduleBatchLoad')).toMatchObject([{ scheduledDate: `${tomorrow} 15:00:00` }])

    await chooseMenuItem('Change schedule')
    expect(dialog().getByText(/it will not run on/)).toBeTruthy()
    await confirm('Take off the schedule')
    await expect.poll(() => requests('unscheduleBatchLoad')[1]).not.toHaveProperty('scheduledDate')
    await expect.poll(() => lastNotice()?.text).toBe('Batch load awaiting approval again')
    await waitFor(() => expect(rowTextOf('12')).toBeUndefined())
    choose('Status', '1')
    expect(await button('Approve batch 12')).toBeTruthy()
  })
})

describe('a finished batch', () => {
  it('is closed with comments, which can be changed and removed; the focus moves to the comments and back', async () => {
    batch = { ...batch, ...processedFields }
    calls = {
      closeBatchLoad: ({ closedComments }) => ({
        ...closedFields,
        BATCHLOADFILECLOSEDCOMMENTS: closedComments as string,
      }),
      updateClosedBatchLoadComments: ({ closedComments }) => ({
        BATCHLOADFILECLOSEDCOMMENTS: (closedComments ?? null) as string | null,
      }),
    }
    open('?status=2')
    fireEvent.click(await button('Close batch 12'))
    const comments = () => within(screen.getByRole('dialog')).getByLabelText<HTMLTextAreaElement>(/^Comments/)
    expect(comments().maxLength).toBe(255)
    fireEvent.change(comments(), { target: { value: 'Agreed with finance' } })
    await confirm('Close batch 12')
    await expect.poll(() => lastNotice()).toMatchObject({ text: 'Batch load closed', about: 'Batch 12' })
    await waitFor(() => expect(rowTextOf('12')).toBeUndefined())

    choose('Status', '4')
    const edit = await button('Edit comments batch 12')
    expect(rowTextOf('12')).toContain('Agreed with finance')
    edit.focus()
    fireEvent.click(edit)
    await screen.findByRole('dialog', { name: 'Comments of batch 12' })
    await expect.poll(() => comments().value).toBe('Agreed with finance')
    await expect.poll(() => document.activeElement).toBe(comments())
    fireEvent.change(comments(), { target: { value: 'Agreed with Mei' } })
    await confirm('Save comments')
    await expect.poll(() => lastNotice()?.text).toBe('Comments saved')
    await waitFor(() => expect(rowTextOf('12')).toContain('Agreed with Mei'))
    const editAgain = await button('Edit comments batch 12')
    await expect.poll(() => document.activeElement).toBe(editAgain)
    fireEvent.click(editAgain)
    fireEvent.change(comments(), { target: { value: ' ' } })
    await confirm('Save comments')
    await waitFor(() => expect(rowTextOf('12')).toContain('None given'))
    await expect
      .poll(() => requests('updateClosedBatchLoadComments').map((params) => params['closedComments']))
      .toEqual(['Agreed with Mei', undefined])
  })
})

describe('the details of a batch', () => {
  it('have totals, ten masked rows per page, and no filters without matching rows', async () => {
    batch = { ...batch, LOADSCOUNT: 12, LOADSAMOUNT: '240.00' }
    rows = Array.from({ length: 12 }, (_, index) => batchRow(index + 1))
    open()
    fireEvent.click(await button('Details of batch 12'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Batch Details' }))
    await expect.poll(() => address()).toBe('/batchloads?batch=12')
    const totals = await dialog.findByRole('region', { name: 'Totals' })
    expect(totals.textContent).toMatch(/12.*240\.00|240\.00.*12/)
    expect(bodyOf('Rows of the batch')).toHaveLength(10)
    expect(dialog.getByText('1 of 2 pages')).toBeTruthy()
    // The client hides fees.
    expect(headingsOf('Rows of the batch')).not.toContain('Fee')
    // No full card number, with or without spaces.
    expect(document.body.textContent).not.toMatch(/9\s?0\s?0\s?0\s?0\s?1[\s\d]{10,}/)
    expect(bodyOf('Rows of the batch')[0]).toMatch(/9000 01•• •••• \d{4}/)
    const show = screen.getByLabelText<HTMLSelectElement>('Show')
    expect([...show.options].map(({ value }) => value)).not.toContain('changed')
  })

  it('report that the batch does not exist', async () => {
    open('?batch=999')
    expect(await screen.findByText('There is no such batch')).toBeTruthy()
  })

  it.each([
    ['transfer', 'Transferred', 1],
    ['devalue', 'Devalued', 0],
  ] as const)(
    'of a %s use its own terms, mask the cards, and lead to its approval',
    async (LOADTYPE, pastParticiple, targetColumnCount) => {
      batch = { ...batch, LOADTYPE, FEEAMOUNT: '0.00' }
      const rowsOfType = (more: Partial<BatchLoadDetail> = {}) =>
        [1, 2, 3].map((n) =>
          batchRow(n, { IDENTIFIERTO: LOADTYPE === 'transfer' ? cardNumber(n + 10) : null, ...more }),
        )
      rows = rowsOfType()
      calls = {
        approveBatchLoad: () => {
          rows = rowsOfType(loadedFields)
          return processedFields
        },
      }
      open('?batch=12')
      fireEvent.click(await button('Approve'))
      expect(headingsOf('Rows of the batch').filter((head) => head === 'To Card Number')).toHaveLength(
        targetColumnCount,
      )
      expect(bodyOf('Rows of the batch')[0]).toMatch(/9000 01•• •••• \d{4}/)
      expect(document.body.textContent).not.toMatch(/9\s?0\s?0\s?0\s?0\s?1[\s\d]{10,}/)
      await confirm(`Approve 3 ${LOADTYPE}s, SGD 60.00`, 'Batch Details')
      await expect
        .poll(() => lastNotice())
        .toMatchObject({
          text: 'Batch load scheduled for processing',
          about: `Batch 12, 3 ${LOADTYPE}s, SGD 60.00`,
        })
      await waitFor(() => expect(bodyOf('Rows of the batch')[0]).toContain(pastParticiple))
      fireEvent.click(await button('Close'))
      await screen.findByText(`3 ${pastParticiple.toLowerCase()}, 0 failed`)
    },
  )
})

function open(search = ''): void {
  queryClient.clear()
  showPage(
    <>
      <main>
        <ApproveBatchLoadPage />
      </main>
      <Address />
    </>,
    `/batchloads${search}`,
  )
}

const { paramsOf: requests } = server
/**
 * Finds an element by its name in the last opened dialog or menu. Not by role: searching the whole page by role takes
 * seconds in jsdom.
 */
const button = (name: string | RegExp) =>
  waitFor(() => {
    const matchesName = (shownName: string | null) =>
      typeof name === 'string' ? shownName === name : name.test(shownName ?? '')
    const match = [...document.querySelectorAll('button')].findLast((each) =>
      matchesName(each.getAttribute('aria-label') ?? each.textContent),
    )
    if (!match) throw new Error(`There is no button ${name}. The page reads: ${document.body.textContent}`)
    return match
  })
const lastNotice = () => currentNotices().visible.at(-1)
const choose = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const descriptionOf = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent

function type(field: HTMLElement, value: string): void {
  fireEvent.change(field, { target: { value } })
  fireEvent.blur(field)
}

/** Chooses an item of the batch's menu. */
async function chooseMenuItem(item: string): Promise<void> {
  fireEvent.keyDown(await button('More for batch 12'), { key: 'Enter' })
  fireEvent.click(await screen.findByRole('menuitem', { name: item }))
}

/** The names of the open dialogs. */
const dialogs = () =>
  [...document.querySelectorAll('[role=dialog]')].map(
    (each) => document.getElementById(each.getAttribute('aria-labelledby') ?? '')?.textContent,
  )

/** Presses a button that may be disabled until the rows have been checked. */
async function press(name: string | RegExp): Promise<void> {
  const buttonToPress = await button(name)
  await waitFor(() => expect(buttonToPress.getAttribute('aria-disabled')).not.toBe('true'))
  fireEvent.click(buttonToPress)
}

/** Confirms the question and waits until it is closed and the page below is accessible again. */
async function confirm(name: string, beneath?: string): Promise<void> {
  await press(name)
  await waitFor(() => expect(dialogs()).toEqual(beneath ? [beneath] : []))
  await act(async () => undefined)
}

/** The text of a batch in the list, by its id; undefined if it is not listed. */
const rowTextOf = (id: string) =>
  document.querySelector(`[aria-label="Details of batch ${id}"]`)?.closest('tr')?.textContent.replace(/\s/g, ' ')
const tableOf = (caption: string) =>
  [...document.querySelectorAll('table')].find((table) => table.caption?.textContent === caption)
const bodyOf = (caption: string) =>
  [...(tableOf(caption)?.tBodies[0]?.rows ?? [])].map(({ textContent }) => textContent)
const headingsOf = (caption: string) =>
  [...(tableOf(caption)?.tHead?.rows[0]?.cells ?? [])].map(({ textContent }) => textContent.trim())
