// `keys rotate`: after a rotation, even one with interruptions, everything that depends on a key works with the new
// keys, and the old keys decrypt nothing. A database can be opened only with its own keys.
import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CalendarDate } from '#domain/calendar.ts'
import { replaceRecoveryCodes, redeemRecoveryCode } from '#server/access/recovery-codes.ts'
import type { Db } from '#server/operations/context.ts'
import { demoCard, demoCardRow } from '#server/demo/cards.ts'
import { sampleRows } from '#server/demo/sample-batch.ts'
import { openKeys } from '#server/keys/database-keys.ts'
import { checkLedger } from '#server/ledger/check.ts'
import { enqueueMail } from '#server/mail/queue.ts'
import { pinToHash } from '#server/keys/card-secrets.ts'
import { CommandError } from '#server/programme/command.ts'
import { encryptedColumns } from '#server/programme/keys/rotate-online.ts'
import { rotateKeys, verifyRotation } from '#server/programme/keys/rotate.ts'
import { keysToSecrets, type Secrets, textToKeys } from '#server/keys/secrets.ts'
import { testSecrets, writeTestKeys } from '#tests/support/test-keys.ts'
import { type DemoServer, startDemoServer, loadUpload, startWithKeys } from '#tests/support/demo-server.ts'
import { freshDatabase } from '#tests/support/database.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portal-keys-'))
  writeTestKeys(folder)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const BEING_ROTATED = /^The keys are being rotated: stop all servers, and run npm run programme -- keys rotate/
const noProgress = { add: () => undefined, end: () => undefined }
const rotate = (db: Db, overrides: Partial<Parameters<typeof rotateKeys>[1]> = {}) =>
  rotateKeys(db, { folder, now: Date.now, progress: () => noProgress, audit: () => Promise.resolve(), ...overrides })

/** Every value that the rotation converts, decrypted, to compare before and after. */
async function contentOf(db: Db, secrets: Secrets): Promise<unknown> {
  const rows = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(db)).rows
  const cards = await rows(
    sql<{
      id: number
      pan_cipher: Buffer
      cvv_cipher: Buffer
      pan_hash: Buffer
      pan_prefix_hash: Buffer
      pin_hash: Buffer | null
    }>`SELECT * FROM card ORDER BY id`,
  )
  const lines = await rows(
    sql<{
      identifier_cipher: Buffer
      identifier_hash: Buffer
    }>`SELECT * FROM batch_row WHERE identifier_cipher IS NOT NULL ORDER BY batch_id, row_no`,
  )
  const users = await rows(sql<{ draft_key: Buffer }>`SELECT draft_key FROM user_account ORDER BY id`)
  const text = (cipher: Buffer) => (cipher.length === 0 ? 'deleted' : secrets.decryptText(cipher))
  return {
    cards: cards.map((card) => {
      const pan = text(card.pan_cipher)
      expect([card.pan_hash, card.pan_prefix_hash]).toEqual([secrets.panIndex(pan), secrets.panPrefixIndex(pan)])
      const { pin } = demoCardRow(demoCard(card.id - 1), '2026-01-01' as CalendarDate)
      expect(card.pin_hash).toEqual(pin === undefined ? null : pinToHash(secrets, card.id, pin))
      return [pan, text(card.cvv_cipher)]
    }),
    rows: lines.map((line) => {
      const identifier = text(line.identifier_cipher)
      expect(line.identifier_hash).toEqual(secrets.panIndex(identifier))
      return identifier
    }),
    draftKeys: users.map(({ draft_key }) => secrets.unwrapDraftKey(draft_key).toString('hex')),
  }
}

describe('a key rotation', () => {
  let server: DemoServer
  beforeEach(async () => {
    server = await startDemoServer()
  })
  afterEach(() => server.close())

  it('changes nothing for users except that their sessions end', async () => {
    const { db } = server.database
    const [olive, amir] = [await server.logIn('olive'), await server.logIn('amir')]
    const card = demoCard(0)
    const upload = loadUpload(sampleRows(5), {
      requestId: randomUUID(),
      fileContent: Buffer.from('a,b\n').toString('base64'),
    })
    const uploaded = await olive.call('batchLoadUpload', upload)
    expect(uploaded.resultCode).toBe('0')
    const revealedCard = await amir.call('revealCard', { voucherID: '1' })
    const [code = ''] = await replaceRecoveryCodes(db, testSecrets, olive.id)
    await db
      .updateTable('user_account')
      .set({ second_factor_secret: testSecrets.encrypt('SECRET'), second_factor_offer: testSecrets.encrypt('OFFER') })
      .where('id', '=', amir.id)
      .execute()
    const mail = {
      kind: 'activation' as const,
      to: { name: 'Pat', email: 'pat@voyager.example', username: 'pat' },
      secret: randomUUID(),
    }
    await enqueueMail(server.server, db, mail)
    await sql`UPDATE card SET cvv_cipher = '' WHERE id = 7`.execute(db)
    const before = await contentOf(db, testSecrets)

    expect(await rotate(db)).toMatchObject({ outcome: 'rotated', generation: 2 })
    expect(readdirSync(folder).sort()).toEqual(['data.2.key', 'draft.2.key', 'index.2.key', 'token.2.key'])
    const { secrets } = await openKeys(db, folder)
    expect(await contentOf(db, secrets)).toEqual(before)
    expect(await checkLedger(db)).toEqual([])
    expect((await olive.call('userInfo', {})).resultCode).toBe('-20012')

    const rotatedServer = await startWithKeys(server, secrets)
    const [oliveAgain, amirAgain] = [await rotatedServer.logIn('olive'), await rotatedServer.logIn('amir')]
    // Returns the stored response, and creates no second batch.
    expect(await oliveAgain.call('batchLoadUpload', upload)).toMatchObject({
      resultCode: '0',
      batchLoadFileID: uploaded.batchLoadFileID,
    })
    expect(await oliveAgain.call('batchLoadUpload', { ...upload, requestId: randomUUID() })).toMatchObject({
      resultText: expect.stringContaining(`The same rows were uploaded as batch ${uploaded.batchLoadFileID}`) as string,
    })
    const file = await oliveAgain.call('myBatchFile', { batchLoadFileID: uploaded.batchLoadFileID })
    expect(Buffer.from(file.base64, 'base64').toString()).toBe('a,b\n')
    expect(await amirAgain.call('revealCard', { voucherID: '1' })).toEqual(revealedCard)
    for (const searchTerm of [card.pan, card.pan.slice(0, 12)])
      expect((await amirAgain.call('cardSearch', { searchType: '1', searchTerm, showExpired: true })).resultCode).toBe(
        '0',
      )
    expect(await redeemRecoveryCode(db, secrets, olive.id, code, Date.now())).toBe(true)
    expect(await redeemRecoveryCode(db, secrets, olive.id, code, Date.now())).toBe(false)
    const { second_factor_secret: secret, second_factor_offer: offer } = await db
      .selectFrom('user_account')
      .select(['second_factor_secret', 'second_factor_offer'])
      .where('id', '=', amir.id)
      .executeTakeFirstOrThrow()
    expect([secret, offer].map((cipher) => secrets.decryptText(cipher ?? Buffer.of()))).toEqual(['SECRET', 'OFFER'])
    const { payload } = await db
      .selectFrom('job')
      .select('payload')
      .where('kind', '=', 'send-mail')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(
      JSON.parse(secrets.decryptText(Buffer.from((payload as { encrypted: string }).encrypted, 'base64'))),
    ).toEqual(mail)
    // The triggers that protect rows and decisions are enabled again.
    await expect(sql`UPDATE batch_row SET identifier_hash = 'x'`.execute(db)).rejects.toThrow(
      'cannot change after the upload',
    )
    await expect(sql`UPDATE batch_file SET fingerprint = repeat('0', 64)`.execute(db)).rejects.toThrow(
      'cannot change after the upload',
    )
    await expect(sql`UPDATE card_order SET fingerprint = repeat('0', 64)`.execute(db)).rejects.toThrow(
      'cannot change after the submission',
    )
    await rotatedServer.close()
  })

  it('continues after any interruption, and converts nothing twice', async () => {
    const { db } = server.database
    const [code = ''] = await replaceRecoveryCodes(db, testSecrets, 1)
    const before = await contentOf(db, testSecrets)
    const cut = () => {
      throw new Error('cut off')
    }
    // Each run is killed after it has converted one chunk, but not while it reads.
    const cutOff = () =>
      rotate(db, { progress: (what) => (what === 'Reading' ? noProgress : { add: cut, end: () => undefined }) })
    let cuts = 0
    for (;;) {
      const outcome = await cutOff().catch((error: Error) => error.message)
      if (outcome !== 'cut off') break
      cuts += 1
      await expect(openKeys(db, folder)).rejects.toThrow(BEING_ROTATED)
      await expect(verifyRotation(db, { folder, progress: () => noProgress })).rejects.toThrow(CommandError)
      expect(readdirSync(folder)).toContain('data.key')
    }
    expect(cuts).toBeGreaterThan(5)
    const { secrets, keys } = await openKeys(db, folder)
    expect(keys.generation).toBe(2)
    expect(await contentOf(db, secrets)).toEqual(before)

    // Killed in its last transaction, and after it, before the old keys are removed.
    await expect(rotate(db, { audit: () => Promise.reject(new Error('cut off')) })).rejects.toThrow('cut off')
    await expect(openKeys(db, folder)).rejects.toThrow(BEING_ROTATED)
    const earlierKeys = mkdtempSync(join(tmpdir(), 'portal-earlier-'))
    cpSync(folder, earlierKeys, { recursive: true })
    await rotate(db)
    cpSync(earlierKeys, folder, { recursive: true })
    rmSync(earlierKeys, { recursive: true })
    expect(readdirSync(folder)).toContain('data.2.key')
    expect(await rotate(db)).toEqual({ outcome: 'tidied', generation: 3 })
    expect(readdirSync(folder).sort()).toEqual(['data.3.key', 'draft.3.key', 'index.3.key', 'token.3.key'])
    const third = await openKeys(db, folder)
    expect(await contentOf(db, third.secrets)).toEqual(before)
    expect(await redeemRecoveryCode(db, third.secrets, 1, code, Date.now())).toBe(true)
  })

  it('changes nothing if a value cannot be decrypted, and reports this value', async () => {
    const { db } = server.database
    await sql`UPDATE card SET cvv_cipher = pan_cipher || 'x'::bytea WHERE id = 7`.execute(db)
    const sentence = /The keys cannot decrypt everything, so nothing was changed\. .*: card 7\.$/
    await expect(rotate(db)).rejects.toThrow(sentence)
    await expect(verifyRotation(db, { folder, progress: () => noProgress })).rejects.toThrow(sentence)
    const { secrets, keys } = await openKeys(db, folder)
    expect(keys.generation).toBe(1)
    expect(
      secrets.decryptText(
        (await db.selectFrom('card').select('pan_cipher').where('id', '=', 8).executeTakeFirstOrThrow()).pan_cipher,
      ),
    ).toBe(demoCard(7).pan)
    await sql`UPDATE card SET cvv_cipher = pan_cipher WHERE id = 7`.execute(db)
    // This rotation uses the keys that were created for the refused rotation.
    expect(await rotate(db)).toMatchObject({ generation: 2 })
  })
})

describe('the keys of a database', () => {
  it('are created for a database without data, which then cannot be opened with other keys', async () => {
    const { db, close } = await freshDatabase('empty')
    const path = join(folder, 'new')
    const { secrets } = await openKeys(db, path)
    const again = await openKeys(db, path)
    expect(again.secrets.decryptText(secrets.encrypt('text'))).toBe('text')
    await expect(openKeys(db, folder)).rejects.toThrow(
      `The data, index, draft keys in ${folder} (generation 1) are not what this database was written with: point SECRETS_DIR to the right keys, or restore them from the backup.`,
    )
    const none = join(folder, 'none')
    await expect(openKeys(db, none)).rejects.toThrow(
      `The key ${join(none, 'data.key')} is missing: restore it from the backup.`,
    )
    expect(readdirSync(folder)).not.toContain('none')
    // A single wrong key is reported by name. A new token key only ends the sessions.
    writeFileSync(join(path, 'index.key'), textToKeys('other').index.toString('base64'))
    await expect(openKeys(db, path)).rejects.toThrow(`The index key in ${path} (generation 1) is not what`)
    await close()
  })
})

it('permanent hashes depend on all key generations, and need the newest key', () => {
  const [one, two, three] = ['a', 'b', 'c'].map(textToKeys)
  if (!one || !two || !three) throw new Error('no keys')
  const newestSecrets = keysToSecrets(three, [one.index, two.index])
  expect(newestSecrets.oneWay('pin')).not.toEqual(keysToSecrets(two, [one.index]).oneWay('pin'))
  expect(newestSecrets.oneWay('pin')).not.toEqual(keysToSecrets(three).oneWay('pin'))
  expect(newestSecrets.oneWay('pin')).toHaveLength(16)
  expect(newestSecrets.fingerprint('rows')).toMatch(/^[0-9a-f]{64}$/)
  expect(newestSecrets.panIndex('4012888888881881')).toEqual(keysToSecrets(three).panIndex('4012888888881881'))
})

it('a rotation converts every column with encrypted or hashed values', async () => {
  const database = await freshDatabase('empty')
  const { rows } = await sql<{ column: string }>`
      SELECT table_name || '.' || column_name AS column FROM information_schema.columns
      WHERE table_schema = 'public' AND (data_type = 'bytea' OR column_name IN ('fingerprint', 'answer', 'payload'))
      ORDER BY 1`.execute(database.db)
  const rotatedColumns = [
    'batch_file.fingerprint',
    'batch_row.identifier_cipher',
    'batch_row.identifier_hash',
    'batch_row.target_cipher',
    'batch_row.target_hash',
    'batch_uploaded_file.content_cipher',
    'funding_payment_file.content_cipher',
    'report_file_part.content_cipher',
    'card.cvv_cipher',
    'card.pan_cipher',
    'card.pan_hash',
    'card.pan_prefix_hash',
    'card.pin_hash',
    'card_order.fingerprint',
    'email_code.code_hash',
    'job.payload',
    'recovery_code.code_hash',
    'request_answer.answer',
    'request_answer.link_hash',
    'request_answer.params_hash',
    'user_account.draft_key',
    'user_account.second_factor_offer',
    'user_account.second_factor_secret',
    'webhook_endpoint.previous_secret_cipher',
    'webhook_endpoint.secret_cipher',
    'wrong_password.name_key',
  ]
  // Excluded: a hash of random bits, a public key, the rotation's own state, and the chains of the audit trail and of closed months,
  // which are verified with the earlier keys.
  const otherColumns = [
    'access_link.token_hash',
    // Evidence is checked with its own public key.
    'approval_challenge.proof_hash',
    'approval_evidence.authenticator_data',
    'approval_evidence.client_data',
    'approval_evidence.public_key',
    'approval_evidence.signature',
    'audit_anchor.hash',
    'audit_anchor.mac',
    'audit_link.hash',
    'ledger_period.balances_hash',
    'ledger_period.mac',
    // Compared with the content of the event or file, which is stored beside it and has no card number.
    'feed_event.fingerprint',
    'feed_exception.fingerprint',
    'feed_file.fingerprint',
    'feed_key.key_hash',
    'key_set.data_mark',
    'key_set.draft_mark',
    'key_set.earlier_index_keys',
    'key_set.index_mark',
    'ledger_proof.trail_hash',
    'ledger_proof.trail_mac',
    'machine_user.key_hash',
    'notice_channel.token_hash',
    'passkey.public_key',
    'provider_login.browser_hash',
    'provider_login.state_hash',
    'provider_login.ticket_hash',
    'provider_logout.jti_hash',
    'webhook_attempt.answer',
    'webhook_delivery.payload',
  ]
  expect(rows.map(({ column }) => column)).toEqual([...rotatedColumns, ...otherColumns].sort())
  await database.close()
})

it('a rotation while servers run converts every column with encrypted values', async () => {
  const database = await freshDatabase('empty')
  const { rows } = await sql<{ name: string }>`
    SELECT table_name || '.' || column_name AS name FROM information_schema.columns
    WHERE table_schema = current_schema() AND data_type = 'bytea'
      AND (column_name LIKE '%cipher' OR column_name IN ('draft_key', 'second_factor_secret', 'second_factor_offer'))
    ORDER BY 1`.execute(database.db)
  const listed = encryptedColumns
    .filter(({ form }) => form === 'bytes')
    .map(({ table, column }) => `${table}.${column}`)
  expect(listed.toSorted()).toEqual(rows.map(({ name }) => name))
  await database.close()
})
