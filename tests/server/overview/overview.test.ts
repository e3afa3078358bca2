// The home page's figures: what waits for whom, each part only with its permission.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleRows } from '#server/db/seed/sample-batch.ts'
import { engines } from '#tests/support/database.ts'
import { type DemoHost, startDemoHost, uploadLoads } from '../batches/demo-host.ts'

describe.each(engines)('overview on %s', (engine) => {
  let host: DemoHost
  beforeAll(async () => {
    host = await startDemoHost(engine)
  })
  afterAll(() => host.close())
  const overviewOf = async (username: string) => (await host.person(username)).call('overview', {})

  it('counts for a checker what others uploaded, and leaves out own uploads', async () => {
    const [amir, ada] = [await overviewOf('amir'), await overviewOf('ada')]
    expect(amir.batchesToApprove?.count).toBe(3)
    expect(ada.batchesToApprove?.count).toBe(2)
    expect(amir.ownBatches).toBeUndefined()
    expect(amir.loadVolume).toHaveLength(14)
    expect(amir.currency).toBe('SGD')
  })

  it('shows a maker own batches by state and own events', async () => {
    const before = await overviewOf('olive')
    expect(before.ownBatches).toEqual({ awaiting: 2, processing: 0, approved: 3, rejected: 1, closed: 0 })
    expect(before.batchesToApprove).toBeUndefined()
    const id = await uploadLoads(await host.person('olive'), sampleRows(2), { loadReference: 'Seen at once' })
    const after = await overviewOf('olive')
    expect(after.ownBatches?.awaiting).toBe(3)
    expect(after.recentActivity[0]).toMatchObject({
      who: 'Olive Tan',
      what: 'Uploaded Seen at once',
      batchLoadFileID: id,
    })
  })

  it('shows a reader the volume and no decisions', async () => {
    const rita = await overviewOf('rita')
    expect(rita.batchesToApprove).toBeUndefined()
    expect(rita.ownBatches).toBeUndefined()
    expect(rita.loadVolume?.some((day) => day.count > 0)).toBe(true)
  })
})
