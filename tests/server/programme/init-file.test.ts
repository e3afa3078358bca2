// The parser of the `init` file accepts the sample, and reports all errors of an invalid file together, each with its
// line.
import { describe, expect, it } from 'vitest'
import { voyager } from '#brand/voyager.ts'
import { permissions } from '#domain/access/permissions.ts'
import { CommandError } from '#server/programme/command.ts'
import { readProgrammeFile } from '#server/programme/init/read-plan.ts'
import { changedSample, sample } from '#tests/support/programme.ts'

const now = Date.parse('2026-03-04T05:06:07Z')
const read = (text: string) => readProgrammeFile(text, voyager, now)

function faultsOf(text: string): readonly string[] {
  try {
    read(text)
  } catch (error) {
    if (error instanceof CommandError) return error.sentences
    throw error
  }
  throw new Error('the file was accepted')
}

/** The line of the sample that contains the text. */
const lineOf = (part: string) => sample.slice(0, sample.indexOf(part)).split('\n').length

describe('the sample file of init', () => {
  it('is a valid plan without changes', () => {
    const { plan, firstAdministrator } = read(sample)
    expect(plan).toMatchObject({ ownerId: 3, ownerName: 'Voyager Travel', currency: 'SGD', symbol: 'S$' })
    expect(plan.groups.find(({ name }) => name === firstAdministrator.group)?.permissions).toEqual(permissions)
    expect(plan.campaigns.map(({ name, isVirtual, loadMaxCents }) => [name, isVirtual, loadMaxCents])).toEqual([
      ['Travel Card', false, 500_000],
      ['Virtual Card', true, 200_000],
    ])
    expect(plan.fundsReceived).toEqual([{ reference: 'Opening amount', on: '2026-01-02', amountCents: 10_000_000 }])
  })

  it('is refused for another client or time zone', () => {
    const refusal = () => readProgrammeFile(sample, { ...voyager, key: 'other', timeZone: 'Europe/Paris' }, now)
    expect(refusal).toThrow(`client: is 'voyager', but it must be 'other', the client that CLIENT names.`)
    expect(refusal).toThrow(`timeZone: is 'Asia/Singapore', but it must be 'Europe/Paris', that of Voyager.`)
  })
})

describe('an error is reported in one sentence with its line and position', () => {
  it.each([
    [
      '"currency": "SGD"',
      '"currency": "SGX"',
      `currency: 'SGX' is not an ISO 4217 currency with two decimals: write three capital letters.`,
    ],
    [
      '"currency": "SGD"',
      '"currency": "JPY"',
      `currency: 'JPY' is not an ISO 4217 currency with two decimals: write three capital letters.`,
    ],
    [
      '"currencySymbol": "S$"',
      '"currencySymbol": "$"',
      `currencySymbol: is '$', but it must be 'S$', that of Voyager.`,
    ],
    ['"owner": "Voyager Travel"', '"owner": "  "', 'owner: must not be empty.'],
    ['"owner": "Voyager Travel"', '"owner": 3', 'owner: must be a text in double quotes.'],
    ['"owner": "Voyager Travel"', '"owner": "Voya\u200bger"', 'owner: contains invisible characters: type it again.'],
    ['"owner": "Voyager Travel"', '"owner": "4012888888881881"', 'owner: contains a card number: remove it.'],
    [
      '"Checkers": ["User.settings"',
      '"Checkers": ["User.everything"',
      `groups.Checkers[1]: is "User.everything", but it must be one of ${permissions.map((one) => `'${one}'`).join(', ')}.`,
    ],
    [
      '"Checkers": ["User.settings", "CardStatement.read", "Card.approve", "Batch.approve", "Report.read"]',
      '"Checkers": []',
      'groups.Checkers: must not be empty.',
    ],
    [
      '"limitedTo": ["Travel Card"] }',
      '"limitedTo": ["Travel"] }',
      "groups.Travel readers.limitedTo[1]: there is no campaign 'Travel' in this file.",
    ],
    ['"limitedTo": ["Travel Card"] }', '"limitedTo": [] }', 'groups.Travel readers.limitedTo: must not be empty.'],
    [
      '"username": "ada"',
      '"username": "a da"',
      'firstAdministrator.username: Use letters A to Z, digits and . _ - @ + without spaces.',
    ],
    [
      '"email": "ada.lim@voyager.example"',
      '"email": "ada"',
      'firstAdministrator.email: Enter an email address like name@company.com.',
    ],
    [
      '"group": "Programme administrators"',
      '"group": "Checkers"',
      "firstAdministrator.group: the first administrator needs a group with 'User.write', so as to add others.",
    ],
    [
      '"group": "Programme administrators"',
      '"group": "Harbour people"',
      "firstAdministrator.group: there is no group 'Harbour people' in this file.",
    ],
    ['"id": 2, "name"', '"id": 1, "name"', "feeTypes[2].id: '1' occurs twice."],
    ['"name": "Stolen"', '"name": "Lost"', "stopReasons[2].name: 'Lost' occurs twice."],
    [
      '"charge": "1.50"',
      '"charge": "1.5"',
      'feeTypes[2].charge: is not an amount: write it as "1000.00", with two decimals.',
    ],
    ['"charge": "1.50"', '"charge": 1.5', 'feeTypes[2].charge: must be a text in double quotes.'],
    ['"charge": "1.50"', '"charge": "-1.50"', 'feeTypes[2].charge: must be from 0.00 to 99,999,999.99.'],
    ['"loadMin": "1.00"', '"loadMin": "6000.00"', 'campaigns[1].loadMin: is more than loadMax.'],
    [
      '"loadMax": "5000.00"',
      '"loadMax": "50000.00"',
      'campaigns[1].loadMax: is more than balanceMax, which no card can reach.',
    ],
    [
      '"cards": "virtual"',
      '"cards": "both"',
      `campaigns[2].cards: is "both", but it must be one of 'physical', 'virtual'.`,
    ],
    [
      '"pinLength": 0',
      '"pinLength": 3',
      'campaigns[1].pinLength: must be 0, if the cards have no PIN, or from 4 to 12.',
    ],
    [
      '"cardPrefix": "900001"',
      '"cardPrefix": "9000"',
      'campaigns[1].cardPrefix: must have 6 to 11 digits, or be null.',
    ],
    ['"validityMonths": 36', '"validityMonths": 500', 'campaigns[1].validityMonths: must be 240 or less.'],
    ['"validityMonths": 36', '"validityMonths": "36"', 'campaigns[1].validityMonths: must be a whole number.'],
    ['"ica": "4101"', '"ica": "ABC"', 'campaigns[1].ica: must have digits only, 11 at most.'],
    [
      '"fees": { "5": "0.00", "14": "0.50" }',
      '"fees": { "9": "0.00" }',
      'campaigns[1].fees.9: there is no fee type 9 in feeTypes.',
    ],
    ['"name": "Virtual Card"', '"name": "Travel Card"', "campaigns[2].name: 'Travel Card' occurs twice."],
    ['"on": "2026-01-02"', '"on": "2026-02-30"', 'fundsReceived[1].on: is not a date: write it as "2026-03-31".'],
    [
      '"on": "2026-01-02"',
      '"on": "2026-03-05"',
      'fundsReceived[1].on: 2026-03-05 is in the future: funds are posted once they have been received.',
    ],
    ['"amount": "100000.00"', '"amount": "0.00"', 'fundsReceived[1].amount: must be from 0.01 to 9,999,999,999.99.'],
    [
      '"cardTags": ["bookingId", "department"]',
      '"cardTags": { "a": "b" }',
      'cardTags: must be a list, in square brackets.',
    ],
  ])('%s → %s', (from, to, sentence) => {
    expect(faultsOf(changedSample([from, to]))).toContain(`Line ${lineOf(from)}, ${sentence}`)
  })

  it('a missing field is reported on the line of its object', () => {
    expect(faultsOf(changedSample(['"id": 14, "name"', '"id": 13, "name"']))).toContain(
      `Line ${lineOf('"feeTypes"')}, feeTypes: fee type 14 is missing, which the server charges for each row of a batch load.`,
    )
    expect(faultsOf(changedSample(['"needsIdentification": false,', '']))).toEqual([
      `Line ${lineOf('"campaigns"') + 1}, campaigns[1].needsIdentification: is missing.`,
    ])
    expect(faultsOf(changedSample(['"owner": "Voyager Travel",', '']))).toEqual([
      `Line ${lineOf('{')}, owner: is missing.`,
    ])
  })

  it('an unknown field is reported by its name, at the top level and nested', () => {
    const faults = faultsOf(
      changedSample(['"closed": false', '"close": false'], ['"cardTags"', '"owners": [],\n"cardTags"']),
    )
    expect(faults.map((fault) => fault.replace(/^Line \d+, /, ''))).toEqual([
      'owners: is not known here.',
      'campaigns[1].close: is not known here.',
    ])
  })
})

it('all errors are reported together, in the order of the lines', () => {
  const faults = faultsOf(
    changedSample(
      ['"SGD"', '"XX"'],
      ['"username": "ada"', '"username": ""'],
      ['"loadMax": "5000.00"', '"loadMax": ""'],
      ['"4103"', '"x"'],
      ['"100000.00"', '"1"'],
    ),
  )
  expect(faults).toHaveLength(5)
  const lines = faults.map((fault) => Number(/^Line (\d+), /.exec(fault)?.[1]))
  expect(lines).toEqual([...lines].sort((a, b) => a - b))
})

it.each(['', '[]', '3', 'null', '"text"'])('refuses %j as a programme', (text) => {
  expect(faultsOf(text)).toHaveLength(1)
})
