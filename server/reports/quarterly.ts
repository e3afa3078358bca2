// The file of the Mastercard quarterly report: figures for each month and for the whole quarter, for all campaigns of
// the owner with the same number (ICA) at the card network. To add a line, add it to `lines`, and its figures to
// quarterly-figures.ts.
import { m } from '#words/messages.js'
import { sql } from 'kysely'
import { type Cell, valueToCell } from '#domain/columns.ts'
import { type Zone } from '#domain/instants.ts'
import { type CalendarDate, monthToText } from '#domain/calendar.ts'
import { addMonths, instantToDate } from '#domain/dates.ts'
import type { ReportDays } from '#domain/reports/periods.ts'
import type { Db } from '#server/operations/context.ts'
import { writeXls } from '#sheets/write-xls.ts'
import type { FindFile } from './files.ts'
import { type QuarterlyFigure, readQuarterlyFigures, type QuarterlyFigures } from './quarterly-figures.ts'
import { campaignsInScope, type Scope } from '#server/operations/scope.ts'

/** The campaigns and days of a quarterly report. */
interface Quarterly {
  readonly scope: Scope
  readonly ica: string
  /** The first and the last day of the quarter. */
  readonly days: ReportDays
  readonly zone: Zone
}

/**
 * The workbook (BIFF8) of a quarter, which has the same bytes each time. Undefined if the quarter has not ended, if the
 * quarter ended before the first card was issued, or if the ICA is unknown.
 */
export const findQuarterlyFile: FindFile = async ({ db, viewer, client, now }, { ica = '', days, isHeadRequest }) => {
  if (days.end >= instantToDate(now(), client.timeZone)) return undefined
  const quarterly: Quarterly = { scope: viewer, ica, days, zone: client }
  const campaigns = await findCampaigns(db, quarterly)
  if (campaigns.length === 0) return undefined
  return {
    rows: isHeadRequest ? undefined : lines.length,
    async *write(onRows) {
      const bytes = await writeQuarterlyFile(db, quarterly, campaigns)
      onRows(lines.length)
      yield bytes
    },
  }
}

async function writeQuarterlyFile(db: Db, quarterly: Quarterly, campaigns: readonly Campaign[]) {
  const { scope, ica, days, zone } = quarterly
  const { start } = days
  const campaignIds = campaigns.map(({ id }) => id)
  const { timeZone } = zone
  const figures = await readQuarterlyFigures(db, { ownerId: scope.ownerId, campaignIds, start, timeZone })
  return writeXls({
    name: m.reports_quarterlySheetName({ ica, start: quarterToText(start) }),
    // Three months and the quarter.
    widths: [LABEL_WIDTH, FIGURE_WIDTH, FIGURE_WIDTH, FIGURE_WIDTH, FIGURE_WIDTH],
    rows: [...toHeaderRows(quarterly, campaigns), [], ...figuresToRows(start, figures)],
  })
}

/** The quarter that begins on this day: '2026 Q2' for April 1st. */
function quarterToText(start: CalendarDate): string {
  const month = Number(start.slice(5, 7))
  const quarter = (month + 2) / 3
  return `${start.slice(0, 4)} Q${quarter}`
}

// In characters.
const LABEL_WIDTH = 40
const FIGURE_WIDTH = 18

interface Campaign {
  readonly id: number
  readonly name: string
  readonly currency: string
}

/** The campaigns with this ICA. Empty if no card of these campaigns was issued by the end of the quarter. */
async function findCampaigns(db: Db, { scope, ica, days, zone }: Quarterly): Promise<Campaign[]> {
  const { rows } = await sql<Campaign & { has_cards: boolean }>`
    SELECT p.id, p.name, p.currency, EXISTS (
      SELECT FROM card c WHERE c.campaign_id = p.id
        AND c.issued_at < (${days.end}::date + 1)::timestamp AT TIME ZONE ${zone.timeZone}
    ) AS has_cards
    FROM campaign p WHERE ${campaignsInScope(scope, 'p')} AND p.ica = ${ica} ORDER BY p.name, p.id`.execute(db)
  return rows.some(({ has_cards }) => has_cards) ? rows : []
}

function toHeaderRows({ ica, days, zone }: Quarterly, campaigns: readonly Campaign[]): Cell[][] {
  return [
    [m.reports_mastercardQuarterlyReport()],
    ['ICA', ica],
    [m.common_campaigns(), campaigns.map(({ name }) => name).join(', ')],
    [m.reports_quarter(), quarterToText(days.start)],
    [m.common_firstDay(), valueToCell(days.start, 'date', zone)],
    [m.common_lastDay(), valueToCell(days.end, 'date', zone)],
    [m.reports_timeZone(), zone.timeZone],
    [m.common_currency(), [...new Set(campaigns.map(({ currency }) => currency))].join(', ')],
  ]
}

interface Line {
  readonly label: () => string
  /** `month` counts from 0. */
  readonly valueInMonth: (figures: QuarterlyFigures, month: number) => Cell
  /** How the quarter's value follows from its months. */
  readonly quarterValue: 'sum' | 'first' | 'last'
}

/** Computes the quarter's value from the values of its months. */
const monthsToQuarter: Readonly<Record<Line['quarterValue'], (cells: readonly Cell[]) => Cell>> = {
  sum: sumOf,
  first: (cells) => cells[0] ?? '',
  last: (cells) => cells.at(-1) ?? '',
}

const countLine = (label: () => string, figure: QuarterlyFigure, quarterValue: Line['quarterValue'] = 'sum'): Line => ({
  label,
  valueInMonth: ({ figureOf }, month) => figureOf(figure, month).count,
  quarterValue,
})

/** Two lines: number and amount. Amounts that leave the cards are shown as positive. */
const numberAndAmountLines = (label: () => string, figure: QuarterlyFigure, direction: 'in' | 'out' = 'in'): Line[] => [
  countLine(() => m.reports_labelNumber({ label: label() }), figure),
  {
    label: () => m.reports_labelAmount({ label: label() }),
    valueInMonth({ figureOf }, month) {
      const { cents } = figureOf(figure, month)
      // Not `-cents`, which is -0 for an amount of 0.
      return { amountCents: direction === 'out' ? 0 - cents : cents }
    },
    quarterValue: 'sum',
  },
]

/**
 * The figures that change the cards' balance. `opening` is the balance of cards that were imported during the quarter.
 */
const movements = ['load', 'purchase', 'reversal', 'fee', 'transferIn', 'transferOut', 'devalue', 'opening'] as const

/** The cards' balance at the start of a month, which counts from 0. Month 3 is the time after the quarter. */
const balanceAt = ({ openingCents, figureOf }: QuarterlyFigures, month: number): Cell => {
  let amountCents = openingCents
  for (let earlierMonth = 0; earlierMonth < month; earlierMonth++) {
    for (const figure of movements) amountCents += figureOf(figure, earlierMonth).cents
  }
  return { amountCents }
}

const balanceAtStartLine: Line = { label: m.reports_balanceAtStart, valueInMonth: balanceAt, quarterValue: 'first' }

/** This line is shown only if cards were imported during the quarter. */
const broughtForwardLine: Line = {
  label: m.reports_balancesBroughtForward,
  valueInMonth: ({ figureOf }, month) => ({ amountCents: figureOf('opening', month).cents }),
  quarterValue: 'sum',
}

const lines: readonly Line[] = [
  countLine(m.reports_cardsInCirculationAtEnd, 'inCirculation', 'last'),
  countLine(m.reports_cardsIssued, 'issued'),
  balanceAtStartLine,
  ...numberAndAmountLines(m.common_loads, 'load'),
  ...numberAndAmountLines(m.reports_purchases, 'purchase', 'out'),
  ...numberAndAmountLines(m.reports_reversals, 'reversal'),
  ...numberAndAmountLines(m.reports_feesPaidByCards, 'fee', 'out'),
  ...numberAndAmountLines(m.reports_transfersToCards, 'transferIn'),
  ...numberAndAmountLines(m.reports_transfersFromCards, 'transferOut', 'out'),
  ...numberAndAmountLines(m.reports_devalues, 'devalue', 'out'),
  {
    label: m.reports_balanceAtEnd,
    valueInMonth: (figures, month) => balanceAt(figures, month + 1),
    quarterValue: 'last',
  },
  ...numberAndAmountLines(m.reports_feesPaidByProgramme, 'programmeFee'),
  ...numberAndAmountLines(m.reports_chargebacks, 'chargeback'),
]

function figuresToRows(start: CalendarDate, figures: QuarterlyFigures): Cell[][] {
  const months = [0, 1, 2]
  const headings = months.map((month) => monthToText(addMonths(start, month).slice(0, 7)))
  return [
    ['', ...headings, m.reports_quarter()],
    ...visibleLines(figures, months).map(({ label, valueInMonth, quarterValue }): Cell[] => {
      const cells = months.map((month) => valueInMonth(figures, month))
      return [label(), ...cells, monthsToQuarter[quarterValue](cells)]
    }),
  ]
}

/** All lines, with broughtForwardLine after balanceAtStartLine if cards were imported during the quarter. */
function visibleLines({ figureOf }: QuarterlyFigures, months: readonly number[]): readonly Line[] {
  const wereCardsImported = months.some((month) => figureOf('opening', month).count !== 0)
  if (!wereCardsImported) return lines
  return lines.toSpliced(lines.indexOf(balanceAtStartLine) + 1, 0, broughtForwardLine)
}

/** The sum of cells that are all counts, or all amounts. */
function sumOf(cells: readonly Cell[]): Cell {
  let count = 0
  let amountCents: number | undefined
  for (const cell of cells) {
    if (typeof cell === 'number') count += cell
    else if (typeof cell === 'object' && 'amountCents' in cell) amountCents = (amountCents ?? 0) + cell.amountCents
  }
  return amountCents === undefined ? count : { amountCents }
}
