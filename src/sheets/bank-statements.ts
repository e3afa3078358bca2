// Reads statements of the bank: camt.053 of ISO 20022, versions 02 to 08, and MT940 of SWIFT. Document types and entities
// are refused, and nothing is guessed: a value that cannot be read exactly is damage.
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
/** camt.053 nests about 15 elements. */
const MAX_DEPTH = 40

function readCamt(text: string): readonly BankStatement[] {
  const root = parseTree(text.replace(/^\uFEFF/, ''))
  return all(root, 'BkToCstmrStmt', 'Stmt').map(toStatement)
}

function parseTree(text: string): Node {
  const root: Node = { name: '', currency: '', children: [], text: '' }
  const open: Node[] = [root]
  const parser = new SaxesParser({ xmlns: true, position: false })
  parser.on('error', () => {
    throw new BankFileError('damaged')
  })
  parser.on('doctype', () => {
    throw new BankFileError('documentType')
  })
  parser.on('opentag', ({ local, uri, attributes }) => {
    if (open.length === 1 && !NAMESPACE.test(uri))
      throw new BankFileError(uri.includes('camt.') ? 'version' : 'notStatement')
    const node: Node = { name: local, currency: attributes['Ccy']?.value ?? '', children: [], text: '' }
    open.at(-1)?.children.push(node)
    if (open.push(node) > MAX_DEPTH) throw new BankFileError('damaged')
  })
  const addText = (part: string) => {
    const node = open.at(-1)
    if (node) node.text += part
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => void open.pop())
  parser.write(text).close()
  const [document] = root.children
  if (document?.name !== 'Document') throw new BankFileError('notStatement')
  return document
}

/** All elements at this path. */
const all = (node: Node, ...path: readonly string[]): readonly Node[] =>
  path.reduce<readonly Node[]>(
    (nodes, name) => nodes.flatMap((each) => each.children.filter((child) => child.name === name)),
    [node],
  )

const first = (node: Node, ...path: readonly string[]): Node | undefined => all(node, ...path)[0]
const textAt = (node: Node, ...path: readonly string[]): string => first(node, ...path)?.text.trim() ?? ''

function toStatement(statement: Node): BankStatement {
  const balances = all(statement, 'Bal')
  const balance = (...codes: readonly string[]) => {
    const found = codes
      .map((code) => balances.find((each) => textAt(each, 'Tp', 'CdOrPrtry', 'Cd') === code))
      .find((each) => each)
    if (!found) throw new BankFileError('damaged')
    return found
  }
  const [opening, closing] = [balance('OPBD', 'PRCD'), balance('CLBD')]
  const currency = textAt(statement, 'Acct', 'Ccy') || (first(opening, 'Amt')?.currency ?? '')
  const booked = all(statement, 'Ntry').filter(
    (entry) => (textAt(entry, 'Sts', 'Cd') || textAt(entry, 'Sts')) === 'BOOK',
  )
  return {
    account: textAt(statement, 'Acct', 'Id', 'IBAN') || textAt(statement, 'Acct', 'Id', 'Othr', 'Id'),
    reference: textAt(statement, 'Id'),
    currency,
    openingCents: signedAmount(opening),
    closingCents: signedAmount(closing),
    entries: booked.map(toEntry),
    hasOtherCurrency: booked.some((entry) => first(entry, 'Amt')?.currency !== currency),
  }
}

function toEntry(entry: Node): BankEntry {
  const amountCents = signedAmount(entry)
  const details = all(entry, 'NtryDtls', 'TxDtls')
  const parts = details.flatMap((each) => toPart(each, Math.sign(amountCents)) ?? [])
  const isDivided =
    details.length > 1 &&
    parts.length === details.length &&
    parts.reduce((sum, part) => sum + part.amountCents, 0) === amountCents
  const references = [...details.flatMap(referencesOf), textAt(entry, 'AddtlNtryInf')]
  return {
    amountCents,
    bookedOn: dateAt(entry, 'BookgDt') ?? dateAt(entry, 'ValDt') ?? damaged(),
    bankReference: textAt(entry, 'AcctSvcrRef'),
    reference: joinTexts(references),
    parts: isDivided ? parts : [],
  }
}

function toPart(details: Node, sign: number): BankMovement | undefined {
  // Version 02 has the amount one level deeper.
  const amount = first(details, 'Amt') ?? first(details, 'AmtDtls', 'TxAmt', 'Amt')
  if (!amount) return undefined
  const partSign = { CRDT: 1, DBIT: -1 }[textAt(details, 'CdtDbtInd')] ?? sign
  return {
    amountCents: cents(partSign * decimalToAmount(amount.text, '.')),
    reference: joinTexts(referencesOf(details)),
  }
}

const referencesOf = (details: Node): readonly string[] => [
  textAt(details, 'Refs', 'EndToEndId'),
  ...all(details, 'RmtInf', 'Ustrd').map(({ text }) => text),
  ...all(details, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref').map(({ text }) => text),
  textAt(details, 'RltdPties', 'Dbtr', 'Nm') || textAt(details, 'RltdPties', 'Dbtr', 'Pty', 'Nm'),
]

/** The direction is that of the money, also for a reversal (CdtDbtInd). */
function signedAmount(node: Node): Cents {
  const sign = { CRDT: 1, DBIT: -1 }[textAt(node, 'CdtDbtInd')] ?? damaged()
  return cents(sign * decimalToAmount(textAt(node, 'Amt'), '.'))
}

function dateAt(node: Node, name: string): CalendarDate | undefined {
  const text = textAt(node, name, 'Dt') || textAt(node, name, 'DtTm')
  return textToDate(text.slice(0, 10))
}

// MT940

function readMt940(text: string): readonly BankStatement[] {
  const fields = toFields(text)
  const statements: BankStatement[] = []
  let current:
    | { account: string; reference: string; currency: string; openingCents: Cents; entries: BankEntry[] }
    | undefined
  let account = ''
  let reference = ''
  for (const [tag, value] of fields) {
    if (tag === '25') account = value.trim()
    else if (tag === '28C' || tag === '28') reference = value.trim()
    else if (tag === '60F' || tag === '60M') {
      const { amountCents, currency } = toBalance(value)
      current = { account, reference, currency, openingCents: amountCents, entries: [] }
    } else if (tag === '61') (current ?? damaged()).entries.push(toMt940Entry(value))
    else if (tag === '86') describeLast(current?.entries, value)
    else if (tag === '62F' || tag === '62M') {
      const closing = toBalance(value)
      const statement = current ?? damaged()
      statements.push({
        ...statement,
        closingCents: closing.amountCents,
        hasOtherCurrency: closing.currency !== statement.currency,
      })
      current = undefined
    }
  }
  if (current) damaged()
  return statements
}

/** The fields with their tags. Lines without a tag continue the field above. */
function toFields(text: string): readonly (readonly [tag: string, value: string])[] {
  const fields: [string, string][] = []
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [, tag, value = ''] = /^:([0-9]{2}[A-Z]?):(.*)$/.exec(line) ?? []
    const last = fields.at(-1)
    if (tag !== undefined) fields.push([tag, value])
    else if (last && !/^(?:-|-?\}|\{[1-5]:)/.test(line)) last[1] += `\n${line}`
  }
  return fields
}

function toBalance(value: string): { readonly amountCents: Cents; readonly currency: string } {
  const [, mark, currency = '', amount = ''] = /^([CD])[0-9]{6}([A-Z]{3})([0-9]+,[0-9]*)\s*$/.exec(value) ?? damaged()
  return { amountCents: cents((mark === 'C' ? 1 : -1) * decimalToAmount(amount, ',')), currency }
}

/** Value date, entry date, mark, third letter of the currency, amount, type, reference of the owner, of the bank. */
const MT940_ENTRY =
  /^([0-9]{6})([0-9]{4})?(R?[CD])[A-Z]?([0-9]+,[0-9]*)[A-Z][A-Z0-9]{3}([^\n/]*(?:\/(?!\/)[^\n/]*)*)(?:\/\/([^\n]*))?/

function toMt940Entry(value: string): BankEntry {
  const [, valueDate = '', entryDate, mark = '', amount = '', reference = '', bankReference = ''] =
    MT940_ENTRY.exec(value) ?? damaged()
  // 'RC' takes a credit back, 'RD' a debit.
  const sign = mark === 'C' || mark === 'RD' ? 1 : -1
  return {
    amountCents: cents(sign * decimalToAmount(amount, ',')),
    bookedOn: toBookingDate(valueDate, entryDate),
    bankReference: bankReference.trim(),
    reference: joinTexts([reference === 'NONREF' ? '' : reference]),
    parts: [],
  }
}

/** The entry date has no year: around New Year it is in another year than the value date. */
function toBookingDate(valueDate: string, entryDate: string | undefined): CalendarDate {
  const year = 2000 + Number(valueDate.slice(0, 2))
  const valueMonth = Number(valueDate.slice(2, 4))
  const monthAndDay = entryDate ?? valueDate.slice(2)
  const difference = Number(monthAndDay.slice(0, 2)) - valueMonth
  const entryYear = difference > 6 ? year - 1 : difference < -6 ? year + 1 : year
  return textToDate(`${entryYear}-${monthAndDay.slice(0, 2)}-${monthAndDay.slice(2)}`) ?? damaged()
}

function describeLast(entries: BankEntry[] | undefined, value: string): void {
  const last = entries?.pop()
  if (last) entries?.push({ ...last, reference: joinTexts([last.reference, value.replaceAll('\n', '')]) })
}

// Both

/** A decimal of any length as minor units. More than two decimals that are not zero would be lost, so they are damage. */
function decimalToAmount(text: string, point: '.' | ','): number {
  const [whole = '', fraction = '', ...rest] = text.trim().split(point)
  const isExact = /^[0-9]{1,13}$/.test(whole) && /^[0-9]{0,2}0*$/.test(fraction) && rest.length === 0
  return isExact ? Number(whole + fraction.slice(0, 2).padEnd(2, '0')) : damaged()
}

const joinTexts = (texts: readonly string[]): string =>
  [
    ...new Set(
      texts.map((text) => text.replace(/\s+/g, ' ').trim()).filter((text) => text !== '' && text !== 'NOTPROVIDED'),
    ),
  ]
    .join(' · ')
    .slice(0, MAX_BANK_TEXT)

function damaged(): never {
  throw new BankFileError('damaged')
}
