// Settings: defaults, accepted values, and the message for each invalid value. Also the conditions for the demo, and
// the key files.
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { demoRefusal } from '#server/demo/seed-if-allowed.ts'
import { readKeys } from '#server/keys/key-files.ts'
import { keysToSecrets, textToSecrets } from '#server/keys/secrets.ts'
import { environmentToSettings } from '#server/config/settings.ts'
import { splitServers } from '#server/db/primary.ts'

describe('settings', () => {
  it('have their defaults', () => {
    expect(environmentToSettings({}, '/srv')).toMatchObject({
      host: '127.0.0.1',
      port: 4180,
      dataDir: '/srv/.data',
      secretsDir: '/srv/.data/keys',
      publicUrl: 'http://localhost:4180/voyager/',
      seedCards: 20_000,
      passwordMin: 10,
      maxMerchantSignUp: 10,
      idleMinutes: 15,
      databaseUrl: undefined,
    })
    expect(environmentToSettings({ HOST: '::1' }).publicUrl).toBe('http://localhost:4180/voyager/')
    expect(environmentToSettings({ HOST: '::' }).publicUrl).toBe('http://[::]:4180/voyager/')
    expect(environmentToSettings({ CLIENT: 'harbour' }).publicUrl).toBe('http://localhost:4180/harbour/')
  })

  it.each([
    [{}, 0],
    [{ TRUST_PROXY: 'off' }, 0],
    [{ TRUST_PROXY: 'on' }, 1],
    [{ TRUST_PROXY: '2' }, 2],
  ])('%j trust %i proxies', (environment, proxyCount) => {
    expect(environmentToSettings(environment)).toMatchObject({ proxyCount })
  })

  it.each(['https://portal.example', 'https://portal.example/voyager', 'https://portal.example/voyager/'])(
    'accept the address %s, with or without the client’s path',
    (url) => expect(environmentToSettings({ PUBLIC_URL: url }).publicUrl).toBe('https://portal.example/voyager/'),
  )

  it('can be in a file, for passwords in containers', () => {
    const folder = mkdtempSync(join(tmpdir(), 'portal-secret-'))
    const file = join(folder, 'database_url')
    writeFileSync(file, 'postgres://app:secret@db/portal\n')
    const settings = (environment: Record<string, string>) => environmentToSettings(environment).databaseUrl
    expect(settings({ DATABASE_URL_FILE: file })).toBe('postgres://app:secret@db/portal')
    expect(settings({ DATABASE_URL_FILE: file, DATABASE_URL: '' })).toBe('postgres://app:secret@db/portal')
    expect(settings({ DATABASE_URL_FILE: file, DATABASE_URL: 'postgres://own/portal' })).toBe('postgres://own/portal')
    rmSync(folder, { recursive: true })
    expect(() => settings({ DATABASE_URL_FILE: file })).toThrow(
      `DATABASE_URL_FILE is '${file}', but this file cannot be read.`,
    )
  })

  it('accept several hosts of a database', () => {
    const url = 'postgres://app:secret@one.example:5432,two.example,[::1]:5433/portal?sslmode=require'
    expect(environmentToSettings({ DATABASE_URL: url }).databaseUrl).toBe(url)
    expect(splitServers(url)).toEqual([
      'postgres://app:secret@one.example:5432/portal?sslmode=require',
      'postgres://app:secret@two.example/portal?sslmode=require',
      'postgres://app:secret@[::1]:5433/portal?sslmode=require',
    ])
  })

  it.each([
    [
      { PUBLIC_URL: 'https://portal.example/harbour/' },
      'PUBLIC_URL has the path /harbour/, but the pages of Voyager are under /voyager/.',
    ],
    [{ PORT: 'abc' }, "PORT is 'abc', but it must be a whole number from 0 to 65535."],
    [{ PORT: '70000' }, "PORT is '70000', but it must be a whole number from 0 to 65535."],
    [{ CLIENT: 'unknown' }, "CLIENT is 'unknown', but there is no such client: use one of voyager, harbour."],
    [{ CLIENT: 'toString' }, "CLIENT is 'toString', but there is no such client: use one of voyager, harbour."],
    [{ DEMO: 'yes' }, "DEMO is 'yes', but it must be one of on, off, force."],
    [
      { TRUST_PROXY: '10.0.0.1' },
      "TRUST_PROXY is '10.0.0.1', but it must be on, off or the number of proxies, from 1 to 9.",
    ],
    [{ MAX_MERCHANT_SIGN_UP: '0' }, "MAX_MERCHANT_SIGN_UP is '0', but it must be a whole number from 1 to 500."],
    [{ PASSWORD_MIN: '4' }, "PASSWORD_MIN is '4', but it must be a whole number from 10 to 100."],
    [{ NOTIFY_URL: 'sms.example/send' }, 'NOTIFY_URL is not an address that starts with http:// or https://.'],
    [
      { DATABASE_URL: 'postgres://one:5432,two:port/portal' },
      'DATABASE_URL is not an address that starts with postgres:// or postgresql://.',
    ],
    [
      { DATABASE_URL: 'mysql://u:secret@h/d' },
      'DATABASE_URL is not an address that starts with postgres:// or postgresql://.',
    ],
  ])('%j prevents the start with one sentence', (environment, sentence) => {
    expect(() => environmentToSettings(environment)).toThrow(new Error(sentence))
  })
})

describe('the demo programme', () => {
  const allowedSettings = { demo: 'on', isProduction: false, host: '127.0.0.1' } as const
  it.each([
    [allowedSettings, true, undefined],
    [{ ...allowedSettings, host: 'localhost' }, true, undefined],
    [allowedSettings, false, /empty database only/],
    [{ ...allowedSettings, isProduction: true }, true, /NODE_ENV=production/],
    [{ ...allowedSettings, isProduction: true, demo: 'force' }, true, /NODE_ENV=production/],
    [{ ...allowedSettings, host: '0.0.0.0' }, true, /refused on 0\.0\.0\.0/],
    [{ ...allowedSettings, host: '0.0.0.0', demo: 'force' }, true, undefined],
    [{ ...allowedSettings, demo: 'off' }, true, /DEMO=off/],
  ] as const)('is allowed or refused with %j (database empty: %s)', (settings, isEmpty, refusal) => {
    const reason = demoRefusal(settings, { isEmpty })
    if (refusal) expect(reason).toMatch(refusal)
    else expect(reason).toBeUndefined()
  })
})

describe('keys', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'portal-keys-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('are created once, are not readable by other users, and stay the same', () => {
    const path = join(folder, 'keys')
    const first = keysToSecrets(readKeys(path, 1, 'createAll'))
    const encrypted = first.encrypt('4012888888881881')
    expect(encrypted.toString('latin1')).not.toContain('4012888888881881')
    const second = keysToSecrets(readKeys(path, 1, 'createToken'))
    expect(second.decryptText(encrypted)).toBe('4012888888881881')
    expect(second.panIndex('1')).toEqual(first.panIndex('1'))
    expect(statSync(path).mode & 0o777).toBe(0o700)
    expect(readdirSync(path).sort()).toEqual(['data.key', 'draft.key', 'index.key', 'token.key'])
    for (const name of readdirSync(path)) expect(statSync(join(path, name)).mode & 0o777).toBe(0o600)
  })

  it('are rejected if other users can read them or if they are damaged', () => {
    readKeys(folder, 1, 'createAll')
    chmodSync(join(folder, 'data.key'), 0o644)
    expect(() => readKeys(folder, 1, 'createToken')).toThrow(/data\.key can be read by others: run chmod 600/)
    chmodSync(join(folder, 'data.key'), 0o600)
    writeFileSync(join(folder, 'data.key'), 'short')
    expect(() => readKeys(folder, 1, 'createToken')).toThrow(/data\.key is damaged/)
  })

  it('detect a changed ciphertext and a wrong key', () => {
    const secrets = textToSecrets('one')
    const encrypted = secrets.encrypt('text')
    const changed = Buffer.from(encrypted)
    changed[15] = (changed[15] ?? 0) ^ 1
    expect(() => secrets.decrypt(changed)).toThrow()
    expect(() => textToSecrets('two').decrypt(encrypted)).toThrow()
    expect(() => secrets.unwrapDraftKey(encrypted)).toThrow()
  })

  it('pack the hashes of many numbers, 16 bytes each', () => {
    const secrets = textToSecrets('one')
    expect(secrets.panIndexes(['1', '2'])).toEqual(Buffer.concat([secrets.panIndex('1'), secrets.panIndex('2')]))
    expect(secrets.panPrefixIndex('9000010000000017')).toEqual(secrets.panPrefixIndex('900001000'))
    expect(secrets.panPrefixIndex('900001000')).not.toEqual(secrets.panIndex('900001000'))
  })
})
