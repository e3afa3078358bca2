// Reads statements of the bank: camt.053 of ISO 20022, versions 02 to 08, and MT940 of SWIFT. A file with a document
// type is refused, so it cannot define entities. Nothing is guessed. If a value cannot be read exactly, the file counts
// as damaged.
import { SaxesParser } from 'saxes'
import {
  type BankEntry,
  type BankFileFault,
  type BankMovement,
  type BankStatement,
  MAX_BANK_TEXT,
} from '#domain/funding/bank-statements.ts'
import { type CalendarDate, textToDate } from '#domain/calendar.ts'
import { type Cents, cents } from '#domain/money.ts'

export class BankFileError extends Error {
  readonly fault: BankFileFault
  constructor(fault: BankFileFault) {
    super(fault)
    this.fault = fault
  }
}

/** Throws a BankFileError if the text is not a statement. */
export function readBankStatements(text: string): readonly BankStatement[] {
  const statements = /^\uFEFF?\s*</.test(text) ? readCamt(text) : readMt940(text)
  if (statements.length === 0) throw new BankFileError('notStatement')
  return statements
}

// camt.053

interface Node {
  readonly name: string
  readonly currency: string
  readonly children: Node[]
  text: string
}

const NAMESPACE = /^urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.0[2-8]$/
/** Deeper files are refused. Elements of camt.053 are nested about 15 deep. */
const MAX_DEPTH = 40

function readCamt(text: string): readonly BankStatement[] {
  const root = parseTree(text.replace(/^\uFEFF/, ''))
  return nodesAt(root, 'BkToCstmrStmt', 'Stmt').map(toStatement)
}

function parseTree(text: string): Node {
  const root: Node = { name: '', currency: '', children: [], text: '' }
  const openNodes: Node[] = [root]
  const parser = new SaxesParser({ xmlns: true, position: false })
  parser.on('error', () => {
    throw new BankFileError('damaged')
  })
  parser.on('doctype', () => {
    throw new BankFileError('documentType')
  })
  parser.on('opentag', ({ local, uri, attributes }) => {
    const isDocument = openNodes.length === 1
    if (isDocument && !NAMESPACE.test(uri)) {
      const isOtherVersion = uri.includes('camt.')
      throw new BankFileError(isOtherVersion ? 'version' : 'notStatement')
    }
    const node: Node = { name: local, currency: attributes['Ccy']?.value ?? '', children: [], text: '' }
    openNodes.at(-1)?.children.push(node)
    openNodes.push(node)
    if (openNodes.length > MAX_DEPTH) throw new BankFileError('damaged')
  })
  const addText = (part: string) => {
    const node = openNodes.at(-1)
    if (node) node.text += part
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => void openNodes.pop())
  parser.write(text).close()
  const [document] = root.children
  if (document?.name !== 'Document') throw new BankFileError('notStatement')
  return document
}

/** All elements at this path. */
function nodesAt(node: Node, ...path: readonly string[]): readonly Node[] {
  let nodes: readonly Node[] = [node]
  for (const name of path) nodes = nodes.flatMap(({ children }) => children.filter((child) => child.name === name))
  return nodes
}

const firstAt = (node: Node, ...path: readonly string[]): Node | undefined => nodesAt(node, ...path)[0]
/** The text of the first element at this path. '' if there is none. */
const textAt = (node: Node, ...path: readonly string[]): string => firstAt(node, ...path)?.text.trim() ?? ''

function toStatement(statement: Node): BankStatement {
  const balances = nodesAt(statement, 'Bal')
  const balanceOf = (code: string) => balances.find((each) => textAt(each, 'Tp', 'CdOrPrtry', 'Cd') === code)
  // A statement without an opening balance has the closing balance of the statement before.
  const opening = balanceOf('OPBD') ?? balanceOf('PRCD') ?? refuseAsDamaged()
  const closing = balanceOf('CLBD') ?? refuseAsDamaged()
  const currencyOfOpening = firstAt(opening, 'Amt')?.currency ?? ''
  const currency = textAt(statement, 'Acct', 'Ccy') || currencyOfOpening
  // Version 02 has the state directly in `Sts`.
  const stateOf = (entry: Node) => textAt(entry, 'Sts', 'Cd') || textAt(entry, 'Sts')
  const bookedEntries = nodesAt(statement, 'Ntry').filter((entry) => stateOf(entry) === 'BOOK')
  return {
    account: textAt(statement, 'Acct', 'Id', 'IBAN') || textAt(statement, 'Acct', 'Id', 'Othr', 'Id'),
    reference: textAt(statement, 'Id'),
    currency,
    openingCents: signedAmount(opening),
    closingCents: signedAmount(closing),
    entries: bookedEntries.map(toEntry),
    hasOtherCurrency: bookedEntries.some((entry) => firstAt(entry, 'Amt')?.currency !== currency),
  }
}

function toEntry(entry: Node): BankEntry {
  const amountCents = signedAmount(entry)
  const details = nodesAt(entry, 'NtryDtls', 'TxDtls')
  const parts = details.map((each) => toPart(each, Math.sign(amountCents))).filter((part) => part !== undefined)
  // The entry is divided into parts only if it has several, each has an amount, and the amounts add up.
  const haveAllAmounts = parts.length === details.length
  const sumOfParts = parts.reduce((sum, part) => sum + part.amountCents, 0)
  const isDivided = details.length > 1 && haveAllAmounts && sumOfParts === amountCents
  const references = [...details.flatMap(referencesOf), textAt(entry, 'AddtlNtryInf')]
  return {
    amountCents,
    bookedOn: dateAt(entry, 'BookgDt') ?? dateAt(entry, 'ValDt') ?? refuseAsDamaged(),
    bankReference: textAt(entry, 'AcctSvcrRef'),
    reference: joinTexts(references),
    parts: isDivided ? parts : [],
  }
}

/**
 * The part of an entry that these details describe. Undefined if the part has no amount.
 * @param entrySign the sign of the entry, for a part without a direction
 */
function toPart(details: Node, entrySign: number): BankMovement | undefined {
  // Version 02 has the amount deeper.
  const amount = firstAt(details, 'Amt') ?? firstAt(details, 'AmtDtls', 'TxAmt', 'Amt')
  if (!amount) return undefined
  const partSign = signs[textAt(details, 'CdtDbtInd')] ?? entrySign
  return {
    amountCents: cents(partSign * decimalToAmount(amount.text, '.')),
    reference: joinTexts(referencesOf(details)),
  }
}

const referencesOf = (details: Node): readonly string[] => [
  textAt(details, 'Refs', 'EndToEndId'),
  ...nodesAt(details, 'RmtInf', 'Ustrd').map(({ text }) => text),
  ...nodesAt(details, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref').map(({ text }) => text),
  textAt(details, 'RltdPties', 'Dbtr', 'Nm') || textAt(details, 'RltdPties', 'Dbtr', 'Pty', 'Nm'),
]

/** The signs of the directions in CdtDbtInd: a credit and a debit. */
const signs: Readonly<Partial<Record<string, number>>> = { CRDT: 1, DBIT: -1 }

/** CdtDbtInd is the direction in which the money moves, also if the entry takes an earlier entry back. */
function signedAmount(node: Node): Cents {
  const sign = signs[textAt(node, 'CdtDbtInd')] ?? refuseAsDamaged()
  return cents(sign * decimalToAmount(textAt(node, 'Amt'), '.'))
}

function dateAt(node: Node, name: string): CalendarDate | undefined {
  const text = textAt(node, name, 'Dt') || textAt(node, name, 'DtTm')
  return textToDate(text.slice(0, 10))
}

// MT940

function readMt940(text: string): readonly BankStatement[] {
  const statements: BankStatement[] = []
  let openStatement: OpenStatement | undefined
  let entries: BankEntry[] = []
  let account = ''
  let reference = ''
  for (const { tag, value } of toFields(text)) {
    switch (tag) {
      case '25':
        account = value.trim()
        break
      case '28':
      case '28C':
        reference = value.trim()
        break
      // The opening balance.
      case '60F':
      case '60M': {
        const { amountCents, currency } = toBalance(value)
        openStatement = { account, reference, currency, openingCents: amountCents }
        entries = []
        break
      }
      case '61':
        if (!openStatement) refuseAsDamaged()
        entries.push(toMt940Entry(value))
        break
      // The description of the entry above.
      case '86':
        if (openStatement) describeLast(entries, value)
        break
      // The closing balance.
      case '62F':
      case '62M': {
        const statement = openStatement ?? refuseAsDamaged()
        const { amountCents: closingCents, currency } = toBalance(value)
        statements.push({ ...statement, entries, closingCents, hasOtherCurrency: currency !== statement.currency })
        openStatement = undefined
        break
      }
    }
  }
  // The last statement has no closing balance.
  if (openStatement) refuseAsDamaged()
  return statements
}

/** A statement between its opening and its closing balance. */
interface OpenStatement {
  readonly account: string
  readonly reference: string
  readonly currency: string
  readonly openingCents: Cents
}

interface Mt940Field {
  readonly tag: string
  readonly value: string
}

/** The fields of the file. A line without a tag continues the field above it. */
function toFields(text: string): readonly Mt940Field[] {
  const fields: { tag: string; value: string }[] = []
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [, tag, value = ''] = /^:([0-9]{2}[A-Z]?):(.*)$/.exec(line) ?? []
    if (tag !== undefined) {
      fields.push({ tag, value })
      continue
    }
    // Lines such as '{4:' and '-}' begin or end a part of the message.
    const isFrame = /^(?:-|-?\}|\{[1-5]:)/.test(line)
    const lastField = fields.at(-1)
    if (lastField && !isFrame) lastField.value += `\n${line}`
  }
  return fields
}

/** 'C261124SGD1250,5': the mark (credit or debit), the date, the currency and the amount. */
function toBalance(value: string): { readonly amountCents: Cents; readonly currency: string } {
  const { mark, currency = '', amount = '' } = MT940_BALANCE.exec(value)?.groups ?? refuseAsDamaged()
  const sign = mark === 'C' ? 1 : -1
  return { amountCents: cents(sign * decimalToAmount(amount, ',')), currency }
}

const MT940_BALANCE = /^(?<mark>[CD])[0-9]{6}(?<currency>[A-Z]{3})(?<amount>[0-9]+,[0-9]*)\s*$/

const MT940_ENTRY = new RegExp(
  [
    '^(?<valueDate>[0-9]{6})',
    '(?<entryDate>[0-9]{4})?',
    '(?<mark>R?[CD])',
    '[A-Z]?', // The third letter of the currency.
    '(?<amount>[0-9]+,[0-9]*)',
    '[A-Z][A-Z0-9]{3}', // The type.
    '(?<reference>[^\\n/]*(?:/(?!/)[^\\n/]*)*)', // Ends before two slashes.
    '(?://(?<bankReference>[^\\n]*))?',
  ].join(''),
)

function toMt940Entry(value: string): BankEntry {
  const groups: Partial<Record<string, string>> = MT940_ENTRY.exec(value)?.groups ?? refuseAsDamaged()
  const { valueDate = '', entryDate, mark = '', amount = '', reference = '', bankReference = '' } = groups
  // 'C' is a credit, 'D' a debit. 'RC' takes a credit back, 'RD' takes a debit back.
  const sign = mark === 'C' || mark === 'RD' ? 1 : -1
  return {
    amountCents: cents(sign * decimalToAmount(amount, ',')),
    bookedOn: toBookingDate(valueDate, entryDate),
    bankReference: bankReference.trim(),
    reference: joinTexts([reference === 'NONREF' ? '' : reference]),
    parts: [],
  }
}

/**
 * The entry date as a calendar date. The entry date ('1231') has no year, unlike the value date ('270102'). Around New
 * Year, the years of the two dates can differ.
 */
function toBookingDate(valueDate: string, entryDate: string | undefined): CalendarDate {
  const valueYear = 2000 + Number(valueDate.slice(0, 2))
  const valueMonth = Number(valueDate.slice(2, 4))
  const monthAndDay = entryDate ?? valueDate.slice(2)
  const month = monthAndDay.slice(0, 2)
  const day = monthAndDay.slice(2)
  const monthDifference = Number(month) - valueMonth
  let year = valueYear
  if (monthDifference > 6) year -= 1
  if (monthDifference < -6) year += 1
  return textToDate(`${year}-${month}-${day}`) ?? refuseAsDamaged()
}

function describeLast(entries: BankEntry[], description: string): void {
  const last = entries.pop()
  if (last) entries.push({ ...last, reference: joinTexts([last.reference, description.replaceAll('\n', '')]) })
}

// Both

/** A decimal of any length as minor units. Only zeros may follow its second decimal, because others would be lost. */
function decimalToAmount(text: string, point: '.' | ','): number {
  const [whole = '', fraction = '', ...rest] = text.trim().split(point)
  const isWhole = /^[0-9]{1,13}$/.test(whole)
  const hasTwoDecimals = /^[0-9]{0,2}0*$/.test(fraction)
  if (!isWhole || !hasTwoDecimals || rest.length > 0) refuseAsDamaged()
  return Number(whole + fraction.slice(0, 2).padEnd(2, '0'))
}

/** The different texts, joined. Leaves out empty texts and 'NOTPROVIDED', which banks write instead of an empty text. */
function joinTexts(texts: readonly string[]): string {
  const plainTexts = texts.map((text) => text.replace(/\s+/g, ' ').trim())
  const differentTexts = new Set(plainTexts.filter((text) => text !== '' && text !== 'NOTPROVIDED'))
  return [...differentTexts].join(' · ').slice(0, MAX_BANK_TEXT)
}

function refuseAsDamaged(): never {
  throw new BankFileError('damaged')
}
