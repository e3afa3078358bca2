// Statements of the bank are read to the same numbers and sums by other readers; what cannot be read exactly, and document
// types, are refused. One of the other readers uses no XML library; the others are packages of tools/peers.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import {
  bankFileFaultToText,
  EntryKeyCreator,
  proposePayment,
  statementRefusal,
} from '#domain/funding/bank-statements.ts'
import { BankFileError, readBankStatements } from '#sheets/bank-statements.ts'
import { hasPeers, peerPath } from '#tests/support/peers.ts'

const textOf = (name: string) => readFileSync(new URL(`bank/${name}.xml`, import.meta.url), 'utf8')
const faultOf = (text: string) => {
  try {
    readBankStatements(text)
  } catch (error) {
    if (error instanceof BankFileError) return error.fault
    throw error
  }
  return undefined
}

/** Number and sum of the booked entries of each statement, by regular expressions. */
const secondReader = (text: string) =>
  [...text.matchAll(/<Stmt>.*?<\/Stmt>/gs)].map(([statement]) => {
    const booked = [...statement.matchAll(/<Ntry>.*?<\/Ntry>/gs)]
      .map(([entry]) => entry)
      .filter((entry) => /<Sts>(?:<Cd>)?BOOK</.test(entry))
    const amounts = booked.map((entry) => {
      const [, whole = '', fraction = '', mark = ''] =
        /^<Ntry>(?:<NtryRef>[^<]*<\/NtryRef>)?<Amt Ccy="[A-Z]{3}">([0-9]+)\.([0-9]{2})<\/Amt><CdtDbtInd>(CRDT|DBIT)</.exec(
          entry,
        ) ?? []
      return (mark === 'CRDT' ? 1n : -1n) * BigInt(whole + fraction)
    })
    return { entries: booked.length, sum: Number(amounts.reduce((sum, amount) => sum + amount, 0n)) }
  })

const countAndSum = (text: string) =>
  readBankStatements(text).map(({ entries }) => ({
    entries: entries.length,
    sum: entries.reduce((sum, { amountCents }) => sum + amountCents, 0),
  }))
const validFiles = ['one-day-v08', 'two-statements-v02', 'does-not-add-up-v08', 'other-currency-v08'] as const

it.each(validFiles)('reads %s to the numbers and sums of a second reader', (name) => {
  expect(countAndSum(textOf(name))).toEqual(secondReader(textOf(name)))
})

describe.skipIf(!hasPeers)('other readers (skipped without tools/peers)', () => {
  const load = createRequire(peerPath('package.json'))
  interface LintOptions {
    readonly xml: string
    readonly schema?: string
    readonly normalization?: 'format'
    readonly modifyArguments?: (args: string[]) => string[]
  }
  const lint = async (options: LintOptions) => {
    const xmllint = load('xmllint-wasm') as {
      validateXML: (options: LintOptions) => Promise<{ errors: { message: string }[]; normalized: string }>
    }
    return xmllint.validateXML(options)
  }
  const schemaOf = (name: string) =>
    readFileSync(new URL(`bank/camt.053.001.${name.slice(-2)}.xsd`, import.meta.url), 'utf8')

  it.each(validFiles)('by the schema of ISO 20022, %s is valid', async (name) => {
    const [xml, schema] = [textOf(name), schemaOf(name)]
    expect((await lint({ xml, schema })).errors).toEqual([])
    const wrong = await lint({ xml: xml.replaceAll('CRDT', 'CREDIT'), schema })
    expect(wrong.errors[0]?.message).toContain('CREDIT')
  })

  it.each(validFiles)('by XPath, %s has the same numbers and sums', async (name) => {
    const xml = textOf(name)
    const read = (xpath: string) =>
      lint({ xml, normalization: 'format', modifyArguments: (args) => ['--xpath', xpath, ...args.slice(-1)] })
    const booked = (statement: number, mark: string) =>
      `//*[local-name()='Stmt'][${statement}]/*[local-name()='Ntry'][contains(*[local-name()='Sts'],'BOOK')]` +
      `[contains('${mark}',*[local-name()='CdtDbtInd'])]`
    const amounts = (statement: number, mark: string) => `sum(${booked(statement, mark)}/*[local-name()='Amt'])`
    for (const [index, expected] of countAndSum(xml).entries()) {
      const number = index + 1
      const sum = `${amounts(number, 'CRDT')} - ${amounts(number, 'DBIT')}`
      const { normalized } = await read(`concat(count(${booked(number, 'CRDT DBIT')}),' ',round((${sum}) * 100))`)
      expect(normalized.trim()).toBe(`${expected.entries} ${expected.sum}`)
    }
  })

  it('by mt940js, an MT940 file has the same numbers, sums and balances', () => {
    const { Parser } = load('mt940js') as {
      Parser: new () => {
        parse: (
          text: string,
        ) => { openingBalance: number; closingBalance: number; transactions: { amount: number }[] }[]
      }
    }
    // It reads the block without its envelope.
    const statements = new Parser().parse(mt940.replace(/^.*\n/, '').replace(/\n-\}$/, ''))
    const toCents = (amount: number) => Math.round(amount * 100)
    expect(
      statements.map(({ openingBalance, closingBalance, transactions }) => [
        transactions.length,
        toCents(transactions.reduce((sum, { amount }) => sum + amount, 0)),
        toCents(openingBalance),
        toCents(closingBalance),
      ]),
    ).toEqual(
      readBankStatements(mt940).map(({ entries, openingCents, closingCents }) => [
        entries.length,
        entries.reduce((sum, { amountCents }) => sum + amountCents, 0),
        openingCents,
        closingCents,
      ]),
    )
  })
})

it('reads entries with their references, divides a combined one, and leaves out what is only announced', () => {
  const [statement] = readBankStatements(textOf('one-day-v08'))
  expect(statement).toMatchObject({
    account: '0012345678',
    currency: 'SGD',
    openingCents: 10_000_000,
    closingCents: 35_185_050,
  })
  expect(statement?.entries.map(({ amountCents, bankReference }) => [bankReference, amountCents])).toEqual([
    ['BK-1001', 25_000_000],
    ['BK-1002', 125_050],
    ['BK-1003', 90_000],
    ['BK-1004', -50_000],
    ['BK-1005', 20_000],
  ])
  expect(statement?.entries[2]?.parts).toMatchObject([
    { amountCents: 40_000, reference: 'VOY-2026-11-002 · branch north' },
    { amountCents: 50_000, reference: 'VOY-2026-11-003 · branch south' },
  ])
  expect(statement && statementRefusal(statement, 'SGD')).toBeUndefined()
})

it('refuses a statement that does not add up or has another currency, with a sentence', () => {
  const [wrong] = readBankStatements(textOf('does-not-add-up-v08'))
  expect(wrong && statementRefusal(wrong, 'SGD')).toMatch(/^Not imported: opening balance and entries give /)
  const [other] = readBankStatements(textOf('other-currency-v08'))
  expect(other && statementRefusal(other, 'SGD')).toBe(
    'Not imported: it is not in SGD, the currency of the funding account.',
  )
})

it.each([
  ['a document type', textOf('doctype-v08'), 'documentType'],
  ['another version', textOf('one-day-v08').replace('camt.053.001.08', 'camt.053.001.13'), 'version'],
  ['another XML file', '<a xmlns="urn:x"/>', 'notStatement'],
  ['a file that was cut off', textOf('one-day-v08').slice(0, 3_000), 'damaged'],
  ['a third decimal', textOf('one-day-v08').replace('>1250.50<', '>1250.505<'), 'damaged'],
  ['a missing closing balance', textOf('one-day-v08').replace('CLBD', 'CLAV'), 'damaged'],
  ['another text', 'Dear customer, …', 'notStatement'],
  ['an empty file', '', 'notStatement'],
] as const)('refuses %s', (_, text, fault) => {
  expect(faultOf(text)).toBe(fault)
  expect(bankFileFaultToText(fault)).toContain('Nothing was imported.')
})

it('knows an entry again in another file, and keeps two equal payments two', () => {
  const keysOf = (name: string) => {
    const keyCreator = new EntryKeyCreator()
    return readBankStatements(textOf(name)).flatMap(({ account, entries }) =>
      entries.map((entry) => keyCreator.createKey(entry, account)),
    )
  }
  const both = keysOf('two-statements-v02')
  expect(new Set(both).size).toBe(3)
  expect(keysOf('one-day-v08')[0]).toBe(both[0])
  expect(keysOf('two-statements-v02')).toEqual(both)
})

const mt940 = `{1:F01BANKSGSGAXXX0000000000}{4:
:20:STARTUMSE
:25:0012345678
:28C:00101/001
:60F:C261231SGD100000,00
:61:2612311231C250000,00NTRFVOY-2026-11-001//BK-1001
:86:Payroll
November
:61:2612310101DR500,5NCHGNONREF
:86:bank charges
:61:261231RD20,NTRFNONREF
:62F:C261231SGD349519,50
-}`

describe('MT940', () => {
  it('is read with its signs, dates around New Year and texts', () => {
    const [statement] = readBankStatements(mt940)
    expect(statement).toMatchObject({ account: '0012345678', reference: '00101/001', currency: 'SGD' })
    expect(statement?.entries).toMatchObject([
      {
        amountCents: 25_000_000,
        bookedOn: '2026-12-31',
        bankReference: 'BK-1001',
        reference: 'VOY-2026-11-001 · PayrollNovember',
      },
      { amountCents: -50_050, bookedOn: '2027-01-01', bankReference: '', reference: 'bank charges' },
      { amountCents: 2_000, bookedOn: '2026-12-31' },
    ])
    expect(statement && statementRefusal(statement, 'SGD')).toBeUndefined()
  })

  it.each([
    ['an entry that cannot be read', mt940.replace('C250000,00', 'X250000,00')],
    ['an amount with three decimals', mt940.replace('500,5N', '500,555N')],
    ['a statement without its closing balance', mt940.replace(/:62F:.*/, '')],
  ])('is refused with %s', (_, text) => expect(faultOf(text)).toBe('damaged'))
})

describe('the proposed payment of an entry', () => {
  const payments = [
    { id: 1, amountCents: 40_000, reference: 'VOY 2026/11-002' },
    { id: 2, amountCents: 40_000, reference: 'Other' },
    { id: 3, amountCents: 7_500, reference: 'Third' },
  ]
  it.each([
    [
      'of the same amount whose reference it names',
      { amountCents: 40_000, reference: 'voy-2026-11-002 · north', bankReference: '' },
      1,
    ],
    ['the only one of its amount', { amountCents: 7_500, reference: '', bankReference: 'BK-1' }, 3],
    ['none of several of its amount', { amountCents: 40_000, reference: 'north', bankReference: '' }, undefined],
    ['none of another direction', { amountCents: -7_500, reference: 'Third', bankReference: '' }, undefined],
  ])('is %s', (_, entry, id) => expect(proposePayment(entry, payments)?.id).toBe(id))
})
