// Texts written by customers, operators and merchants stay text on every card screen and in every csv: they create no
// elements and run no formulas (docs/security.md, T24).
import Papa from 'papaparse'
import type { ReactElement } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { client } from '#brand/current.ts'
import type { CardEvent, CardTransaction, FailedTransaction } from '#contract/cards.ts'
import { ProgrammePanel } from '#pages/cards/details/CardPanels.tsx'
import { CardHistory } from '#pages/cards/details/CardHistory.tsx'
import { Notes } from '#pages/cards/details/Notes.tsx'
import { foundColumns, type FoundRow, foundToRow } from '#pages/cards/search/columns.ts'
import { Results } from '#pages/cards/search/Results.tsx'
import { ChargebackDialog } from '#pages/cards/statement/ChargebackDialog.tsx'
import { FailedTransactions } from '#pages/cards/statement/FailedTransactions.tsx'
import { Statement } from '#pages/cards/statement/Statement.tsx'
import type { ServerList } from '#services/lists/useServerList.ts'
import { tableToCsv } from '#sheets/write-table.ts'
import { cardResponse, foundCard } from '#tests/support/card-response.ts'
import { signInTestUser } from '#tests/support/test-user.ts'
import { json, withStubServer } from '#tests/support/stub-server.ts'
import { showPage } from '#tests/support/show-page.tsx'

const EVIL = '=HYPERLINK("http://evil.example") <img src=x onerror=alert(1)><b>bold</b> &amp; \u202egnp'

const card = cardResponse({
  CAMPAIGNNAME: EVIL,
  ACTIVATIONDATA: EVIL,
  SEQUENCENUMBER: EVIL,
  CARDLABEL: EVIL,
  VOUCHERTAGS: [{ TAGNAME: EVIL, VOUCHERTAGVALUE: EVIL }],
  VOUCHERNOTES: [{ VOUCHERNOTETEXT: EVIL, VOUCHERNOTEDATE: null, USERNAME: EVIL }],
})
const hostileCard = foundCard({ CAMPAIGNNAME: EVIL, CUSTOMERREFERENCE: EVIL, BOOKINGID: EVIL })
const transaction: CardTransaction = {
  TRANSACTIONID: '1',
  SHOWDATE: '2026-01-01T00:00:00Z',
  TRANSACTIONTYPE: 2,
  TRANSACTIONTYPELABEL: EVIL,
  TRANSACTIONDESCRIPTION: EVIL,
  AUTHNUMBER: EVIL,
  MERCHANTID: EVIL,
  MONEYAMOUNT: '-5.00',
  REVERSIBLE: 0,
  REVERSED: 0,
  HASCHARGEBACK: 1,
}
const failedTransaction: FailedTransaction = {
  FAILEDTRANSACTIONDATE: '2026-01-01T00:00:00Z',
  FAILEDTRANSACTIONAMOUNT: '5.00',
  FAILEDTRANSACTIONVOUCHERVALUE: '1.00',
  FAILEDTRANSACTIONDESCRIPTION: EVIL,
  FAILEDTRANSACTIONMETHOD: EVIL,
  FAILEDTRANSACTIONMANAGER: EVIL,
  FAILEDTRANSACTIONERRORCODE: EVIL,
  CAMPAIGNCURRENCYSYMBOLHTML: '<i>S$</i>',
}
const event: CardEvent = {
  at: '2026-01-01T00:00:00Z',
  username: EVIL,
  kind: 'feeReversed',
  stopReason: '',
  amount: '2.00',
  description: EVIL,
  reversal: { requesterName: EVIL, storeName: EVIL, contactPhone: EVIL, declineReason: EVIL, comments: EVIL },
}
const column = (VALUE: keyof CardTransaction) => ({ VALUE, LABEL: VALUE, NUMERIC: 0, RAWVALUE: 1 })
const columns = (['TRANSACTIONTYPELABEL', 'TRANSACTIONDESCRIPTION', 'AUTHNUMBER', 'MERCHANTID'] as const).map(column)
const responses: Readonly<Record<string, object>> = {
  cardStatement: { transactions: [transaction], visibleColumns: columns, exportColumns: columns, excelBase64Data: '' },
  failedTransactionSearch: { failedTransactions: [failedTransaction] },
  cardHistory: { events: [event] },
  getSettlementChargebacks: {
    chargebacks: [
      {
        ChargebackAmount: '1.00',
        ChargebackCurrency: EVIL,
        ChargebackRequestAmount: '1.00',
        CardCurrency: EVIL,
        ChargebackRequestedDate: null,
        ChargebackProcessedDate: null,
        ChargebackDescription: EVIL,
        ChargebackNumber: EVIL,
        ChargebackRejected: 1,
        ChargebackRejectedDate: null,
        ChargebackReversed: 1,
        ChargebackReversedDate: null,
        SecondPresentmentStatus: 1,
      },
    ],
  },
}

const server = withStubServer()
beforeEach(() => {
  server.respondWith((response, { method }) => json(response, { resultCode: '0', ...responses[method] }))
  signInTestUser({ CardStatement: ['read'], Card: ['write'] })
})

const noop = () => undefined
const hostileList: ServerList<'cardSearch', FoundRow> = {
  refusal: undefined,
  isIdle: false,
  response: { cards: [hostileCard], truncated: false },
  resultText: undefined,
  rows: [foundToRow(hostileCard)],
  total: 1,
  offset: 0,
  isPartial: false,
  receivedAt: 0,
  isStale: false,
  isOffline: false,
  failure: undefined,
  isRefreshing: false,
  refresh: noop,
  requestKey: '',
  view: { page: 0, sort: undefined },
  setView: noop,
  pageSize: 10,
  setPageSize: noop,
  hidden: [],
  setHidden: noop,
  loadAll: () => Promise.resolve(undefined),
}

const screens: readonly (readonly [name: string, screen: () => ReactElement, minCount: number])[] = [
  [
    'Find Card',
    () => (
      <Results
        list={hostileList}
        query={{ searchType: '1', searchTerm: '900001000', showExpired: false }}
        allTypes={[]}
        onSearchAs={noop}
      />
    ),
    3,
  ],
  ['the programme', () => <ProgrammePanel card={card} status="activated" factsWithButtons={[]} />, 5],
  ['notes', () => <Notes card={card} ownerUser="3 olive" />, 2],
  ['the statement', () => <Statement card={card} ownerUser="3 olive" />, 4],
  ['chargebacks', () => <ChargebackDialog transaction={transaction} onClose={noop} />, 5],
  ['failed transactions', () => <FailedTransactions card={card} onClose={noop} />, 4],
  ['the history', () => <CardHistory voucherID="7" currency="S$" />, 7],
]

describe.each(screens)('%s', (_, screen, minCount) => {
  it('shows hostile text unchanged', async () => {
    showPage(screen())
    const countShown = () => document.body.textContent.split(EVIL).length - 1
    await expect.poll(countShown).toBeGreaterThanOrEqual(minCount)
    expect(document.querySelectorAll('img, b, i, [onerror], a[href^="http"]')).toHaveLength(0)
  })
})

it('hostile text in cardsearch.csv cannot run as a formula', () => {
  const bytes = tableToCsv({ columns: foundColumns, rows: [foundToRow(hostileCard)], zone: client })
  const { data, errors } = Papa.parse<string[]>(new TextDecoder().decode(bytes), { skipEmptyLines: true })
  expect(errors).toEqual([])
  const [headings = [], row = []] = data
  expect(row).toHaveLength(headings.length)
  for (const heading of ['Campaign Name', 'Customer Ref', 'Booking ID'])
    expect(row[headings.indexOf(heading)]).toBe(`'${EVIL.replace('\u202e', '')}`)
})
