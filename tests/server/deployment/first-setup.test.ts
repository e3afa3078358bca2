// Follows docs/running/first-setup.md from an empty database to the first approved batch. A shell runs the commands of
// the page, in production and with a mail server; steps in the portal are done through the API. Needs the build.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { checkLedger } from '#server/ledger/check.ts'
import { environmentToSettings } from '#server/config/settings.ts'
import { approveOrder, detailsOf, orderVirtual } from '#tests/support/order-calls.ts'
import { virtualCard } from '#tests/support/issued-orders.ts'
import { activateByLink, clientFor, type SignedInClient } from '#tests/support/call.ts'
import { readMail } from '#tests/support/mail.ts'
import { freePort } from '#tests/support/ports.ts'
import { freshInstance, type Instance } from '#tests/support/programme.ts'
import { type MailServer, startMailServer } from '#tests/support/smtp.ts'

const root = join(import.meta.dirname, '../../..')
const TIMEOUT_MS = 600_000
const PASSWORD = 'Quiet-River-77-Bridge'

/** The command blocks of the page, in order. */
function blocksOfPage(): string[] {
  return [...readFileSync(join(root, 'docs/running/first-setup.md'), 'utf8').matchAll(/^```sh\n(.*?)^```/gms)].map(
    ([, block = '']) => block.trim(),
  )
}

describe('from an empty database to the first approved batch', () => {
  // The first block of the page sets the environment, and the last one starts the server.
  const [settings = '', ...blocks] = blocksOfPage()
  const serve = blocks.pop() ?? ''
  let instance: Instance
  let mail: MailServer
  let folder: string
  let env: Record<string, string>
  let server: ChildProcess | undefined
  let port: number

  beforeAll(async () => {
    instance = await freshInstance('nothing')
    mail = await startMailServer()
    port = await freePort()
    // A folder with links to the product's files: the page's commands run there, so their output does not touch the
    // product.
    folder = mkdtempSync(join(tmpdir(), 'portal-walk-'))
    for (const name of readdirSync(root)) symlinkSync(join(root, name), join(folder, name))
    env = {
      ...Object.fromEntries(['PATH', 'HOME'].map((name) => [name, process.env[name] ?? ''])),
      ...Object.fromEntries(
        [...settings.matchAll(/^export ([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
      ),
      PORT: String(port),
    }
  })
  afterAll(async () => {
    if (server && server.exitCode === null) {
      const ended = once(server, 'exit')
      server.kill('SIGTERM')
      await ended
    }
    await mail.close()
    await instance.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Runs a block and returns its output; throws if a command fails. */
  async function shell(block: string): Promise<string> {
    const child = spawn('sh', ['-e', '-c', block], { cwd: folder, env })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()))
    const [code] = (await once(child, 'close')) as [number | null]
    if (code !== 0) throw new Error(`${block}\n${output}`)
    return output
  }

  it('uses only existing settings, each with a value that a server accepts', () => {
    expect(Object.keys(env)).toEqual(
      expect.arrayContaining([
        'NODE_ENV',
        'CLIENT',
        'DATABASE_URL',
        'SECRETS_DIR',
        'DATA_DIR',
        'PUBLIC_URL',
        'SMTP_URL',
        'MAIL_FROM',
        'REQUIRE_SECOND_FACTOR',
      ]),
    )
    const table = readFileSync(join(root, 'docs/running/settings.md'), 'utf8')
    for (const name of Object.keys(env).filter((one) => !['PATH', 'HOME', 'NODE_ENV'].includes(one)))
      expect(table).toMatch(new RegExp(`^\\| .*\`${name}\``, 'm'))
    expect(environmentToSettings(env)).toMatchObject({ isProduction: true, publicUrl: env['PUBLIC_URL'] })
  })

  it('works as written', { timeout: TIMEOUT_MS }, async () => {
    // The database and the mail server of this test replace those of the page. A second factor would have to be
    // enrolled first, which has its own tests.
    const { DATABASE_URL, ...others } = env
    expect(DATABASE_URL).toContain('postgres://')
    env = {
      ...others,
      ...instance.env,
      SECRETS_DIR: join(instance.folder, 'keys'),
      SMTP_URL: mail.url,
      REQUIRE_SECOND_FACTOR: 'off',
    }
    expect(blocks.length).toBeGreaterThan(2)
    const output: string[] = []
    for (const block of blocks) output.push(await shell(block))
    expect(output[0]).toContain('All is in order.')
    expect(output[1]).toMatch(/This was a dry run: nothing was changed\.[^]*Added the first administrator 'ada'\./)

    server = spawn('sh', ['-c', `exec ${serve}`], { cwd: folder, env, stdio: 'ignore' })
    const url = `http://127.0.0.1:${port}/voyager/`
    const isReady = () =>
      fetch(`${url}health`).then(
        (response) => response.ok,
        () => false,
      )
    await vi.waitFor(async () => expect(await isReady()).toBe(true), { timeout: TIMEOUT_MS, interval: 100 })

    const people: Record<string, SignedInClient> = {}
    for (const [username, address] of [
      ['ada', 'ada.lim@'],
      ['mia', 'mia@'],
      ['chen', 'chen@'],
    ] as const) {
      const raw = await vi.waitFor(
        () => mail.mailsTo(address)[0] ?? Promise.reject(new Error(`no mail to ${address}`)),
        { timeout: TIMEOUT_MS },
      )
      const { link, uuid } = readMail(raw)
      expect(link.startsWith(`${env['PUBLIC_URL']}`)).toBe(true)
      await activateByLink({ url }, uuid, PASSWORD)
      people[username] = await clientFor({ url }, username, PASSWORD)
    }
    const { ada, mia, chen } = people
    if (!ada || !mia || !chen) throw new Error('a user is missing')
    expect((await ada.call('searchUser', { keyword: '' })).users).toHaveLength(3)

    const { campaigns } = await mia.call('getCampaigns', {})
    const campaignId = campaigns.find(({ CampaignName }) => CampaignName === 'Virtual Card')?.CampaignID ?? ''
    const ordered = [1, 2, 3].map((index) =>
      virtualCard(index, { loadAmount: 0, tagName: 'department', tagValue: 'sales' }),
    )
    const order = await orderVirtual(mia, { campaignId, virtualCardOrders: ordered })
    expect((await approveOrder(chen, order)).resultCode).toBe('0')
    await expect.poll(async () => (await detailsOf(chen, order)).batchLoad.issuedCount, { timeout: TIMEOUT_MS }).toBe(3)

    const { tags } = await mia.call('getCardTags', {})
    const department = tags.find(({ name }) => name === 'department')?.id ?? ''
    const { cards } = await mia.call('cardSearch', {
      searchType: `tag:${department}`,
      searchTerm: 'sales',
      showExpired: false,
    })
    const identifiers = cards.map(({ TRACKINGNUMBER }) => TRACKINGNUMBER)
    expect(identifiers).toHaveLength(3)
    expect((await mia.call('setCardStatus', { identifiers, identifierType: 2 })).resultCode).toBe('0')

    const uploaded = await mia.call('batchLoadUpload', {
      batchElements: identifiers.map((identifier) => ({ identifier, amount: '25.00' })),
      identifierType: 2,
      loadReference: 'First batch',
      fileName: 'first.csv',
      batchLoadOptions: [],
    })
    expect(uploaded.resultCode).toBe('0')
    const [waiting] = (await chen.call('batchLoads', { filter: 1 })).batchLoads
    const approved = await chen.call('approveBatchLoad', {
      batchLoadFileID: uploaded.batchLoadFileID,
      fingerprint: waiting?.FINGERPRINT ?? '',
    })
    expect(approved.resultCode).toBe('0')
    const loaded = async () => (await chen.call('batchLoads', { filter: 2 })).batchLoads[0]?.LOADEDCOUNT
    await expect.poll(loaded, { timeout: TIMEOUT_MS }).toBe(3)
    const card = (await mia.call('cardDetails', { voucherID: cards[0]?.VOUCHERID ?? '' })).card
    expect(Number(card.CARDBALANCE)).toBe(25)

    const ended = once(server, 'exit')
    server.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    await instance.withDb(async (db) => {
      expect(await checkLedger(db)).toEqual([])
      const { rows } = await sql<{
        balance: number
      }>`SELECT balance_cents AS balance FROM account WHERE kind = 'funding'`.execute(db)
      // Three loads of 25.00 with their fees of 0.50, and three cards that cost 1.00 each.
      expect(rows).toEqual([{ balance: 10_000_000 - 3 * 2_550 - 3 * 100 }])
    })
  })
})
