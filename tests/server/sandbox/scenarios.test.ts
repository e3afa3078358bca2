// The lab's scenarios in a sandbox: what the machines expect of the server is what a real server responds
// (docs/testing.md, "In a sandbox"). The work is done by the portal's own code, without a page.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { voyager } from '#brand/voyager.ts'
import { instantToSchedule } from '#domain/batch/schedule.ts'
import { approvalRefusal } from '#domain/batch/states.ts'
import { apiToBatchProgress } from '#contract/batch-progress.ts'
import { packRows } from '#domain/rows/packed-rows.ts'
import { checkRow, toValues } from '#domain/rows/row-type.ts'
import { type AnyRowType, toRowType } from '#domain/row-types.ts'
import { NO_RULES } from '#domain/approvals/rules.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/units.ts'
import type { UploadType } from '#domain/uploads.ts'
import { confirmEnrolment, enrollUser, loadUser, logIn } from '#flows/access/session-calls.ts'
import { submitRows } from '#flows/upload/calls.ts'
import { optionsToRules } from '#flows/upload/row-rules.ts'
import { createRowChecks } from '#flows/upload/verify.ts'
import type { LoginInput } from '#machines/session-steps.ts'
import type { CheckInput, StoredUpload, UploadOptions } from '#machines/upload-steps.ts'
import { type AnyRows, createRows } from '#rows/rows.ts'
import { sampleRows } from '#server/demo/sample-batch.ts'
import { sessionStore } from '#services/session/session.ts'
import { catalogue, entryOf } from '#tools/lab/catalogue/all.ts'
import { textToScenario } from '#tools/lab/catalogue/scenario-file.ts'
import { callWith, demoPassword, type TypedCall } from '#tests/support/call.ts'
import { catchMail } from '#tests/support/caught-mail.ts'
import { startTestSystem } from '#tests/support/changes.ts'
import { loadUpload } from '#tests/support/demo-server.ts'
import { cardOrder, PHYSICAL_CAMPAIGN, VIRTUAL_CAMPAIGN, virtualOrder } from '#tests/support/order-calls.ts'
import { playOnServer, type ServerPart } from '#tests/support/play-on-server.ts'
import { cardNumber } from '#tests/support/files.ts'
import { totp } from '#tests/support/totp.ts'

/** Scenarios that are not played, and what they need. */
const notPlayed: Readonly<Record<string, string>> = {
  'A first sign-in by the company’s login, with a code by e-mail': 'a company’s login',
  'The company’s login refuses, then knows a person without an account': 'a company’s login',
  'Columns are chosen for unknown headings': 'a file with unknown headings, which the portal reads alone',
  'A pending draft is checked again after a day instead of sent': 'no call',
  'A file is refused while the reference is blank': 'no call',
  'The first of three signers, with a passkey that is not used at first': 'a browser with a passkey',
  'The manager waits for the directors, then approves, and the hold begins': 'an authenticator app and a hold',
}

/** The scenario of a tester's file, if one is named. */
function ownScenario() {
  const { SCENARIO: file, MACHINE: id = '' } = process.env
  if (file === undefined) return undefined
  const entry = entryOf(id)
  if (!entry) throw new Error(`MACHINE names no machine: ${catalogue.map((each) => each.id).join(', ')}`)
  return [{ ...textToScenario(entry, readFileSync(file, 'utf8'), file), entry }]
}

/** A number of the programme's range that no card has. */
const NO_CARD = cardNumber(999_999_999)

describe('in a sandbox', () => {
  let sandbox: Awaited<ReturnType<typeof startTestSystem>>
  const realFetch = globalThis.fetch
  beforeAll(async () => {
    sandbox = await startTestSystem()
    catchFrom(sandbox.server.server)
    await sandbox.server.server.jobs.start()
  })
  afterAll(() => sandbox.server.close())
  beforeEach(() => {
    const { url } = sandbox.system
    vi.stubGlobal('fetch', (path: string, init?: RequestInit) => realFetch(new URL(path, url), init))
  })

  const { signal } = new AbortController()
  const signIn = async (username: string) => {
    const token = await sandbox.system.tokenOf(username)
    sessionStore.set({
      token,
      user: { userId: '', username, firstname: '', lastname: '', email: '' },
      permissions: {},
    })
    return callWith(sandbox.system.url, token)
  }

  const { sent, catchFrom } = catchMail()
  const codes = () => sent.flatMap((mail) => (mail.kind === 'code' ? [mail.code] : []))
  /** The code of the last mail. */
  const mailedCode = async (count: number) => {
    await expect.poll(() => codes().length).toBeGreaterThan(count)
    return codes().at(-1) ?? ''
  }
  /** Who signs in, and what is typed, for each outcome. */
  const session = (): ServerPart => {
    const users: Readonly<Record<string, string>> = {
      'code required': 'otto',
      'no code': 'otto',
      'not enrolled': 'nina',
    }
    let typed = { username: 'olive', password: demoPassword }
    let codesBefore = 0
    let [token, secret] = ['', '']
    const toChallenge = async (expected: string) => {
      if (expected === 'code wrong') return codes().at(-1) === '000000' ? '111111' : '000000'
      return expected === 'signed in' && typed.username === 'otto' ? mailedCode(codesBefore) : ''
    }
    return {
      compared: ['kind', 'code', 'isCodeUnavailable'],
      serverValues: ['enrolment', 'recoveryCodes', 'codeUnavailableReason'],
      effects: {
        logIn: async (input, expected) => {
          typed = { ...typed, username: users[expected] ?? typed.username }
          const challenge = await toChallenge(expected)
          const send = (isResend: boolean) =>
            logIn({ ...(input as LoginInput), ...typed, challenge, resend: isResend }, signal)
          if (expected === 'code sent again') sandbox.server.clock.now += HOUR_MS
          if (challenge === '') codesBefore = codes().length
          let response = await send((input as LoginInput).resend)
          // Codes were requested too often before.
          for (let count = 0; count < 20 && expected === 'no code' && !isUnavailable(response); count += 1) {
            sandbox.server.clock.now += 2 * MINUTE_MS
            await send(true)
            response = await send(false)
          }
          token = response.kind === 'responded' ? response.token : ''
          return response
        },
        loadUser: () => loadUser(token, signal),
        enrollUser: async () => {
          const response = await enrollUser(typed, signal)
          secret = response.kind === 'received' ? response.enrolment.secret : ''
          return response
        },
        confirmEnrolment: () =>
          confirmEnrolment({ ...typed, challenge: totp(secret, sandbox.server.clock.now) }, signal),
      },
    }
  }
  const isUnavailable = (response: Awaited<ReturnType<typeof logIn>>) =>
    response.kind === 'responded' && response.isCodeUnavailable

  let uploadCount = 0
  const upload = (type: UploadType) => (): ServerPart => {
    uploadCount += 1
    const requestId = randomUUID()
    const campaignId = type === 'physical' ? PHYSICAL_CAMPAIGN : VIRTUAL_CAMPAIGN
    const withCampaign = (options: UploadOptions) => ({ ...options, campaignId })
    let rows: AnyRows | undefined
    return {
      compared: [
        'kind',
        'figures.rows',
        'figures.valid',
        'figures.toFix',
        'figures.unchecked',
        'verification.earlier.length',
      ],
      serverValues: ['uploadId', 'intent'],
      effects: {
        verifyRows: async (input, expected) => {
          await signIn('olive')
          const { options, ...check } = input as CheckInput
          rows = rowsOf(type, withCampaign(options), expected === 'rows to fix')
          return createRowChecks()({
            ...check,
            options: withCampaign(options),
            rows,
            fileName: 'march.csv',
            signal,
            onProgress: () => undefined,
          })
        },
        submitRows: (input) => {
          const stored = input as StoredUpload
          if (!rows || !stored.intent) throw new Error('rows are checked before they are sent')
          const intent = { ...stored.intent, requestId }
          return submitRows(rows, { ...stored, options: withCampaign(stored.options), intent }, undefined, signal)
        },
      },
    }
  }
  /** Two rows that are in no other upload. */
  const rowsOf = (type: UploadType, options: UploadOptions, hasError: boolean): AnyRows => {
    const rowType: AnyRowType = toRowType(optionsToRules(type, options))
    const order = type === 'physical' ? cardOrder() : virtualOrder()
    const loads = sampleRows(40).slice(uploadCount * 2, uploadCount * 2 + 2)
    const checkedRows = [0, 1].map((index) => {
      const customerReference = `upload ${uploadCount} row ${index + 1}`
      const loadAmount = hasError && index === 1 ? '999999.00' : '50.00'
      const values: Readonly<Record<string, string | number>> =
        type === 'load'
          ? { ...loads[index], ...(hasError && index === 1 && { identifier: NO_CARD }) }
          : { ...order, customerReference, loadAmount, cardOrderFee: '5.00' }
      const texts = rowType.fields.map(({ name }) => String(values[name] ?? ''))
      return checkRow(rowType, { rowNumber: index + 1, values: toValues(rowType, texts), fieldCount: texts.length })
    })
    return createRows(
      packRows(rowType, checkedRows, (text) => new TextEncoder().encode(text)),
      rowType,
    )
  }

  const userIds = new Map<string, number>()
  const confirmRules = async (rules: object) => {
    const { db } = sandbox.system.server
    const at = new Date((sandbox.server.clock.now += 1))
    await sql`
      INSERT INTO approval_rules (owner_id, rules, proposed_at, confirmed_at)
      VALUES (3, ${JSON.stringify(rules)}, ${at}, ${at})`.execute(db)
  }
  /** Adds a group with these users, who can approve. Returns its id. */
  const addGroup = async (group: string, usernames: readonly string[]) => {
    const { db } = sandbox.system.server
    const { rows } = await sql<{ id: number }>`
      INSERT INTO user_group (owner_id, name, permissions)
      VALUES (3, ${group}, '{User.settings,Batch.approve,Card.approve}') RETURNING id`.execute(db)
    for (const username of usernames) {
      const { id } = await sandbox.server.addUser({ username })
      await sql`UPDATE user_account SET group_id = ${rows[0]?.id} WHERE id = ${id}`.execute(db)
      userIds.set(username, id)
    }
    return Number(rows[0]?.id)
  }
  /** Two of Directors, then one of Managers; vera is the deputy of the director dora. */
  const toTiers = async () => {
    const tier = { subject: 'load', measure: 'rows', above: 0, campaignIds: [] }
    const tiers = [
      { ...tier, signers: 2, groupId: await addGroup('Directors', ['dora', 'dan']) },
      { ...tier, signers: 1, groupId: await addGroup('Managers', ['max']) },
    ]
    await addGroup('Deputies', ['vera'])
    const deputy = {
      userId: userIds.get('dora'),
      deputyId: userIds.get('vera'),
      from: '2000-01-01T00:00:00.000Z',
      until: '2100-01-01T00:00:00.000Z',
      reason: 'In hospital',
    }
    return { tiers, inOrder: ['load'], limits: [], deputies: [deputy] }
  }

  const approval = (): ServerPart => {
    let batchId = ''
    let call: TypedCall
    let tiers: object | undefined
    const newBatch = async () => {
      uploadCount += 1
      const olive = await signIn('olive')
      const rows = sampleRows(40).slice(uploadCount * 2, uploadCount * 2 + 2)
      batchId = (await olive('batchLoadUpload', loadUpload(rows))).batchLoadFileID
    }
    const details = (who: TypedCall) => who('batchLoadDetails', { batchLoadFileID: batchId })
    const sign = async (who: TypedCall, scheduledDate?: string) => {
      const { batchLoad } = await details(who)
      return who('approveBatchLoad', { batchLoadFileID: batchId, fingerprint: batchLoad.FINGERPRINT, scheduledDate })
    }
    const signedBy: Readonly<Record<string, string>> = {
      'deputy of a director': 'dan',
      'deputy, after the director has signed': 'dora',
    }
    return {
      compared: ['kind'],
      events: {
        'item.loaded': async (sample) => {
          const signer = signedBy[sample]
          await confirmRules(signer === undefined ? NO_RULES : (tiers ??= await toTiers()))
          await newBatch()
          if (signer !== undefined) expect(await sign(await signIn(signer))).toMatchObject({ resultCode: '0' })
          call = await signIn(signer === undefined ? 'amir' : 'vera')
          const { batchLoad, signWith, holdMinutes = 0 } = await details(call)
          const { signed = 0, needed = 1 } = batchLoad.APPROVAL ?? {}
          const canDecide = approvalRefusal(apiToBatchProgress(batchLoad), '') === undefined
          return { item: { canDecide, signed, needed, signWith, holdMinutes } }
        },
      },
      effects: {
        send: async (_input, _expected, { result }) => {
          const inAnHour = instantToSchedule(new Date(sandbox.server.clock.now + HOUR_MS).toISOString(), voyager)
          const { resultCode } = await sign(call, result === 'scheduled' ? inAnHour : undefined)
          return { kind: resultCode === '0' ? 'done' : 'refused' }
        },
      },
    }
  }

  const parts: Readonly<Record<string, () => ServerPart>> = {
    session,
    batch: upload('load'),
    order: upload('physical'),
    virtualOrder: upload('virtual'),
    approval,
  }
  const supplied = catalogue.flatMap((entry) =>
    entry.id in parts ? entry.scenarios.map((scenario) => ({ ...scenario, entry })) : [],
  )
  const scenarios = ownScenario() ?? supplied

  it.each(scenarios.filter(({ name }) => !(name in notPlayed)))(
    'the server responds as the scenario expects: $name',
    async ({ entry, ...scenario }) => {
      const part = parts[entry.id]
      expect(part && (await playOnServer(entry, scenario, part()))).toEqual([])
    },
  )

  it('a difference is named with its step', async () => {
    const entry = entryOf('batch')
    if (!entry) throw new Error('there is a batch')
    const part = upload('load')()
    const steps = [
      { send: 'files.dropped', sample: 'one' },
      { end: 'readFile', as: 'read' },
      { send: 'check' },
      { end: 'verifyRows', as: 'passed' },
    ]
    // The file has a row whose card does not exist.
    const verifyRows = (input: unknown) => part.effects['verifyRows']?.(input, 'rows to fix', {}) ?? Promise.reject()
    const differences = await playOnServer(entry, { name: 'x', steps }, { ...part, effects: { verifyRows } })
    expect(differences).toEqual([
      `step 4: verifyRows ends: passed: the server's response is ${figures(1, 1)}, not ${figures(2, 0)}`,
    ])
  })
  const figures = (valid: number, toFix: number) =>
    `{"kind":"verified","figures.rows":2,"figures.valid":${valid},"figures.toFix":${toFix},"figures.unchecked":0,"verification.earlier.length":0}`

  it('every other scenario has a reason', () => {
    expect(Object.keys(notPlayed).filter((name) => !supplied.some((scenario) => scenario.name === name))).toEqual([])
  })
})
