// The sample file of merchants: its columns with two example rows.
import { valueRules } from '#domain/rows/fields.ts'
import { merchantRows } from './rows.ts'

/** The file name without its extension. */
export const MERCHANT_SAMPLE_NAME = 'merchant-sign-up-template'

const { activeFields } = merchantRows(undefined)

/** Header and rows. A spreadsheet must treat every column as text. */
export const merchantSample = {
  name: 'Merchants',
  header: activeFields.map(({ label }) => label),
  rows: [
    ['012345678901234', 'Harbour Toys', 'Singapore', '5945', '702', 'SGP'],
    ['01234567', 'Corner Vet', 'Perth', '0742', '036', 'AUS'],
  ],
  widths: activeFields.map(({ value }) => valueRules[value].width),
  textColumns: activeFields.map((_, index) => index),
} as const
