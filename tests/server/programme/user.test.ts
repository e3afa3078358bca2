// The user commands, for use when no administrator can sign in, have the same rules, mails and audit entries as the
// screens.
import { m } from '#words/messages.js'
import { userInfo } from 'node:os'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AuditEntry } from '#contract/users.ts'
import { permissions } from '#domain/access/permissions.ts'
import { startUsersServer, type UsersServer } from '#tests/server/users/users-server.ts'
import { activateByLink } from '#tests/support/call.ts'
import { runOnOpenDatabase } from '#tests/support/programme.ts'

describe('user commands', () => {
  let server: UsersServer
  beforeAll(async () => {
    server = await startUsersServer()
    const groups = [
      { owner_id: 3, name: 'Makers', permissions: ['Batch.load'] },
      { owner_id: 1, name: 'Harbour people', permissions: [...permissions] },
    ]
    await server.server.db.insertInto('user_group').values(groups).execute()
  })
  afterAll(() => server.close())

  const run = (...args: string[]) => runOnOpenDatabase({ ...server.server, isDryRun: false }, args)
  const rowOf = (username: string) =>
    server.server.db.selectFrom('user_account').selectAll().where('username', '=', username).executeTakeFirstOrThrow()
  const trailOf = async (id: number) => {
    const day = { startDate: '2026-03-01', endDate: '2026-03-31' }
    const response = await server.call('auditLog', { ...day, subjectType: 'user', subjectId: String(id) })
    const entries = response['entries'] as AuditEntry[]
    // The operating-system user who runs these tests.
    for (const { device, address } of entries.filter(({ who }) => who === m.contract_programmeCommand()))
      expect([device, address]).toEqual([`Command line, user ${userInfo().username}`, ''])
    return entries.map(({ who, userId, what }) => [who, userId, what])
  }

  it('add a user who activates the account by the mail and signs in', async () => {
    const output = await run(
      'user',
      'add',
      ' mia ',
      '--email',
      'mia@example.test',
      '--group',
      'Makers',
      '--firstname',
      'Mia',
    )
    expect(output).toEqual([
      'The user has been created!',
      'A mail to mia@example.test is sent as soon as a server runs.',
    ])
    server.server.jobs.wake()
    const { uuid } = await server.mail('mia@example.test')
    await activateByLink(server, uuid, 'Quiet-River-77')
    expect(
      (await server.request('logIn', { username: 'mia', password: 'Quiet-River-77', ownerID: 3 })).resultCode,
    ).toBe('0')
    const { id } = await rowOf('mia')
    expect((await trailOf(id)).at(-1)).toEqual([m.contract_programmeCommand(), null, 'added user mia'])
  })

  it('report all errors of a user together, including a group of another owner', async () => {
    await run('user', 'add', 'taken', '--email', 'taken@example.test', '--group', 'Makers')
    // Pages name users by their names, so a user without any gets one.
    expect(await rowOf('taken')).toMatchObject({ firstname: 'taken', lastname: '' })
    expect(await run('user', 'add', 'TAKEN', '--email', 'Taken@example.test', '--group', 'Harbour people')).toEqual([
      'Refused',
      'This username is taken. Enter another one.',
      'Another user has this email address. Enter another one.',
      expect.stringMatching(/^There is no group 'Harbour people'\. The groups are .*'Makers'.*\.$/),
    ])
    expect(
      await run('user', 'add', 'a b', '--email', 'nobody', '--group', 'Makers', '--lastname', 'x'.repeat(101)),
    ).toEqual([
      'Refused',
      'Username: Use letters A to Z, digits and . _ - @ + without spaces.',
      'Last name: The last name can have at most 100 characters.',
      'Email: Enter an email address like name@company.com.',
    ])
  })

  it('limit a user to campaigns given by name', async () => {
    const campaign = {
      owner_id: 3,
      name: 'Travel',
      currency: 'SGD',
      symbol: 'S$',
      ica: '1',
      load_min_cents: 1,
      load_max_cents: 2,
      voucher_max_cents: 2,
      closed_at: null,
      card_prefix: null,
    }
    await server.server.db.insertInto('programme').values({ owner_id: 3, currency: 'SGD', symbol: 'S$' }).execute()
    const { id } = await server.server.db
      .insertInto('campaign')
      .values(campaign)
      .returning('id')
      .executeTakeFirstOrThrow()
    const add = (name: string, campaigns: string) =>
      run('user', 'add', name, '--email', `${name}@example.test`, '--group', 'Makers', '--campaigns', campaigns)
    expect(await add('narrow', ' Travel ')).toContain('The user has been created!')
    expect((await rowOf('narrow')).campaign_ids).toEqual([id])
    expect(await add('nowhere', 'Gift')).toEqual([
      'Refused',
      "There is no campaign 'Gift'. The campaigns are 'Travel'.",
    ])
  })

  it('send a new activation mail to a user who has not activated', async () => {
    await run('user', 'add', 'late', '--email', 'late@example.test', '--group', 'Makers')
    expect(await run('user', 'resend-activation', 'LATE')).toEqual([
      'A new link replaces the earlier one. A mail to late@example.test is sent as soon as a server runs.',
    ])
    server.server.jobs.wake()
    await server.mail('late@example.test', 2)
    const links = await server.server.db
      .selectFrom('access_link')
      .select('replaced_at')
      .where('user_id', '=', (await rowOf('late')).id)
      .orderBy('created_at')
      .execute()
    expect(links.filter(({ replaced_at }) => replaced_at === null)).toHaveLength(1)
    expect(await run('user', 'resend-activation', server.admin.username)).toEqual([
      'Refused',
      'This user has already activated the account.',
    ])
  })

  it('unlock the last administrator, whom no one else can unlock', async () => {
    const { id } = await server.addUser({ username: 'locked', permissions, locked: true })
    await server.server.db.updateTable('user_account').set({ failed_attempts: 9 }).where('id', '=', id).execute()
    expect(await run('user', 'unlock', 'Locked')).toEqual(['User successfully unlocked.'])
    expect(await rowOf('locked')).toMatchObject({ locked_at: null, failed_attempts: 0 })
    expect((await server.logIn('locked')).resultCode).toBe('0')
    expect((await trailOf(id))[0]?.slice(0, 2)).not.toEqual([null, null])
    expect((await trailOf(id)).at(-1)).toEqual([m.contract_programmeCommand(), null, 'unlocked user locked'])
    expect(await run('user', 'unlock', 'locked')).toEqual(['Refused', 'This user is not locked.'])
  })

  it('lock a user, whose sessions end', async () => {
    const { id, token } = await server.addUser({ username: 'lost' })
    expect(await run('user', 'lock', 'lost', '--reason', 'Card 4111111111111111')).toHaveLength(2)
    expect(await run('user', 'lock', 'lost', '--reason', 'Lost laptop')).toEqual(['User successfully locked.'])
    expect((await server.request('userInfo', { token })).resultCode).toBe('-20012')
    expect((await server.logIn('lost')).resultCode).toBe('-20032')
    expect(await trailOf(id)).toContainEqual([m.contract_programmeCommand(), null, 'locked user lost'])
    expect(await run('user', 'lock', 'lost')).toEqual(['Refused', 'This user is locked already.'])
  })

  it('remove a second factor, end the sessions, and inform the user', async () => {
    const { id, token } = await server.addUser({ username: 'factor', permissions, secondFactor: 'email' })
    expect(await run('user', 'reset-factor', 'factor')).toEqual([
      'OTP successfully reset.',
      'A mail to factor@example.test is sent as soon as a server runs.',
    ])
    server.server.jobs.wake()
    expect((await server.mail('factor@example.test')).subject).toContain('Two-factor authentication was reset')
    expect((await server.request('userInfo', { token })).resultCode).toBe('-20012')
    expect((await trailOf(id)).at(-1)).toEqual([
      m.contract_programmeCommand(),
      null,
      'reset the two-factor authentication of user factor',
    ])
    await server.addUser({ username: 'plain' })
    expect(await run('user', 'reset-factor', 'plain')).toEqual(['Refused', 'This user logs in with only a password.'])
  })

  it('find no user of another owner, and no user who does not exist', async () => {
    await server.addUser({ username: 'hal', ownerId: 1, locked: true, secondFactor: 'email' })
    for (const command of ['lock', 'unlock', 'reset-factor', 'resend-activation'])
      for (const name of ['hal', 'nobody'])
        expect(await run('user', command, name)).toEqual(['Refused', `There is no user '${name}'.`])
  })
})
