// Two clients on one database: commands and servers refuse the second client unless it was set up there on purpose.
import { readFileSync, writeFileSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { harbour } from '#brand/harbour.ts'
import { voyager } from '#brand/voyager.ts'
import { claimForClient, readInstalledClients } from '#server/db/installed-client.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { freshInstance, type Instance, sampleFilePath } from '#tests/support/programme.ts'
import { freePort } from '#tests/support/ports.ts'
import { runToEnd } from '#tests/support/run-program.ts'

const REFUSED =
  'This database belongs to Voyager: give Harbour its own database, or add it to this one with npm run programme -- init FILE --beside.'

describe('a second client on one database', () => {
  let instance: Instance | undefined
  afterEach(async () => {
    await instance?.remove()
    instance = undefined
  })

  const asHarbour = { CLIENT: 'harbour' }
  /** Writes the sample file for the other client next to the instance's folder, and returns its path. */
  const writeHarbourFile = ({ folder }: Instance) => {
    const harbourFile = `${folder}.jsonc`
    const sample = readFileSync(sampleFilePath, 'utf8')
    writeFileSync(harbourFile, sample.replace('"voyager"', '"harbour"').replace('Voyager Travel', 'Harbour Staff'))
    return harbourFile
  }

  it('is refused in one sentence until it is set up next to the first client', async () => {
    instance = await freshInstance('nothing')
    const harbourFile = writeHarbourFile(instance)
    expect((await instance.run(['init', sampleFilePath])).code).toBe(0)
    const server = await runToEnd({ ...instance.env, ...asHarbour, DEMO: 'off', PORT: String(await freePort()) })
    expect(server).toEqual({ code: 1, output: REFUSED })
    const { code, output } = await instance.run(['init', harbourFile, '--beside'], asHarbour)
    expect(code).toBe(0)
    expect(output.at(-1)).toMatch(/^Added the first administrator 'ada'\./)
    expect((await instance.run(['user', 'unlock', 'ada'], asHarbour)).errors).toEqual(['This user is not locked.'])
  })

  it('is refused by every command, and the attempt changes nothing', async () => {
    instance = await freshInstance('nothing')
    const harbourFile = writeHarbourFile(instance)
    await instance.run(['init', sampleFilePath])
    expect(await instance.run(['init', harbourFile], asHarbour)).toMatchObject({ code: 1, errors: [REFUSED] })
    expect((await instance.run(['init', harbourFile, '--beside', '--dry-run'], asHarbour)).code).toBe(0)
    expect((await instance.run(['user', 'unlock', 'ada'], asHarbour)).errors).toEqual([REFUSED])
    const checkResult = await instance.run(['check'], asHarbour)
    expect(checkResult.code).toBe(1)
    expect(checkResult.output.join('\n')).toContain('this database belongs to voyager, not to harbour')
  })

  it('is accepted in the demo programme, which is made for both clients', async () => {
    const database = await freshDatabase('demo')
    await claimForClient(database.db, harbour)
    await claimForClient(database.db, voyager)
    expect(await readInstalledClients(database.db)).toEqual(['harbour', 'voyager'])
    await database.close()
  })
})
