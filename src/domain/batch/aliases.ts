// Alternative names of batch columns in files, in the languages of our users.
import { type IdentifierType, identifierKinds, PAN } from '#domain/cards/identifiers.ts'

const cardNames = [
  'Card',
  'Card No',
  'Card Num',
  'PAN',
  'Card PAN',
  'Kartennummer',
  'Karten-Nr',
  'Numéro de carte',
  'N° de carte',
  'Número de tarjeta',
  'Número do cartão',
  'Número de cartão',
  'Kaartnummer',
  'Nomor Kartu',
  'No Kartu',
  'Nombor Kad',
  'No Kad',
  '卡号',
  '卡號',
  '卡片号码',
]

export const identifierAliases = (type: IdentifierType, isSource: boolean): readonly string[] => [
  ...(type === PAN ? cardNames : ['Tracking', 'Tracking No', 'Tracking Num']),
  'Identifier',
  ...(isSource
    ? [identifierKinds[type].label, 'From', 'From Card', 'Source', 'Source Card', 'Source Card Number']
    : ['To Card', 'Target Card']),
]

/** The headings of earlier templates. */
export const earlierTargetAliases = ['Target Card Number', 'Target Tracking Number']
export const targetAliases = [
  ...earlierTargetAliases,
  'To',
  'To Card',
  'Target',
  'Target Card',
  'Target Card No',
  'Destination',
  'Destination Card',
  'Destination Card Number',
]

/** Used if amounts are target balances. */
export const targetBalanceAliases = ['Target', 'Balance To Reach', 'Fill Up To', 'Top Up To', 'Load To', 'New Balance']

export const amountAliases = [
  'Amt',
  'Sum',
  'Value',
  'Load',
  'Load Amt',
  'Load Amount',
  'Load Value',
  'Amount to Load',
  'Top Up',
  'Top Up Amount',
  'Transfer Amount',
  'Amount to Transfer',
  'Devalue Amount',
  'Betrag',
  'Ladebetrag',
  'Summe',
  'Montant',
  'Importe',
  'Monto',
  'Valor',
  'Bedrag',
  'Jumlah',
  'Amaun',
  'Nominal',
  'Nilai',
  '金额',
  '金額',
  '充值金额',
]
