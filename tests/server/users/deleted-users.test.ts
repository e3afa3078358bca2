// Batches of a deleted user can still be decided and show the user's name. A new user with that name is a different
// user, also for approvals.
import { describe, expect, it } from 'vitest'
import { sampleRows } from '#server/demo/sample-batch.ts'
import { approve, uploadLoads } from '#tests/support/demo-server.ts'
import { withDemoServer } from '#tests/support/with-demo-server.ts'

describe('batches of a deleted user', () => {
  const demo = withDemoServer()
  const { people } = demo

  it('can be approved and rejected under the old name, and stay separate from a new user with that name', async () => {
    const { ada, olive, amir } = people
    const [approvedId, rejectedId] = [
      await uploadLoads(olive, sampleRows(40).slice(0, 2)),
      await uploadLoads(olive, sampleRows(40).slice(2, 4)),
    ]
    expect((await ada.call('deleteUser', { deleteUserID: String(olive.id) })).resultCode).toBe('0')
    const { batchLoads } = await amir.call('batchLoads', { filter: 1 })
    const olivesBatches = batchLoads.filter(({ BATCHLOADFILEID }) => [approvedId, rejectedId].includes(BATCHLOADFILEID))
    expect(olivesBatches.map(({ UPLOADUSERFIRSTNAME }) => UPLOADUSERFIRSTNAME)).toEqual(['Olive', 'Olive'])
    expect((await approve(demo.server, amir, approvedId)).resultCode).toBe('0')
    expect((await amir.call('rejectBatchLoad', { batchLoadFileID: rejectedId })).resultCode).toBe('0')

    const groups = await ada.call('AllUserGroups', { ownerId: 3 })
    const groupId = groups.userGroups.find(({ GROUPDESCRIPTION }) => GROUPDESCRIPTION === 'Batch makers')?.GROUPID ?? ''
    const user = {
      username: 'Olive',
      firstname: 'Olivia',
      lastname: '',
      email: 'olivia@voyager.example',
      ownerId: 3,
      groupId,
      isNew: true,
    }
    const response = await ada.call('saveUser', { user })
    expect(response.resultCode).toBe('0')
    expect(response.userId).not.toBe(String(people.olive.id))
    const rejectedBatches = await amir.call('batchLoads', { filter: 3 })
    expect(rejectedBatches.batchLoads.map(({ UPLOADUSERFIRSTNAME }) => UPLOADUSERFIRSTNAME)).not.toContain('Olivia')
  })
})
