// Signed approvals: a passkey, or a code of an authenticator app, signs exactly one batch or order with its rows,
// amounts and time. Nothing else is accepted, and the stored evidence is checked again, here also by a second
// implementation (docs/rules/batches.md, "Signature").
import { createHash, createPublicKey, verify } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleRows } from '#server/demo/sample-batch.ts'
import { verifyEvidence } from '#server/approvals/verify-evidence.ts'
import { keysToSecrets, refingerprint, textToKeys } from '#server/keys/secrets.ts'
import { createAuthenticator } from '#tests/support/authenticator.ts'
import { fingerprintOf, type Person, uploadLoads } from '#tests/support/demo-server.ts'
import { virtualSubmission } from '#tests/support/order-calls.ts'
import { programmeOn, runOnOpenDatabase } from '#tests/support/programme.ts'
import { totp } from '#tests/support/totp.ts'
import { withDemoServer } from '#tests/support/with-demo-server.ts'

const ORIGIN = 'https://portal.example'
/** 160 bits, in base32. */
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

describe('signed approvals', () => {
  const demo = withDemoServer({ settings: { signsAboveCents: -1, publicUrl: `${ORIGIN}/voyager/` } })
  const { db, people, localTimeInHours } = demo
  const secrets = () => demo.server.server.secrets
  let batchCount = 0
  const amirsPasskey = createAuthenticator(ORIGIN)
  const adasPasskey = createAuthenticator(ORIGIN)

  const addPasskey = async (person: Person, authenticator: typeof amirsPasskey) => {
    const attested = authenticator.register('challenge') as { id: string; response: { attestationObject: string } }
    // The COSE key is the end of the attested data.
    const key = Buffer.from(attested.response.attestationObject, 'base64url').subarray(-77)
    await db()
      .insertInto('passkey')
      .values({
        user_id: person.id,
        credential_id: attested.id,
        public_key: key,
        sign_count: 0,
        transports: [],
        name: 'Laptop',
        created_at: new Date(),
        last_used_at: null,
      })
      .execute()
  }
  beforeAll(async () => {
    await addPasskey(people.amir, amirsPasskey)
    await addPasskey(people.ada, adasPasskey)
  })

  const upload = () => {
    batchCount += 1
    return uploadLoads(people.olive, sampleRows(60).slice(batchCount, batchCount + 2), {
      loadReference: `Batch ${batchCount}`,
    })
  }
  const challengeFor = async (
    person: Person,
    ids: readonly string[],
    { scheduledDate, subject = 'batch' }: { scheduledDate?: string; subject?: 'batch' | 'order' } = {},
  ) => {
    const items = ids.map((id) => ({ subject, id, ...(scheduledDate !== undefined && { scheduledDate }) }))
    const { nonce, text, options } = await person.call('approvalChallenge', { items })
    return { nonce, text, challenge: (options?.['challenge'] ?? '') as string }
  }
  const approve = async (person: Person, id: string, proof?: object, scheduledDate?: string) =>
    person.call('approveBatchLoad', {
      batchLoadFileID: id,
      fingerprint: await fingerprintOf(demo.server, id),
      ...(scheduledDate !== undefined && { scheduledDate }),
      ...(proof && { proof: proof as never }),
    })
  const signedBy = (
    authenticator: typeof amirsPasskey,
    { nonce, challenge }: { nonce: string; challenge: string },
  ) => ({
    nonce,
    passkey: authenticator.sign(challenge),
  })
  const evidenceOf = (column: 'batch_id' | 'order_id', id: string) =>
    db().selectFrom('approval_evidence').selectAll().where(column, '=', Number(id)).executeTakeFirstOrThrow()
  const expectRefused = async (
    response: Promise<{ resultCode: string; resultText?: string | undefined }>,
    text: string,
  ) =>
    expect(await response).toMatchObject({
      resultCode: '-20400',
      resultText: expect.stringContaining(text) as string,
      errors: [{ path: 'proof' }],
    })

  it('the text names batch, rows, sums, time and nonce, and its SHA-256 is the challenge', async () => {
    const id = await upload()
    const scheduledDate = localTimeInHours(24)
    const { text, nonce, challenge } = await challengeFor(people.amir, [id], { scheduledDate })
    const fingerprint = await fingerprintOf(demo.server, id)
    expect(text).toMatch(
      new RegExp(
        `^approve\nbatch ${id} fingerprint=${fingerprint} rows=[0-9a-f]{64} total=[0-9.]+ fee=[0-9.]+ SGD at=${scheduledDate.slice(0, 4)}[-0-9T:.]+Z tier=0\nnonce=${nonce}$`,
      ),
    )
    expect(challenge).toBe(createHash('sha256').update(text).digest('base64url'))
  })

  it('an approval without a signature is refused, and with one it leaves evidence that anyone can verify', async () => {
    const id = await upload()
    expect((await people.amir.call('batchLoadDetails', { batchLoadFileID: id })).signWith).toBe('passkey')
    await expectRefused(approve(people.amir, id), 'needs your signature')
    const asked = await challengeFor(people.amir, [id])
    expect((await approve(people.amir, id, signedBy(amirsPasskey, asked))).resultCode).toBe('0')
    const evidence = await evidenceOf('batch_id', id)
    expect(evidence).toMatchObject({ signed_by: people.amir.id, signed_text: asked.text, tier: 0 })
    expect(isValidBySecondImplementation(evidence)).toBe(true)
    // As it is exported for an auditor.
    const [line] = await runOnOpenDatabase(programmeOn(demo.server.server), ['audit', 'evidence', '--batch', id])
    const exported = JSON.parse(line ?? '') as Record<string, string>
    const bytes = (name: string) => Buffer.from(exported[name] ?? '', 'base64url')
    expect(exported).toMatchObject({ signedBy: 'amir', tier: 0, timeStep: null })
    expect(
      isValidBySecondImplementation({
        signed_text: exported['signedText'] ?? '',
        origin: exported['origin'] ?? '',
        public_key: bytes('publicKey'),
        authenticator_data: bytes('authenticatorData'),
        client_data: bytes('clientDataJSON'),
        signature: bytes('signature'),
      }),
    ).toBe(true)
    expect(
      isValidBySecondImplementation({ ...evidence, signed_text: evidence.signed_text.replace('fee=0', 'fee=1') }),
    ).toBe(false)
    await expect(sql`UPDATE approval_evidence SET tier = 1`.execute(db())).rejects.toThrow('rows can only be added')
    await expect(sql`DELETE FROM approval_evidence`.execute(db())).rejects.toThrow('rows can only be added')
  })

  it('a signature is valid once, only for its batch, time and user, and only with user verification', async () => {
    const [id, otherId] = [await upload(), await upload()]
    const asked = await challengeFor(people.amir, [id])
    await expectRefused(approve(people.amir, otherId, signedBy(amirsPasskey, asked)), 'is not what would be approved')
    await expectRefused(
      approve(people.amir, id, signedBy(amirsPasskey, asked), localTimeInHours(24)),
      'is not what would be approved',
    )
    await expectRefused(approve(people.amir, id, signedBy(adasPasskey, asked)), 'could not be verified')
    await expectRefused(approve(people.ada, id, signedBy(adasPasskey, asked)), 'was used already or has expired')
    const unverified = { nonce: asked.nonce, passkey: amirsPasskey.sign(asked.challenge, { isUserVerified: false }) }
    await expectRefused(approve(people.amir, id, unverified), 'could not be verified')
    await expectRefused(
      approve(people.amir, id, { nonce: asked.nonce, passkey: amirsPasskey.sign('another') }),
      'could not be verified',
    )
    await expectRefused(approve(people.amir, id, { nonce: asked.nonce, code: '123456' }), 'sign with it')
    const proof = signedBy(amirsPasskey, asked)
    expect((await approve(people.amir, id, proof, undefined)).resultCode).toBe('0')
    // The same signature cannot approve the batch again after the approval was taken back, or anything else.
    await expectRefused(
      people.amir.call('retryBatchLoad', { batchLoadFileID: id, proof }),
      'was used already or has expired',
    )
  })

  it('a signature expires', async () => {
    const id = await upload()
    const proof = signedBy(amirsPasskey, await challengeFor(people.amir, [id]))
    demo.server.clock.now += 11 * 60_000
    await expectRefused(approve(people.amir, id, proof), 'was used already or has expired')
  })

  it('one signature covers several batches, in any order, and no other', async () => {
    const [first, second, third] = [await upload(), await upload(), await upload()]
    const asked = await challengeFor(people.amir, [second, first])
    expect(asked.text.split('\n').map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
      'approve',
      `batch ${first}`,
      `batch ${second}`,
      `nonce=${asked.nonce}`,
    ])
    const proof = signedBy(amirsPasskey, asked)
    expect((await approve(people.amir, second, proof)).resultCode).toBe('0')
    await expectRefused(approve(people.amir, third, proof), 'is not what would be approved')
    // Another signature over the same text is not the one that was accepted.
    await expectRefused(approve(people.amir, first, signedBy(amirsPasskey, asked)), 'was used already or has expired')
    expect((await approve(people.amir, first, proof)).resultCode).toBe('0')
  })

  it('an order is signed like a batch', async () => {
    const { virtualCardOrdersBatchLoadId: id } = await people.olive.call('submitVirtualCardOrder', virtualSubmission())
    const response = (proof?: object) =>
      people.amir.call('approveVirtualCardOrdersBatchLoad', {
        batchLoadFileID: id,
        ...(proof && { proof: proof as never }),
      })
    await expectRefused(response(), 'needs your signature')
    const asked = await challengeFor(people.amir, [id], { subject: 'order' })
    expect((await response(signedBy(amirsPasskey, asked))).resultCode).toBe('0')
    expect(isValidBySecondImplementation(await evidenceOf('order_id', id))).toBe(true)
  })

  it('another time of the run is signed again', async () => {
    const id = await upload()
    const [first, second] = [localTimeInHours(24), localTimeInHours(48)]
    const asked = await challengeFor(people.amir, [id], { scheduledDate: first })
    expect((await approve(people.amir, id, signedBy(amirsPasskey, asked), first)).resultCode).toBe('0')
    demo.server.clock.now += 60_000
    const reschedule = (proof?: object) =>
      people.amir.call('unscheduleBatchLoad', {
        batchLoadFileID: id,
        scheduledDate: second,
        ...(proof && { proof: proof as never }),
      })
    await expectRefused(reschedule(), 'needs your signature')
    const again = await challengeFor(people.amir, [id], { scheduledDate: second })
    expect((await reschedule(signedBy(amirsPasskey, again))).resultCode).toBe('0')
  })

  describe('without a passkey', () => {
    beforeAll(async () => {
      await db().deleteFrom('passkey').where('user_id', '=', people.ada.id).execute()
    })
    afterAll(() => addPasskey(people.ada, adasPasskey))

    it('a fresh code of the authenticator app signs, once; without an app the user has to set one up', async () => {
      const [id, otherId] = [await upload(), await upload()]
      const asked = await challengeFor(people.ada, [id, otherId])
      expect(asked.challenge).toBe('')
      await expectRefused(approve(people.ada, id, { nonce: asked.nonce, code: '123456' }), 'Set up a passkey')
      const { secrets } = demo.server.server
      await db()
        .updateTable('user_account')
        .set({ second_factor_secret: secrets.encrypt(SECRET), second_factor_enrolled_at: new Date() })
        .where('id', '=', people.ada.id)
        .execute()
      await expectRefused(approve(people.ada, id, { nonce: asked.nonce, code: '000000' }), 'This code is wrong')
      const code = totp(SECRET, demo.server.clock.now)
      expect((await approve(people.ada, id, { nonce: asked.nonce, code })).resultCode).toBe('0')
      expect((await approve(people.ada, otherId, { nonce: asked.nonce, code })).resultCode).toBe('0')
      const next = await upload()
      const { nonce } = await challengeFor(people.ada, [next])
      await expectRefused(approve(people.ada, next, { nonce, code }), 'This code is wrong')
      expect(await evidenceOf('batch_id', id)).toMatchObject({
        credential_id: null,
        time_step: expect.any(Number) as number,
      })
    })
  })

  it('evidence is in order after the keys were rotated, which hashes the fingerprints again', async () => {
    const id = await upload()
    const asked = await challengeFor(people.amir, [id])
    expect((await approve(people.amir, id, signedBy(amirsPasskey, asked))).resultCode).toBe('0')
    const { count } = await verifyEvidence(db(), secrets())
    const [before, after] = [textToKeys('before the rotation'), textToKeys('after the rotation')]
    const { rows } = await sql<{
      fingerprint: string
    }>`SELECT fingerprint FROM batch_file WHERE id = ${Number(id)}`.execute(db())
    const fingerprint = rows[0]?.fingerprint ?? ''
    const rotated = keysToSecrets(after, [before.index])
    expect(rotated.fingerprintsSince(fingerprint)).toContain(refingerprint(after.index, fingerprint))
    expect(rotated.fingerprintsSince(fingerprint)).toContain(fingerprint)
    expect(rotated.fingerprintsSince(fingerprint)).not.toContain(refingerprint(before.index, fingerprint))
    await db()
      .transaction()
      .execute(async (trx) => {
        await sql`SET LOCAL session_replication_role = replica`.execute(trx)
        await sql`UPDATE batch_file SET fingerprint = ${refingerprint(after.index, fingerprint)} WHERE id = ${Number(id)}`.execute(
          trx,
        )
        expect(await verifyEvidence(trx, rotated)).toEqual({ count, faults: [] })
        await sql`UPDATE batch_file SET fingerprint = ${fingerprint} WHERE id = ${Number(id)}`.execute(trx)
      })
  })

  it('the check of all evidence finds a changed cent, a changed signature and deleted evidence', async () => {
    const intact = await verifyEvidence(db(), secrets())
    expect(intact).toMatchObject({ faults: [] })
    expect(intact.count).toBeGreaterThan(5)
    const id = await upload()
    const asked = await challengeFor(people.amir, [id])
    expect((await approve(people.amir, id, signedBy(amirsPasskey, asked))).resultCode).toBe('0')
    const faultsAfter = (statement: string) =>
      db()
        .transaction()
        .execute(async (trx) => {
          await sql`SET LOCAL session_replication_role = replica`.execute(trx)
          await sql.raw(statement).execute(trx)
          const { faults } = await verifyEvidence(trx, secrets())
          await sql`ROLLBACK TO SAVEPOINT start`.execute(trx).catch(() => undefined)
          throw Object.assign(new Error('rolled back'), { faults })
        })
        .catch((error: { faults?: unknown }) => error.faults ?? error)
    const about = (problem: string) => [{ subject: 'batch', id: Number(id), problem }]
    expect(
      await faultsAfter(`UPDATE batch_row SET amount_cents = amount_cents + 1 WHERE batch_id = ${id} AND row_no = 1`),
    ).toEqual(about('content'))
    // Two changes that keep the sum.
    expect(
      await faultsAfter(
        `UPDATE batch_row SET amount_cents = amount_cents + CASE row_no WHEN 1 THEN 1 ELSE -1 END WHERE batch_id = ${id}`,
      ),
    ).toEqual(about('content'))
    expect(
      await faultsAfter(
        `UPDATE approval_evidence SET signed_text = replace(signed_text, 'at=now', 'at=never') WHERE batch_id = ${id}`,
      ),
    ).toContainEqual(about('signature')[0])
    expect(await faultsAfter(`DELETE FROM approval_evidence WHERE batch_id = ${id}`)).toEqual(about('missing'))
    expect(await verifyEvidence(db(), secrets())).toMatchObject({ faults: [] })
  })
})

describe('the setting', () => {
  const demo = withDemoServer({ settings: { signsAboveCents: 5_000 } })
  const { people } = demo

  it('an amount needs a signature only above it, fees included', async () => {
    const small = await uploadLoads(people.olive, sampleRows(3).slice(0, 1), { loadReference: 'Small' })
    const large = await uploadLoads(people.olive, sampleRows(30).slice(20, 24), { loadReference: 'Large' })
    const signWith = async (id: string) =>
      (await people.amir.call('batchLoadDetails', { batchLoadFileID: id })).signWith
    expect([await signWith(small), await signWith(large)]).toEqual([undefined, 'none'])
    const approve = async (id: string) =>
      (
        await people.amir.call('approveBatchLoad', {
          batchLoadFileID: id,
          fingerprint: await fingerprintOf(demo.server, id),
        })
      ).resultCode
    expect([await approve(small), await approve(large)]).toEqual(['0', '-20400'])
  })
})

interface Evidence {
  readonly signed_text: string
  readonly origin: string
  readonly public_key: Uint8Array | null
  readonly authenticator_data: Uint8Array | null
  readonly client_data: Uint8Array | null
  readonly signature: Uint8Array | null
}

/** Verifies the evidence with node:crypto only, as an auditor would: WebAuthn level 2, section 7.2, for an ES256 key. */
function isValidBySecondImplementation(evidence: Evidence): boolean {
  const [key, data, client, signature] = [
    evidence.public_key,
    evidence.authenticator_data,
    evidence.client_data,
    evidence.signature,
  ].map((bytes) => Buffer.from(bytes ?? []))
  if (!key || !data || !client || !signature) return false
  const hash = (content: string | Buffer) => createHash('sha256').update(content).digest()
  const { type, challenge, origin } = JSON.parse(client.toString('utf8')) as Record<string, string>
  const isAboutText = challenge === hash(evidence.signed_text).toString('base64url')
  const isForOrigin = origin === evidence.origin && data.subarray(0, 32).equals(hash(new URL(evidence.origin).hostname))
  // User present (1) and user verified (4).
  const isVerified = ((data[32] ?? 0) & 5) === 5
  // The COSE key has x after -2 (21 58 20) and y after -3 (22 58 20).
  const coordinate = (label: string) => {
    const start = key.indexOf(Buffer.from(`${label}5820`, 'hex')) + 3
    return key.subarray(start, start + 32).toString('base64url')
  }
  const jwk = { kty: 'EC', crv: 'P-256', x: coordinate('21'), y: coordinate('22') }
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' })
  const isSigned = verify('sha256', Buffer.concat([data, hash(client)]), publicKey, signature)
  return type === 'webauthn.get' && isAboutText && isForOrigin && isVerified && isSigned
}
