// One administrator alone cannot get a payment approved, whatever account they create or take over. Also tests the
// confirmation by a second administrator.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { permissions as allPermissions } from '#domain/access/permissions.ts'
import { HOUR_MS } from '#domain/units.ts'
import { registerReminders } from '#server/access/remember-password.ts'
import { sampleRows } from '#server/demo/sample-batch.ts'
import type { Settings } from '#server/config/settings.ts'
import { activateByLink, clientFor, post, type SignedInClient } from '#tests/support/call.ts'
import { catchMail } from '#tests/support/caught-mail.ts'
import {
  approve,
  type DemoServer,
  type Person,
  startSecondServer,
  startDemoServer,
  uploadLoads,
} from '#tests/support/demo-server.ts'
import { runOnOpenDatabase } from '#tests/support/programme.ts'
import { approveOrder, orderVirtual } from '#tests/support/order-calls.ts'

const password = 'Quiet-River-77'

/**
 * Starts a demo programme with all users active: ada and bea have every permission, including user management, amir
 * approves, and olive is a maker.
 */
function withProgramme(settings: Partial<Settings>) {
  const people = {} as Record<'olive' | 'amir' | 'ada' | 'bea' | 'rita', Person>
  const mails = catchMail()
  let startedServer: DemoServer | undefined
  const server = () => startedServer ?? expect.unreachable()
  const signIn = async () => {
    for (const name of ['olive', 'amir', 'ada', 'bea', 'rita'] as const) people[name] = await server().logIn(name)
  }
  beforeAll(async () => {
    startedServer = await startDemoServer({ maxConnections: 4, settings })
    await startedServer.addUser({ username: 'bea', permissions: allPermissions })
    mails.catchFrom(startedServer.server)
    registerReminders(startedServer.server)
    await startedServer.server.jobs.start()
  })
  afterAll(async () => {
    await startedServer?.server.jobs.stop()
    await startedServer?.close()
  })
  beforeEach(async () => {
    await sql`UPDATE user_change SET closed_at = now() WHERE closed_at IS NULL`.execute(server().database.db)
    await signIn()
  })

  /** The user as saveUser expects it, with the changes applied. */
  const userOf = async (username: string, change: object = {}) => {
    const { database } = server()
    const row = await database.db
      .selectFrom('user_account')
      .selectAll()
      .where('username', '=', username)
      .executeTakeFirstOrThrow()
    const { firstname, lastname, email, group_id } = row
    const current = { userId: String(row.id), username, firstname, lastname, email, groupId: String(group_id) }
    return { ...current, ownerId: 3, isNew: false, ...change }
  }
  const groupOf = async (username: string) => (await userOf(username)).groupId
  const save = async (by: Person, username: string, change: object) =>
    by.call('saveUser', { user: await userOf(username, change) })
  const expectOk = async (response: Promise<{ resultCode: string }>) => expect((await response).resultCode).toBe('0')
  const add = async (by: Person, username: string, groupId: string) => {
    const email = `${username}@example.test`
    const user = { username, firstname: 'New', lastname: 'User', email, ownerId: 3, groupId, isNew: true }
    const response = await by.call('saveUser', { user })
    expect(response.resultCode).toBe('0')
    await activateByLink(server(), await secretTo(email, 'activation'), password)
    return { id: Number(response.userId), client: await clientFor(server(), username, password) }
  }
  const secretTo = async (email: string, kind: 'activation' | 'reset'): Promise<string> => {
    const find = () => mails.sent.find((mail) => mail.kind === kind && mail.to.email === email)
    await expect.poll(find).toBeDefined()
    return (find() as { secret: string }).secret
  }
  /** Takes over the account: changes its e-mail address, requests a new password there, and signs in. */
  const takeOver = async (by: Person, username: string): Promise<SignedInClient> => {
    const email = `${username}.${randomUUID().slice(0, 8)}@attacker.example`
    await expectOk(save(by, username, { email }))
    await post(server().url, 'rememberPassword', { account: username, ownerId: 3 })
    const userUUID = await secretTo(email, 'reset')
    const { userId } = await userOf(username)
    const passwordParams = { userId, ownerId: 3, userUUID, password, confirmPassword: password, reset: true }
    const { response } = await post(server().url, 'savePassword', { requestId: randomUUID(), ...passwordParams })
    expect(response.resultCode).toBe('0')
    return clientFor(server(), username, password)
  }
  const asPerson = ({ call }: SignedInClient): Person => ({ id: 0, call })
  let usedRows = 0
  const upload = (by: Person) => {
    usedRows += 1
    return uploadLoads(by, sampleRows(60).slice(usedRows, usedRows + 2), { loadReference: `Batch ${usedRows}` })
  }
  const pendingOf = async (by: Person, id: number) =>
    (await by.call('pendingUserChanges', { userID: String(id) })).changes
  /** Confirms the only pending change. */
  const confirm = async (by: Person, id: number, requestId: string = randomUUID()) => {
    const [change] = await pendingOf(people.bea, id)
    return by.call('confirmUserChange', { changeID: change?.changeID ?? '999999', requestId })
  }
  return {
    server,
    people,
    mails,
    userOf,
    groupOf,
    save,
    expectOk,
    add,
    takeOver,
    asPerson,
    upload,
    pendingOf,
    confirm,
    signIn,
  }
}

describe('with an approval hold of 24 hours', () => {
  const demo = withProgramme({ approvalHoldHours: 24, isProduction: true })
  const { server, people, groupOf, save, expectOk, add, takeOver, asPerson, upload, pendingOf, confirm } = demo

  it('rejects the approver whose address and password the maker has changed', async () => {
    const id = await upload(people.ada)
    const impostor = asPerson(await takeOver(people.ada, 'amir'))
    const response = await approve(server(), impostor, id)
    expect(response.resultCode).toBe('-20409')
    expect(response.resultText).toMatch(
      /^You cannot approve, act on cards or manage users until \d\d \w+ 20\d\d, \d\d:\d\d SGT: Ada Lim changed your email on .* SGT\. An administrator other than Ada Lim can confirm this before then \(Find User, Edit\)$/,
    )
    expect((await impostor.call('userInfo', {})).approvalHold).toBe(response.resultText)
    // Rejecting moves no money.
    expect((await impostor.call('rejectBatchLoad', { batchLoadFileID: id })).resultCode).toBe('0')
  })

  it('rejects a checker whom the maker has created, for orders too', async () => {
    const batch = await upload(people.ada)
    const order = await orderVirtual(people.ada)
    const { client } = await add(people.ada, 'checker-two', await groupOf('amir'))
    const checker = asPerson(client)
    for (const response of [await approve(server(), checker, batch), await approveOrder(checker, order)]) {
      expect(response.resultCode).toBe('-20409')
      expect(response.resultText).toContain('Ada Lim created your account')
    }
  })

  it('rejects an approver who has changed the maker of the batch', async () => {
    const impostor = asPerson(await takeOver(people.ada, 'olive'))
    const [batch, order] = [await upload(impostor), await orderVirtual(impostor)]
    for (const response of [await approve(server(), people.ada, batch), await approveOrder(people.ada, order)]) {
      expect(response.resultCode).toBe('-20409')
      expect(response.resultText).toMatch(
        /^You changed their email on .*, so you cannot approve what this user submits until/,
      )
    }
    expect((await approve(server(), people.amir, batch)).resultCode).toBe('0')
  })

  it('does not let a new administrator confirm the creator’s changes, or change other users', async () => {
    await expectOk(save(people.ada, 'amir', { email: 'amir.one@example.test' }))
    const { client } = await add(people.ada, 'admin-two', await groupOf('ada'))
    const impostor = asPerson(client)
    for (const response of [
      await confirm(impostor, people.amir.id),
      await save(impostor, 'olive', { email: 'olive.one@example.test' }),
      await impostor.call('deleteUser', { deleteUserID: String(people.bea.id) }),
    ]) {
      expect(response.resultCode).toBe('-20409')
      expect(response.resultText).toContain('Ada Lim created your account')
    }
  })

  it('starts a hold after a reset of the second factor or a move to a group with more permissions, not fewer', async () => {
    await server()
      .database.db.updateTable('user_account')
      .set({ second_factor: 'email' })
      .where('username', '=', 'amir')
      .execute()
    await expectOk(people.ada.call('reset2FAEnrolment', { reset2FAUserID: String(people.amir.id), reset2FAOwnerID: 3 }))
    await demo.signIn()
    expect((await approve(server(), people.amir, await upload(people.olive))).resultText).toContain(
      'Ada Lim reset your second factor',
    )
    await expectOk(confirm(people.bea, people.amir.id))
    await server()
      .database.db.updateTable('user_account')
      .set({ second_factor: 'none' })
      .where('username', '=', 'amir')
      .execute()

    const [originalGroup, checkers] = [await groupOf('rita'), await groupOf('amir')]
    await expectOk(save(people.ada, 'rita', { groupId: checkers }))
    expect((await approve(server(), people.rita, await upload(people.olive))).resultText).toContain(
      'changed your group',
    )
    // After undoing the change, nothing is pending.
    await expectOk(save(people.ada, 'rita', { groupId: originalGroup }))
    expect(await pendingOf(people.bea, people.rita.id)).toEqual([])
    expect((await people.rita.call('userInfo', {})).approvalHold).toBeUndefined()
  })

  it('does not end the hold when the address is changed back', async () => {
    const { email } = await demo.userOf('amir')
    const impostor = asPerson(await takeOver(people.ada, 'amir'))
    await expectOk(save(people.ada, 'amir', { email }))
    expect((await approve(server(), impostor, await upload(people.ada))).resultCode).toBe('-20409')
    expect(await pendingOf(people.bea, people.amir.id)).toHaveLength(2)
  })

  it('applies the hold on another server and after a restart, and ends it on time', async () => {
    await expectOk(save(people.ada, 'amir', { email: 'amir.two@example.test' }))
    const secondServer = await startSecondServer(server())
    try {
      const batch = await upload(people.olive)
      expect((await approve(server(), await secondServer.logIn('amir'), batch)).resultText).toContain(
        'changed your email',
      )
      secondServer.clock.now = server().clock.now + 24 * HOUR_MS - 60_000
      expect((await approve(server(), await secondServer.logIn('amir'), batch)).resultCode).toBe('-20409')
      secondServer.clock.now += 2 * 60_000
      expect((await approve(server(), await secondServer.logIn('amir'), batch)).resultCode).toBe('0')
    } finally {
      await secondServer.close()
    }
  })

  it('lets only another administrator end a hold; audit trail and user list show it', async () => {
    await expectOk(save(people.ada, 'amir', { email: 'amir.three@example.test' }))
    const [change] = await pendingOf(people.bea, people.amir.id)
    expect(change?.title).toMatch(/^Cannot approve, act on cards or manage users until /)
    expect(change?.text).toMatch(/^Ada Lim changed the email on .*\. Confirm the change if you know it is right\.$/)
    expect(change?.changes).toMatchObject([{ field: 'Email', after: 'amir.three@example.test' }])
    expect(change).not.toHaveProperty('refusal')
    const searchResult = await people.bea.call('searchUser', { keyword: 'amir' })
    expect(searchResult.users).toMatchObject([{ userName: 'amir', isHeld: true }])

    const response = await confirm(people.ada, people.amir.id)
    expect(response).toMatchObject({
      resultCode: '-20409',
      resultText: 'You made this change. Another administrator must confirm it',
    })
    expect((await confirm(people.rita, people.amir.id)).resultCode).toBe('-20403')
    const batch = await upload(people.olive)
    expect((await approve(server(), people.amir, batch)).resultCode).toBe('-20409')
    expect(await confirm(people.bea, people.amir.id)).toMatchObject({ resultCode: '0', resultText: 'Change confirmed' })
    expect((await approve(server(), people.amir, batch)).resultCode).toBe('0')

    const { rows } = await sql<{ user_id: number; result_code: string; changes: object[] | null }>`
      SELECT user_id, result_code, changes FROM audit_event WHERE method = 'confirmUserChange' AND subject_id = ${String(people.amir.id)}
      ORDER BY id DESC LIMIT 1`.execute(server().database.db)
    expect(rows).toMatchObject([
      { user_id: people.bea.id, result_code: '0', changes: [{ field: 'email', after: 'amir.three@example.test' }] },
    ])
  })

  it('lets no one confirm a change of their own account or of another owner', async () => {
    await expectOk(save(people.ada, 'bea', { email: 'bea.one@example.test' }))
    const [change] = await pendingOf(people.ada, people.bea.id)
    // bea is on hold, so she is rejected for that reason before the rule about the user's own account applies.
    expect((await people.bea.call('confirmUserChange', { changeID: change?.changeID ?? '' })).resultCode).toBe('-20409')
    expect(await people.ada.call('confirmUserChange', { changeID: '999999' })).toMatchObject({ resultCode: '-20404' })
    const closeBySql = (column: string) =>
      sql.raw(`UPDATE user_change SET closed_at = now(), closed_by = ${column} WHERE id = ${change?.changeID}`)
    for (const column of ['changed_by', 'user_id'])
      await expect(closeBySql(column).execute(server().database.db)).rejects.toThrow('user_change_confirmed_by_another')
  })

  it('accepts only one of two confirmations, and returns the same response to a repeated request', async () => {
    const { id } = await server().addUser({ username: 'cleo', permissions: allPermissions })
    const cleo = await server().logIn('cleo')
    expect(cleo.id).toBe(id)
    await expectOk(save(people.ada, 'amir', { email: 'amir.four@example.test' }))
    const requestId = randomUUID()
    const [change] = await pendingOf(people.bea, people.amir.id)
    const { changeID } = change ?? expect.unreachable()
    const responses = await Promise.all([
      people.bea.call('confirmUserChange', { changeID, requestId }),
      cleo.call('confirmUserChange', { changeID, requestId }),
    ])
    expect(responses.map(({ resultCode }) => resultCode).toSorted()).toEqual(['-20409', '0'])
    const [winner, loser] = responses[0]?.resultCode === '0' ? [people.bea, cleo] : [cleo, people.bea]
    expect((await winner.call('confirmUserChange', { changeID, requestId })).resultCode).toBe('0')
    expect((await loser.call('confirmUserChange', { changeID })).resultText).toBe(
      'This change no longer needs a confirmation',
    )
  })

  it('lets a command confirm a change', async () => {
    await expectOk(save(people.ada, 'amir', { email: 'amir.five@example.test' }))
    const run = () => runOnOpenDatabase({ ...server().server, isDryRun: false }, ['user', 'confirm', 'amir'])
    expect(await run()).toEqual([expect.stringMatching(/^Confirmed: Ada Lim changed the email on .*\.$/)])
    expect((await approve(server(), people.amir, await upload(people.olive))).resultCode).toBe('0')
    expect(await run()).toEqual(['Refused', "No change to user 'amir' waits for a confirmation."])
  })

  it('informs both addresses of an address change, and the user of a group change', async () => {
    const { email } = await demo.userOf('rita')
    demo.mails.sent.length = 0
    await expectOk(save(people.ada, 'rita', { email: 'rita.new@example.test', groupId: await groupOf('amir') }))
    const notified = () =>
      demo.mails.sent
        .filter(({ to }) => [email, 'rita.new@example.test'].includes(to.email))
        .map(({ kind, to }) => `${kind} ${to.email}`)
        .toSorted()
    await expect
      .poll(notified)
      .toEqual(
        [
          `emailChanged ${email}`,
          'emailChanged rita.new@example.test',
          'groupChanged rita.new@example.test',
        ].toSorted(),
      )
  })

  it('does not put a user on hold who changes their own address', async () => {
    await expectOk(save(people.ada, 'ada', { email: 'ada.own@example.test' }))
    expect((await approve(server(), people.ada, await upload(people.olive))).resultCode).toBe('0')
  })
})

describe('with a second administrator for every change', () => {
  const demo = withProgramme({ approvalHoldHours: 24, needsSecondAdministrator: true })
  const { server, people, groupOf, save, expectOk, add, takeOver, asPerson, upload, confirm } = demo

  it('gives a new user no access until another administrator has confirmed the user', async () => {
    const { id, client } = await add(people.ada, 'checker-three', await groupOf('amir'))
    expect((await client.call('userInfo', {})).permissions).toEqual({ User: ['settings'] })
    expect((await client.call('userInfo', {})).approvalHold).toMatch(
      /^Not all of your permissions work yet: Ada Lim created your account/,
    )
    const batch = await upload(people.ada)
    expect((await approve(server(), asPerson(client), batch)).resultCode).toBe('-20403')
    server().clock.now += 25 * HOUR_MS
    await demo.signIn()
    const later = await clientFor(server(), 'checker-three', password)
    expect((await approve(server(), asPerson(later), batch)).resultCode).toBe('-20403')
    expect((await confirm(people.ada, id)).resultCode).toBe('-20409')
    await expectOk(confirm(people.bea, id))
    expect((await approve(server(), asPerson(later), batch)).resultCode).toBe('0')
  })

  it('leaves a taken-over account without permissions', async () => {
    const impostor = asPerson(await takeOver(people.ada, 'bea'))
    expect((await impostor.call('searchUser', { keyword: '' })).resultCode).toBe('-20403')
    expect((await impostor.call('userInfo', {})).permissions).toEqual({ User: ['settings'] })
  })

  it('ends the access on the earlier day until another administrator has confirmed a later one', async () => {
    const end = async () => {
      const { rows } = await sql<{
        day: string | null
      }>`SELECT ((access_ends_at(u) - interval '1 s') AT TIME ZONE 'Asia/Singapore')::date::text AS day
        FROM user_account u WHERE username = 'rita'`.execute(server().database.db)
      return rows[0]?.day
    }
    await expectOk(save(people.ada, 'rita', { lastDay: '2099-10-31' }))
    expect(await demo.pendingOf(people.bea, people.rita.id)).toEqual([])
    await expectOk(save(people.ada, 'rita', { lastDay: '2099-12-31' }))
    expect(await end()).toBe('2099-10-31')
    expect((await people.rita.call('userInfo', {})).permissions).toHaveProperty('Report')
    const [change] = await demo.pendingOf(people.bea, people.rita.id)
    expect(change?.text).toContain('the access still ends on the earlier day')
    expect(change?.changes).toMatchObject([{ field: 'Last day', before: '31 Oct 2099', after: '31 Dec 2099' }])
    expect((await confirm(people.ada, people.rita.id)).resultCode).toBe('-20409')
    await expectOk(confirm(people.bea, people.rita.id))
    expect(await end()).toBe('2099-12-31')
    // To end it earlier needs no one else, and undoes a later end that waits.
    await expectOk(save(people.ada, 'rita', { lastDay: null }))
    await expectOk(save(people.ada, 'rita', { lastDay: '2099-09-30' }))
    expect([await end(), await demo.pendingOf(people.bea, people.rita.id)]).toEqual(['2099-09-30', []])
    await sql`UPDATE user_account SET ends_at = NULL WHERE username = 'rita'`.execute(server().database.db)
  })

  it('does not affect a user’s existing permissions, and removes permissions immediately', async () => {
    const [makers, checkers] = [await groupOf('olive'), await groupOf('amir')]
    await expectOk(save(people.ada, 'olive', { groupId: checkers }))
    const readPermissionTexts = async () =>
      Object.entries((await people.olive.call('userInfo', {})).permissions).flat(2)
    expect(await readPermissionTexts()).not.toContain('approve')
    expect(await readPermissionTexts()).not.toContain('load')
    expect(await readPermissionTexts()).toContain('CardStatement')
    await expectOk(save(people.ada, 'olive', { groupId: makers }))
    expect(await readPermissionTexts()).toContain('load')
    expect((await people.olive.call('userInfo', {})).approvalHold).toBeUndefined()
  })
})

it('no confirmation is required if the setting is off', async () => {
  const server = await startDemoServer({ settings: { approvalHoldHours: 0 } })
  try {
    expect(server.server.settings).toMatchObject({ approvalHoldHours: 0, needsSecondAdministrator: false })
    const [ada, amir, olive] = [await server.logIn('ada'), await server.logIn('amir'), await server.logIn('olive')]
    const { groupId } = (await ada.call('userInfo', { id: String(amir.id) })) as { groupId: string }
    const user = { username: 'amir', firstname: 'Amir', lastname: 'R', email: 'amir.new@example.test', ownerId: 3 }
    const response = await ada.call('saveUser', { user: { ...user, userId: String(amir.id), groupId, isNew: false } })
    expect(response.resultCode).toBe('0')
    expect((await approve(server, amir, await uploadLoads(olive, sampleRows(3)))).resultCode).toBe('0')
  } finally {
    await server.close()
  }
})

it('by default a changed user is put on hold; a new user too, except in the demo programme', async () => {
  const server = await startDemoServer()
  try {
    expect(server.server.settings).toMatchObject({ approvalHoldHours: 24, isProduction: false })
    const [ada, amir, olive] = [await server.logIn('ada'), await server.logIn('amir'), await server.logIn('olive')]
    const { groupId } = (await ada.call('userInfo', { id: String(amir.id) })) as { groupId: string }
    const names = { firstname: 'Ann', lastname: 'Tan', ownerId: 3, groupId }
    const newUser = { ...names, username: 'ann', email: 'ann@example.test', isNew: true }
    const { userId } = await ada.call('saveUser', { user: newUser })
    expect(await ada.call('pendingUserChanges', { userID: String(userId) })).toMatchObject({ changes: [] })

    // Without NODE_ENV=production, but not the demo programme.
    await server.database.db.updateTable('owner').set({ is_demo: false }).execute()
    const secondUser = { ...names, username: 'ben', email: 'ben@example.test', isNew: true }
    const { userId: secondId } = await ada.call('saveUser', { user: secondUser })
    expect(await ada.call('pendingUserChanges', { userID: String(secondId) })).toMatchObject({
      changes: [{ title: expect.stringMatching(/^Cannot approve, act on cards or manage users until /) as string }],
    })

    const amirChanged = {
      ...names,
      username: 'amir',
      email: 'amir.new@example.test',
      userId: String(amir.id),
      isNew: false,
    }
    expect(await ada.call('saveUser', { user: amirChanged })).toMatchObject({ resultCode: '0' })
    expect(await approve(server, amir, await uploadLoads(olive, sampleRows(3)))).toMatchObject({ resultCode: '-20409' })
  } finally {
    await server.close()
  }
})
