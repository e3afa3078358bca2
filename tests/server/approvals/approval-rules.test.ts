// Approval rules through the API and against raw SQL: nothing is posted without the signatures that its terms require
// (docs/rules/approvals.md).
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ApprovalRules, Deputy, TierRule } from '#domain/approvals/rules.ts'
import type { WebhookEvent } from '#domain/webhooks.ts'
import { sampleRows } from '#server/demo/sample-batch.ts'
import { checkLedger } from '#server/ledger/check.ts'
import {
  cardOrder,
  approveOrder,
  jobsOf,
  orderPhysical,
  orderVirtual,
  rejectOrder,
} from '#tests/support/order-calls.ts'
import { approve, type Person, uploadLoads } from '#tests/support/demo-server.ts'
import { catchMail, mailToText } from '#tests/support/caught-mail.ts'
import { withDemoServer } from '#tests/support/with-demo-server.ts'

describe('approval rules', () => {
  const demo = withDemoServer({ provesLedger: true, maxConnections: 4 })
  const { db, people } = demo
  const groups: Record<string, number> = {}
  const signers: Record<string, Person> = {}

  const addSigner = async (username: string, group: string) => {
    const user = await demo.server.addUser({
      username,
      permissions: ['User.settings', 'Batch.approve', 'Card.approve'],
    })
    const { rows } = await sql<{ id: number }>`
      INSERT INTO user_group (owner_id, name, permissions) VALUES (3, ${group}, '{User.settings,Batch.approve,Card.approve}')
      ON CONFLICT (owner_id, name) DO UPDATE SET name = EXCLUDED.name RETURNING id`.execute(db())
    const groupId = Number(rows[0]?.id)
    await sql`UPDATE user_account SET group_id = ${groupId} WHERE id = ${user.id}`.execute(db())
    groups[group] = groupId
    signers[username] = await demo.server.logIn(username)
  }
  const { catchFrom, mailsOf, notified } = catchMail()
  beforeAll(async () => {
    catchFrom(demo.server.server)
    for (const name of ['mia', 'max']) await addSigner(name, 'Managers')
    for (const name of ['dora', 'dan', 'dee']) await addSigner(name, 'Directors')
  })

  const person = (name: string): Person => {
    const found = signers[name] ?? people[name as 'amir']
    if (!found) throw new Error(`There is no ${name}`)
    return found
  }
  const tier = (overrides: Partial<TierRule> & { readonly group?: string | null } = {}): TierRule => {
    const { group = 'Directors', ...others } = overrides
    const groupId = group === null ? null : Number(groups[group])
    return { subject: 'load', measure: 'rows', above: 0, campaignIds: [], signers: 2, groupId, ...others }
  }
  const setRules = (rules: Partial<ApprovalRules>) => {
    // Each set is confirmed after what was signed before.
    demo.server.clock.now += 1
    const at = new Date(demo.server.clock.now)
    return sql`
    INSERT INTO approval_rules (owner_id, rules, proposed_at, confirmed_at)
    VALUES (3, ${JSON.stringify({ tiers: [], inOrder: [], limits: [], ...rules })}, ${at}, ${at})`.execute(db())
  }
  const deputy = (user: string, by: string, times: Partial<Deputy> = {}): Deputy => ({
    userId: person(user).id,
    deputyId: person(by).id,
    from: '2000-01-01T00:00:00.000Z',
    until: '2100-01-01T00:00:00.000Z',
    reason: 'In hospital',
    ...times,
  })

  /** Runs due postings and issues, and catches e-mails. */
  const runJobs = async () => {
    const { jobs } = demo.server.server
    const due = () =>
      sql`SELECT kind FROM job WHERE run_at <= ${new Date(demo.server.clock.now)}
        AND kind IN ('process-batch', 'issue-order', 'finalise-order', 'batch-mail', 'order-mail', 'watch-batch', 'send-mail')`.execute(
        db(),
      )
    await jobs.start()
    await expect.poll(async () => (await due()).rows).toEqual([])
    await jobs.stop()
  }

  /** Lets a batch wait longer, as far as its reminders are concerned. */
  const age = async (id: string, minutes: number) => {
    await sql`
      UPDATE job SET run_at = run_at - ${minutes} * interval '1 minute',
        payload = payload || jsonb_build_object('since', (payload ->> 'since')::bigint - ${minutes} * 60000)
      WHERE kind = 'watch-batch' AND payload ->> 'id' = ${id}`.execute(db())
    await runJobs()
  }

  let batchCount = 0
  const upload = (by: Person = people.olive) => {
    batchCount += 1
    return uploadLoads(by, sampleRows(120).slice(batchCount, batchCount + 2), { loadReference: `Batch ${batchCount}` })
  }
  const sign = (name: string, id: string, scheduledDate?: string) =>
    approve(demo.server, person(name), id, scheduledDate)
  const stateOf = async (id: string) => {
    const { rows } = await sql<{ approved: boolean; processed: boolean; signers: string[] }>`
      SELECT approved_at IS NOT NULL AS approved, processed_at IS NOT NULL AS processed, ARRAY(
        SELECT u.username FROM approval_signature s JOIN user_account u ON u.id = s.signed_by
        WHERE s.batch_id = f.id AND s.withdrawn_at IS NULL ORDER BY s.id
      ) AS signers FROM batch_file f WHERE id = ${id}`.execute(db())
    return rows[0]
  }
  const addEndpoint = (events: readonly WebhookEvent[]) =>
    sql`
    INSERT INTO webhook_endpoint (owner_id, url, events, secret_cipher, created_by, created_at, confirmed_at)
    VALUES (3, 'https://hooks.example.org/', ${events}, '\\x00', ${people.ada.id}, now(), now())`.execute(db())
  const webhooksOf = async (key: 'batchId' | 'orderId', id: string) => {
    const { rows } = await sql<{ type: string }>`
      SELECT type FROM webhook_delivery WHERE payload::json -> 'data' ->> ${key} = ${id} ORDER BY id`.execute(db())
    return rows.map(({ type }) => type)
  }
  const listed = async (name: string, id: string) =>
    (await person(name).call('batchLoads', { filter: 1 })).batchLoads.find((batch) => batch.BATCHLOADFILEID === id)

  it('change nothing without rules: one approval, and its signature is kept', async () => {
    const id = await upload()
    expect(await listed('amir', id)).not.toHaveProperty('APPROVAL')
    expect(await sign('amir', id)).toMatchObject({ resultCode: '0', resultText: 'Batch load scheduled for processing' })
    await runJobs()
    expect(await stateOf(id)).toEqual({ approved: true, processed: true, signers: ['amir'] })
  })

  it('keep a batch waiting until two of a group have signed, and announce each signature to programs', async () => {
    await setRules({ tiers: [tier()] })
    await addEndpoint(['batch.awaiting_second_approval', 'batch.approved'])
    const id = await upload()
    const announced = () => webhooksOf('batchId', id)
    expect((await listed('amir', id))?.APPROVAL).toEqual({
      needs: ['Two of Directors, because it has more than 0 rows'],
      needed: 2,
      signed: 0,
      signatures: [],
      refusals: {
        sign: 'Only these can decide: Two of Directors',
        reject: 'Only these can decide: Two of Directors',
        rerun: 'Only these can decide: Two of Directors',
      },
    })
    expect((await sign('amir', id)).resultCode).toBe('-20409')
    expect((await people.amir.call('rejectBatchLoad', { batchLoadFileID: id })).resultCode).toBe('-20409')
    expect(await sign('dora', id, demo.localTimeInHours(5))).toMatchObject({
      resultCode: '-20400',
      resultText: 'Others still have to sign. The last of them chooses the time',
    })
    expect(await sign('dora', id)).toMatchObject({ resultCode: '0', resultText: 'Signed by 1 of 2' })
    expect(await sign('dora', id)).toMatchObject({ resultCode: '-20409', resultText: 'You have signed this already' })
    await runJobs()
    expect(await stateOf(id)).toEqual({ approved: false, processed: false, signers: ['dora'] })
    expect(await announced()).toEqual(['batch.awaiting_second_approval'])
    const own = await people.olive.call('myBatch', { batchLoadFileID: id })
    expect(own.batchLoad.APPROVAL).toMatchObject({ needed: 2, signed: 1, signatures: [{ by: 'First Last' }] })
    expect(await sign('dan', id)).toMatchObject({ resultText: 'Batch load scheduled for processing' })
    await runJobs()
    expect(await announced()).toEqual(['batch.awaiting_second_approval', 'batch.approved'])
    expect(await stateOf(id)).toEqual({ approved: true, processed: true, signers: ['dora', 'dan'] })
  })

  it('of two last signatures at the same time, one is the last', async () => {
    await setRules({ tiers: [tier()] })
    const id = await upload()
    await sign('dora', id)
    const responses = await Promise.all([sign('dan', id), sign('dee', id)])
    expect(responses.map(({ resultCode }) => resultCode).toSorted()).toEqual(['-20409', '0'])
    expect((await stateOf(id))?.signers).toHaveLength(2)
    await runJobs()
  })

  it('are copied at the submission: later rules do not change what waits', async () => {
    await setRules({ tiers: [tier()] })
    const strict = await upload()
    await setRules({})
    const free = await upload()
    expect((await sign('amir', strict)).resultCode).toBe('-20409')
    expect((await sign('amir', free)).resultCode).toBe('0')
    await expect(sql`UPDATE batch_file SET approval_terms = NULL WHERE id = ${strict}`.execute(db())).rejects.toThrow(
      'cannot change after the upload',
    )
    await runJobs()
  })

  it('let any one of the signers end it', async () => {
    await setRules({ tiers: [tier()] })
    const id = await upload()
    await sign('dora', id)
    expect((await person('dee').call('rejectBatchLoad', { batchLoadFileID: id })).resultCode).toBe('0')
    expect((await sign('dan', id)).resultText).toBe('This batch has already been rejected')
  })

  it('are signed in order, and again after the approval was taken back', async () => {
    await setRules({ tiers: [tier({ group: 'Managers', signers: 1 }), tier({ signers: 1 })], inOrder: ['load'] })
    const id = await upload()
    expect((await sign('dora', id)).resultText).toBe('One of Managers must sign first')
    expect((await sign('mia', id)).resultText).toBe('Signed by 1 of 2')
    expect((await sign('dora', id, demo.localTimeInHours(5))).resultCode).toBe('0')
    // Another time is a decision of one who could have signed.
    const reschedule = (name: string, hours?: number) =>
      person(name).call('unscheduleBatchLoad', {
        batchLoadFileID: id,
        ...(hours !== undefined && { scheduledDate: demo.localTimeInHours(hours) }),
      })
    expect((await reschedule('amir', 6)).resultCode).toBe('-20409')
    expect((await reschedule('dan', 6)).resultCode).toBe('0')
    expect((await stateOf(id))?.signers).toEqual(['mia', 'dora', 'dan'])
    expect((await reschedule('max')).resultCode).toBe('0')
    expect(await stateOf(id)).toEqual({ approved: false, processed: false, signers: [] })
    expect((await sign('dora', id)).resultText).toBe('One of Managers must sign first')
  })

  it('let only signers process it now', async () => {
    await setRules({ tiers: [tier({ signers: 1 })] })
    const id = await upload()
    await sign('dora', id, demo.localTimeInHours(5))
    const processNow = (name: string) => person(name).call('retryBatchLoad', { batchLoadFileID: id })
    expect((await processNow('amir')).resultCode).toBe('-20409')
    expect((await processNow('dan')).resultCode).toBe('0')
    await runJobs()
    expect(await stateOf(id)).toEqual({ approved: true, processed: true, signers: ['dora', 'dan'] })
  })

  it('limit what a user can sign, and keep out who recorded the funds', async () => {
    await setRules({ limits: [{ userId: person('dora').id, cents: 1 }] })
    const id = await upload()
    expect((await sign('dora', id)).resultText).toContain('above the limit that you can sign')
    await setRules({ tiers: [tier({ group: null, signers: 1 })] })
    const funded = await upload()
    await sql`
      INSERT INTO funding_payment (owner_id, currency, kind, amount_cents, value_date, reference, recorded_by, recorded_at)
      VALUES (3, 'SGD', 'payment', 100, '2026-01-01', 'Test', ${person('mia').id}, ${new Date(demo.server.clock.now)})`.execute(
      db(),
    )
    expect((await sign('mia', funded)).resultText).toContain('You recorded money of the funding account')
    expect((await sign('max', funded)).resultCode).toBe('0')
    await sql`UPDATE funding_payment SET decided_by = ${person('max').id}, decided_at = now() WHERE recorded_by = ${person('mia').id}`.execute(
      db(),
    )
    await runJobs()
  })

  it('let a deputy sign for an absent approver, once, and never for the maker', async () => {
    await setRules({
      tiers: [tier()],
      deputies: [deputy('dora', 'amir'), deputy('dan', 'dora'), deputy('olive', 'ada'), deputy('dora', 'ada')],
    })
    const id = await upload()
    await runJobs()
    expect(notified(id)).toContain('batchWaiting amir')
    expect(mailToText(mailsOf(id).find(({ to }) => to.username === 'amir'))).toContain('You can sign it for First Last')
    expect((await listed('amir', id))?.APPROVAL).toMatchObject({ signsFor: 'First Last', refusals: {} })
    expect((await listed('dora', id))?.APPROVAL).not.toHaveProperty('signsFor')
    expect((await sign('amir', id)).resultText).toBe('Signed by 1 of 2')
    // The one signature of dora is there: neither she nor another of her deputies adds it again.
    expect((await sign('ada', id)).resultText).toContain('The signature that you could give is there already')
    expect((await listed('ada', id))?.APPROVAL?.signatures).toMatchObject([
      { by: 'Amir Rahman', onBehalfOf: 'First Last' },
    ])
    // As a deputy she signs for dan.
    expect((await sign('dora', id)).resultText).toBe('Batch load scheduled for processing')
    await runJobs()
    expect(await stateOf(id)).toEqual({ approved: true, processed: true, signers: ['amir', 'dora'] })
    expect(mailToText(mailsOf(id).find(({ kind }) => kind === 'batchDecided'))).toContain('First Last for First Last')
    const { rows } = await sql<{ changes: object }>`
      SELECT changes FROM audit_event WHERE subject_type = 'batch' AND subject_id = ${id} AND changes @> '[{"field": "signedFor"}]'
      ORDER BY id`.execute(db())
    expect(rows[0]?.changes).toContainEqual({ field: 'signedFor', after: 'First Last' })
  })

  it('end a deputy with the time, and with an approver who has gone or was changed', async () => {
    const { rows: olives } = await sql<{ group_id: number }>`
      SELECT group_id FROM user_account WHERE id = ${people.olive.id}`.execute(db())
    const groupOfOlive = olives[0]?.group_id
    const over = { until: '2001-01-01T00:00:00.000Z' }
    await setRules({ tiers: [tier()], deputies: [deputy('dora', 'amir', over), deputy('dan', 'ada')] })
    const id = await upload()
    expect((await sign('amir', id)).resultText).toContain('Only these can decide')
    await sql`UPDATE user_account SET deleted_at = now() WHERE id = ${person('dan').id}`.execute(db())
    expect((await sign('ada', id)).resultText).toContain('Only these can decide')
    await sql`UPDATE user_account SET deleted_at = NULL WHERE id = ${person('dan').id}`.execute(db())
    // The database refuses it too.
    const signBySql = (by: string, user: string) =>
      sql`INSERT INTO approval_signature (batch_id, signed_by, on_behalf_of, tier, signed_at)
        VALUES (${id}, ${person(by).id}, ${person(user).id}, 0, now())`.execute(db())
    await expect(signBySql('amir', 'dora')).rejects.toThrow('the signer is not a deputy')
    await signBySql('ada', 'dan')
    await setRules({ tiers: [tier()], deputies: [deputy('olive', 'amir')] })
    await expect(signBySql('amir', 'olive')).rejects.toThrow('a maker cannot sign')
    await sql`UPDATE user_account SET group_id = ${groups.Directors} WHERE id = ${people.olive.id}`.execute(db())
    expect((await sign('amir', id)).resultText).toContain('Only these can decide')
    await sql`UPDATE user_account SET group_id = ${groupOfOlive} WHERE id = ${people.olive.id}`.execute(db())
    await expect(
      sql`INSERT INTO approval_signature (batch_id, signed_by, tier, signed_at)
        VALUES (${id}, ${person('dan').id}, 0, now())`.execute(db()),
    ).rejects.toThrow('approval_signature_batch_owner')
  })

  it('report once that no one can sign, until there is a deputy', async () => {
    await setRules({ tiers: [tier({ signers: 1 })] })
    const { rows } = await sql<{ id: number }>`
      UPDATE user_account SET locked_at = now() WHERE group_id = ${groups.Directors} AND locked_at IS NULL RETURNING id`.execute(
      db(),
    )
    const id = await upload()
    await age(id, 20)
    await age(id, 20)
    const blockedMails = () => notified(id).filter((mail) => mail.startsWith('batchBlocked'))
    expect(blockedMails().toSorted()).toEqual(['batchBlocked ada', 'batchBlocked olive'])
    expect((await listed('amir', id))?.APPROVAL?.isBlocked).toBe(true)
    const blockedOf = async (by: Person) => (await by.call('overview', {})).blocked
    // Those of earlier tests wait for the same users.
    const blockedBatches = async (by: Person) => (await blockedOf(by))?.batches ?? 0
    const [ofAda, ofOlive] = [await blockedBatches(people.ada), await blockedBatches(people.olive)]
    expect([ofAda > 0, ofOlive > 0]).toEqual([true, true])
    await setRules({ tiers: [tier({ signers: 1 })], deputies: [deputy('dora', 'amir')] })
    expect(await blockedOf(people.ada)).toBeUndefined()
    expect((await listed('amir', id))?.APPROVAL).not.toHaveProperty('isBlocked')
    expect((await sign('amir', id)).resultCode).toBe('0')
    await sql`UPDATE user_account SET locked_at = NULL WHERE id = ANY (${rows.map((user) => user.id)})`.execute(db())
    await age(id, 20)
    expect(blockedMails()).toHaveLength(2)
  })

  it('remind those who have to sign, and then also the group above', async () => {
    const reminder = { afterHours: 1, escalateTo: Number(groups.Managers) }
    await setRules({ tiers: [tier({ signers: 1 })], reminder })
    const id = await upload()
    const mailsAfterMinutes = async (minutes: number) => {
      const before = mailsOf(id).length
      await age(id, minutes)
      return mailsOf(id)
        .slice(before)
        .map((mail) => `${mail.kind === 'batchWaiting' ? (mail.occasion ?? 'first') : mail.kind} ${mail.to.username}`)
        .toSorted()
    }
    const directors = (occasion: string) => ['dan', 'dee', 'dora'].map((name) => `${occasion} ${name}`)
    expect(await mailsAfterMinutes(0)).toEqual(directors('first'))
    expect(await mailsAfterMinutes(20)).toEqual([])
    expect(await mailsAfterMinutes(41)).toEqual(directors('reminder'))
    expect(await mailsAfterMinutes(20)).toEqual([])
    expect(await mailsAfterMinutes(60)).toEqual(['escalation max', 'escalation mia', ...directors('reminder')])
    expect(await mailsAfterMinutes(60)).toEqual([])
    expect((await person('dora').call('rejectBatchLoad', { batchLoadFileID: id })).resultCode).toBe('0')
  })

  it('count only what waits for the user', async () => {
    await setRules({ tiers: [tier({ signers: 1 })] })
    const waiting = async (name: string) => {
      const { batchesToApprove } = await person(name).call('overview', {})
      return batchesToApprove?.count ?? 0
    }
    const before = { dee: await waiting('dee'), amir: await waiting('amir') }
    await upload()
    expect({ dee: await waiting('dee'), amir: await waiting('amir') }).toEqual({
      dee: before.dee + 1,
      amir: before.amir,
    })
  })

  it('are kept by the database whatever the code does', async () => {
    await setRules({ tiers: [tier({ group: 'Managers', signers: 1 }), tier({ signers: 1 })], inOrder: ['load'] })
    const id = await upload()
    const run = (statement: string) => sql.raw(statement).execute(db())
    const approveBySql = (by: number) =>
      run(`UPDATE batch_file SET approved_by = ${by}, approved_at = now() WHERE id = ${id}`)
    const signBySql = (by: number, ofTier: number) =>
      run(
        `INSERT INTO approval_signature (batch_id, signed_by, tier, signed_at) VALUES (${id}, ${by}, ${ofTier}, now())`,
      )
    const { id: dora } = person('dora')
    const { id: max } = person('max')
    await expect(approveBySql(dora)).rejects.toThrow('its signatures are missing')
    await expect(signBySql(people.olive.id, 0)).rejects.toThrow('a maker cannot sign')
    await expect(signBySql(dora, 0)).rejects.toThrow('not of the group of the tier')
    await expect(signBySql(dora, 5)).rejects.toThrow('not of the group of the tier')
    await expect(signBySql(dora, 1)).rejects.toThrow('an earlier tier is not signed')
    await signBySql(max, 0)
    await expect(signBySql(max, 0)).rejects.toThrow('approval_signature_batch_once')
    await expect(approveBySql(max)).rejects.toThrow('its signatures are missing')
    await signBySql(dora, 1)
    await expect(approveBySql(people.amir.id)).rejects.toThrow('its signatures are missing')
    await expect(run(`UPDATE approval_signature SET signed_by = ${dora} WHERE batch_id = ${id}`)).rejects.toThrow(
      'can only be withdrawn',
    )
    await approveBySql(dora)
    // A signature that is withdrawn behind the approval stops the posting.
    await run(`UPDATE approval_signature SET withdrawn_at = now() WHERE batch_id = ${id} AND signed_by = ${max}`)
    await expect(run(`UPDATE batch_file SET processed_at = now() WHERE id = ${id}`)).rejects.toThrow(
      'its signatures are missing',
    )
    await signBySql(max, 0)
  })

  it('are checked again by the ledger check', async () => {
    await setRules({ tiers: [tier({ signers: 1 })] })
    const id = await upload()
    await sign('dora', id)
    await runJobs()
    const withoutTriggers = (statement: ReturnType<typeof sql>) =>
      db()
        .transaction()
        .execute(async (trx) => {
          await sql`SET LOCAL session_replication_role = replica`.execute(trx)
          await statement.execute(trx)
        })
    await withoutTriggers(sql`UPDATE approval_signature SET withdrawn_at = now() WHERE batch_id = ${id}`)
    expect(await checkLedger(db())).toEqual([{ rule: 'what is posted has its signatures', count: 1 }])
    // A signature for someone whose deputy the signer was not is none.
    await withoutTriggers(
      sql`UPDATE approval_signature SET withdrawn_at = NULL, on_behalf_of = ${person('dan').id} WHERE batch_id = ${id}`,
    )
    expect(await checkLedger(db())).toEqual([{ rule: 'what is posted has its signatures', count: 1 }])
    await withoutTriggers(sql`UPDATE approval_signature SET on_behalf_of = NULL WHERE batch_id = ${id}`)
    await withoutTriggers(sql`UPDATE approval_signature SET withdrawn_at = now() WHERE batch_id = ${id}`)
    await withoutTriggers(sql`UPDATE approval_signature SET withdrawn_at = NULL WHERE batch_id = ${id}`)
  })

  it('a posted batch always has a valid set of signatures: random rules and orders of signing', async () => {
    const names = ['amir', 'ada', 'mia', 'max', 'dora', 'dan', 'dee', 'olive']
    const randomTiers = fc.uniqueArray(
      fc.record({ group: fc.constantFrom('Managers', 'Directors', null), signers: fc.integer({ min: 1, max: 2 }) }),
      { maxLength: 3, selector: ({ group }) => group },
    )
    const attempts = fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 10 })
    const randomDeputies = fc.array(
      fc
        .record({ user: fc.constantFrom(...names), by: fc.constantFrom(...names) })
        .filter(({ user, by }) => user !== by),
      { maxLength: 4 },
    )
    await fc.assert(
      fc.asyncProperty(randomTiers, fc.boolean(), attempts, randomDeputies, async (tiers, inOrder, order, pairs) => {
        const deputies = pairs.map(({ user, by }) => deputy(user, by))
        await setRules({ tiers: tiers.map(tier), inOrder: inOrder ? ['load'] : [], deputies })
        const id = await upload()
        for (const name of order) await sign(name, id)
        await runJobs()
        // The owner of a signature is the absent approver if a deputy gave it.
        const { rows } = await sql<{ username: string; owner: string; name: string }>`
          SELECT u.username, o.username AS owner, g.name FROM approval_signature s JOIN user_account u ON u.id = s.signed_by
          JOIN user_account o ON o.id = coalesce(s.on_behalf_of, s.signed_by) JOIN user_group g ON g.id = o.group_id
          WHERE s.batch_id = ${id} AND s.withdrawn_at IS NULL`.execute(db())
        const needed = tiers.length === 0 ? 1 : tiers.reduce((sum, { signers: count }) => sum + count, 0)
        // mia recorded funds above, but her payment was rejected.
        const isValid =
          !rows.some(({ username, owner }) => username === 'olive' || owner === 'olive') &&
          rows.every(
            ({ username, owner }) =>
              username === owner || pairs.some(({ user, by }) => user === owner && by === username),
          ) &&
          new Set(rows.map(({ owner }) => owner)).size === rows.length &&
          new Set(rows.map(({ username }) => username)).size >= needed &&
          tiers.every(
            ({ group, signers: count }) => group === null || rows.filter(({ name }) => name === group).length >= count,
          )
        expect((await stateOf(id))?.processed).toBe(isValid)
      }),
      { numRuns: 12 },
    )
    expect(await checkLedger(db())).toEqual([])
  }, 120_000)

  it('announce each signature of an order to programs', async () => {
    await setRules({ tiers: [tier({ subject: 'physical', measure: 'total' })] })
    await addEndpoint(['order.submitted', 'order.awaiting_second_approval', 'order.approved'])
    const id = await orderPhysical(people.olive, { cardOrders: [cardOrder({ customerReference: 'two signatures' })] })
    await runJobs()
    expect((await approveOrder(person('dora'), id)).resultText).toBe('Signed by 1 of 2')
    await runJobs()
    expect(await webhooksOf('orderId', id)).toEqual(['order.submitted', 'order.awaiting_second_approval'])
    expect((await approveOrder(person('dan'), id)).resultCode).toBe('0')
    await runJobs()
    expect(await webhooksOf('orderId', id)).toEqual([
      'order.submitted',
      'order.awaiting_second_approval',
      'order.approved',
    ])
  })

  it('hold a physical order until it is approved, and not before 24 hours', async () => {
    await setRules({ tiers: [tier({ subject: 'physical', measure: 'total', above: 10_000, signers: 1 })] })
    const order = (loadAmount: number, reference: string) =>
      orderPhysical(people.olive, { cardOrders: [cardOrder({ loadAmount, customerReference: reference })] })
    const orderState = async (id: string) => (await people.olive.call('myCardOrder', { orderId: id })).order.state
    const small = await order(5_000, 'small')
    const large = await order(50_000, 'large')
    const late = await order(50_000, 'late')
    const rejected = await order(50_000, 'rejected')
    expect([await orderState(small), await orderState(large)]).toEqual(['placed', 'awaiting'])
    expect((await approveOrder(people.amir, large)).resultCode).toBe('-20409')
    expect((await approveOrder(person('dora'), small)).resultCode).toBe('-20404')
    expect((await approveOrder(person('dora'), large)).resultCode).toBe('0')
    expect((await rejectOrder(person('dora'), rejected, 'No')).resultCode).toBe('0')
    expect(await orderState(large)).toBe('placed')
    await runJobs()
    expect(await orderState(large)).toBe('placed')
    await demo.advanceHours(25)
    signers.dora = await demo.server.logIn('dora')
    await runJobs()
    expect([await orderState(small), await orderState(large)]).toEqual(['readyForProduction', 'readyForProduction'])
    // After its 24 hours an order that still waits is issued once it is approved.
    expect(await orderState(late)).toBe('awaiting')
    expect((await approveOrder(signers.dora, late)).resultCode).toBe('0')
    await runJobs()
    expect(await orderState(late)).toBe('readyForProduction')
    expect(await orderState(rejected)).toBe('rejected')
    expect(await jobsOf(demo.server, 'finalise-order', rejected)).toEqual([])
    await expect(
      sql`UPDATE card_order SET approved_by = NULL, approved_at = NULL WHERE id = ${late}`.execute(db()),
    ).rejects.toThrow('cannot change after the submission')
  })

  it('hold a user who enters a group of signers, although the permissions are the same', async () => {
    await setRules({ tiers: [tier()] })
    const { id } = await demo.server.addUser({ username: 'mona', permissions: [] })
    const changesOfMona = async (group: string) => {
      await people.ada.call('saveUser', {
        user: {
          userId: String(id),
          username: 'mona',
          firstname: 'Mona',
          lastname: 'Tan',
          email: 'mona@example.test',
          ownerId: 3,
          groupId: String(groups[group]),
          isNew: false,
        },
      })
      const { rows } = await sql<{ count: number }>`
        SELECT count(*)::integer AS count FROM user_change WHERE user_id = ${id} AND closed_at IS NULL`.execute(db())
      await sql`UPDATE user_change SET closed_at = now() WHERE user_id = ${id} AND closed_at IS NULL`.execute(db())
      return rows[0]?.count
    }
    expect(await changesOfMona('Managers')).toBe(1)
    expect(await changesOfMona('Directors')).toBe(1)
    expect(await changesOfMona('Managers')).toBe(0)
  })

  it('of a virtual order count all cards as new', async () => {
    await setRules({ tiers: [tier({ subject: 'virtual', measure: 'firstTimeCards', above: 1, signers: 1 })] })
    const id = await orderVirtual(people.olive)
    expect((await approveOrder(people.ada, id)).resultCode).toBe('-20409')
    expect((await approveOrder(await demo.server.logIn('dan'), id)).resultCode).toBe('0')
    await runJobs()
  })
})

describe('changing approval rules', () => {
  const demo = withDemoServer()
  const { db, people } = demo
  const rules: ApprovalRules = {
    tiers: [{ subject: 'load', measure: 'total', above: 100, campaignIds: [1], signers: 2, groupId: null }],
    inOrder: ['load'],
    limits: [],
  }
  const secondAdministrator = async () => {
    const { username } = await demo.server.addUser({ username: `admin ${Math.random()}`, permissions: ['User.write'] })
    return demo.server.logIn(username)
  }
  const shown = (by: Person) => by.call('approvalRules', {})

  it('needs two administrators, whatever the settings', async () => {
    const { proposalID } = await people.ada.call('proposeApprovalRules', { rules })
    expect((await shown(people.ada)).rules).not.toEqual(rules)
    expect((await shown(people.ada)).proposal?.refusal).toBeDefined()
    expect((await people.ada.call('confirmApprovalRules', { proposalID })).resultCode).toBe('-20409')
    await expect(
      sql`UPDATE approval_rules SET confirmed_by = proposed_by, confirmed_at = now() WHERE confirmed_at IS NULL`.execute(
        db(),
      ),
    ).rejects.toThrow('approval_rules_confirmed_by_another')
    await expect(
      sql`UPDATE approval_rules SET confirmed_at = now() WHERE confirmed_at IS NULL`.execute(db()),
    ).rejects.toThrow('approval_rules_need_two')
    const second = await secondAdministrator()
    expect((await shown(second)).proposal).not.toHaveProperty('refusal')
    expect((await second.call('confirmApprovalRules', { proposalID })).resultCode).toBe('0')
    expect((await shown(people.ada)).rules).toEqual(rules)
    expect((await second.call('confirmApprovalRules', { proposalID })).resultCode).toBe('-20404')
  })

  it('a new proposal replaces one that waits, and either can be withdrawn', async () => {
    const first = await people.ada.call('proposeApprovalRules', { rules })
    const second = await people.ada.call('proposeApprovalRules', { rules: { ...rules, inOrder: [] } })
    const other = await secondAdministrator()
    expect((await other.call('confirmApprovalRules', { proposalID: first.proposalID })).resultCode).toBe('-20404')
    expect((await other.call('withdrawApprovalRules', { proposalID: second.proposalID })).resultCode).toBe('0')
    expect((await shown(other)).proposal).toBeNull()
  })

  it('refuses rules that no one could fulfil', async () => {
    const refused = (overrides: Partial<ApprovalRules>) =>
      people.ada.call('proposeApprovalRules', { rules: { ...rules, ...overrides } })
    const [tier] = rules.tiers
    if (!tier) throw new Error('There is no tier')
    expect(await refused({ tiers: [{ ...tier, groupId: 99 }] })).toMatchObject({ resultCode: '-20400' })
    expect(await refused({ tiers: [{ ...tier, campaignIds: [99] }] })).toMatchObject({ resultCode: '-20400' })
    expect(await refused({ limits: [{ userId: people.rita.id, cents: 1 }] })).toMatchObject({ resultCode: '-20400' })
    const deputies = (user: Person, by: Person, days = 1) => {
      const [from, until] = [new Date(0), new Date(days * 86_400_000)].map((time) => time.toISOString())
      return { deputies: [{ userId: user.id, deputyId: by.id, from: from ?? '', until: until ?? '', reason: 'Away' }] }
    }
    expect((await refused(deputies(people.amir, people.amir))).resultText).toContain('their own deputy')
    expect((await refused(deputies(people.amir, people.ada, 0))).resultText).toContain('must not be before')
    expect((await refused(deputies(people.amir, people.rita))).resultCode).toBe('-20400')
    const { id: weak } = await demo.server.addUser({ username: 'weak', permissions: ['Batch.approve'] })
    expect((await refused(deputies(people.amir, { ...people.ada, id: weak }))).resultText).toContain(
      'cannot approve everything',
    )
    expect(await refused({ reminder: { afterHours: 1, escalateTo: 99 } })).toMatchObject({ resultCode: '-20400' })
    const limit = { userId: people.amir.id, cents: 1 }
    expect((await refused({ limits: [limit, limit] })).resultText).toBe('A user can have only one limit')
  })
})
