// The Mastercard quarterly report as its file (batches §2, §7): a sheet of figures for each month of the quarter and for all of it,
// of all campaigns of the owner that have that number (ICA) at the card network.
import { sql } from 'kysely'
import { type Cell, valueToCell, type Zone } from '#domain/columns.ts'
import { addMonths, type CalendarDate, dateToShortText } from '#domain/dates.ts'
import { type Quarter, quarterToDays } from '#domain/reports/periods.ts'
import type { Db } from '#server/context.ts'
import { writeXls } from '#sheets/write-xls.ts'
import { type QuarterlyFigure, quarterlyFigures, type QuarterlyFigures } from './quarterly-figures.ts'

export interface QuarterlyAsk {
  readonly ownerId: number
  readonly ica: string
  readonly year: number
  readonly quarter: Quarter
  readonly zone: Zone
  /** The day it is in that zone: a file is there once its quarter has ended. */
  readonly today: CalendarDate
}

/** Whether there is such a file: `quarterlyFile` makes it then. */
export const hasQuarterlyFile = async (db: Db, ask: QuarterlyAsk): Promise<boolean> =>
  (await campaignsOf(db, ask)).length > 0

/**
 * The bytes of the workbook (BIFF8), the same whenever it is asked for; undefined where there is none: a quarter that has not
 * ended or that ended before the first card was issued, a number that no campaign of the owner has.
 */
export async function quarterlyFile(db: Db, ask: QuarterlyAsk): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const campaigns = await campaignsOf(db, ask)
  if (campaigns.length === 0) return undefined
  const { ownerId, zone, ica, year, quarter } = ask
  const { timeZone } = zone
  const { start } = quarterToDays(year, quarter)
  const figures = await quarterlyFigures(db, { ownerId, campaignIds: campaigns.map(({ id }) => id), start, timeZone })
  return writeXls({
    name: `QMR ${ica} ${year} Q${quarter}`,
    widths: [LABEL_WIDTH, ...Array.from({ length: 4 }, () => FIGURE_WIDTH)],
    rows: [...headOf(ask, campaigns), [], ...figuresToRows(start, figures)],
  })
}

const LABEL_WIDTH = 40
const FIGURE_WIDTH = 18

interface Campaign {
  readonly id: number
  readonly name: string
  readonly currency: string
}

/** Those that the report is about: none where there is no file. */
async function campaignsOf(db: Db, { ownerId, ica, year, quarter, zone, today }: QuarterlyAsk): Promise<Campaign[]> {
  const { end } = quarterToDays(year, quarter)
  if (end >= today) return []
  const { rows } = await sql<Campaign & { has_cards: boolean }>`
    SELECT p.id, p.name, p.currency, EXISTS (
      SELECT FROM card c WHERE c.campaign_id = p.id AND c.issued_at < (${end}::date + 1)::timestamp AT TIME ZONE ${zone.timeZone}
    ) AS has_cards
    FROM campaign p WHERE p.owner_id = ${ownerId} AND p.ica = ${ica} ORDER BY p.name, p.id`.execute(db)
  return rows.some(({ has_cards }) => has_cards) ? rows : []
}

function headOf({ ica, year, quarter, zone }: QuarterlyAsk, campaigns: readonly Campaign[]): Cell[][] {
  const { start, end } = quarterToDays(year, quarter)
  return [
    ['Mastercard Quarterly Report'],
    ['ICA', ica],
    ['Campaigns', campaigns.map(({ name }) => name).join(', ')],
    ['Quarter', `${year} Q${quarter}`],
    ['First day', valueToCell(start, 'date', zone)],
    ['Last day', valueToCell(end, 'date', zone)],
    ['Time zone', zone.timeZone],
    ['Currency', [...new Set(campaigns.map(({ currency }) => currency))].join(', ')],
  ]
}

interface Line {
  readonly label: string
  /** Of a month, from 0. */
  readonly month: (figures: QuarterlyFigures, month: number) => Cell
  /** Of the quarter: the sum of its months, or what the first or the last of them says. */
  readonly quarter: 'sum' | 'first' | 'last'
}

const counted = (label: string, figure: QuarterlyFigure, quarter: Line['quarter'] = 'sum'): Line => ({
  label,
  month: ({ of }, month) => of(figure, month).count,
  quarter,
})

/** Its number and its amount; what leaves the cards is an amount above zero too. */
const pair = (label: string, figure: QuarterlyFigure, leaves: 'comes' | 'leaves' = 'comes'): Line[] => [
  counted(`${label}, number`, figure),
  {
    label: `${label}, amount`,
    month({ of }, month) {
      const { cents } = of(figure, month)
      return { amountCents: leaves === 'leaves' ? 0 - cents : cents }
    },
    quarter: 'sum',
  },
]

/** What changes the balance of cards: the start and all of these make the end. */
const movements = ['load', 'purchase', 'reversal', 'fee', 'transferIn', 'transferOut', 'devalue'] as const

/** What the cards hold when that month begins, from 0; the third month ends where a fourth would begin. */
const balanceAt = ({ openingCents, of }: QuarterlyFigures, month: number): Cell => {
  let amountCents = openingCents
  for (let before = 0; before < month; before++) for (const figure of movements) amountCents += of(figure, before).cents
  return { amountCents }
}

const lines: readonly Line[] = [
  counted('Cards in circulation at the end', 'inCirculation', 'last'),
  counted('Cards issued', 'issued'),
  { label: 'Balance at the start', month: balanceAt, quarter: 'first' },
  ...pair('Loads', 'load'),
  ...pair('Purchases', 'purchase', 'leaves'),
  ...pair('Reversals', 'reversal'),
  ...pair('Fees paid by cards', 'fee', 'leaves'),
  ...pair('Transfers to cards', 'transferIn'),
  ...pair('Transfers from cards', 'transferOut', 'leaves'),
  ...pair('Devalues', 'devalue', 'leaves'),
  { label: 'Balance at the end', month: (figures, month) => balanceAt(figures, month + 1), quarter: 'last' },
  ...pair('Fees paid by the programme', 'programmeFee'),
  ...pair('Chargebacks', 'chargeback'),
]

function figuresToRows(start: CalendarDate, figures: QuarterlyFigures): Cell[][] {
  const months = [0, 1, 2]
  // 'Apr 2026'
  const heads = months.map((month) => dateToShortText(addMonths(start, month)).slice(3))
  return [
    ['', ...heads, 'Quarter'],
    ...lines.map(({ label, month, quarter }): Cell[] => {
      const cells = months.map((each) => month(figures, each))
      return [label, ...cells, quarter === 'sum' ? sumOf(cells) : (cells.at(quarter === 'first' ? 0 : -1) ?? '')]
    }),
  ]
}

/** Of counts a count, of amounts an amount. */
function sumOf(cells: readonly Cell[]): Cell {
  let [count, amountCents, isAmount] = [0, 0, false]
  for (const cell of cells) {
    if (typeof cell === 'number') count += cell
    else if (typeof cell === 'object' && 'amountCents' in cell) {
      isAmount = true
      amountCents += cell.amountCents
    }
  }
  return isAmount ? { amountCents } : count
}
