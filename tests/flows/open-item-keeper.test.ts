// An item that stays open after the user has left its page reports the end of its work once, and only to that user.
import { beforeEach, expect, it } from 'vitest'
import { createOpenItemKeeper } from '#flows/open-item-keeper.ts'
import { ownerUserOf, type Session, sessionStore } from '#services/session/session.ts'

const sessionOf = (userId: string): Session => ({
  token: `token-${userId}`,
  user: { userId, username: 'olive', firstname: 'Olive', lastname: 'Tan', email: 'olive@example.test' },
  permissions: {},
})
const olive = ownerUserOf(sessionOf('7'))

interface TestItem {
  readonly ownerUser: string
  isBusy: boolean
  end: () => void
  readonly workEnd: Promise<void>
}
let messages: string[]
let keeper: ReturnType<typeof createOpenItemKeeper<TestItem, TestItem>>

beforeEach(() => {
  messages = []
  sessionStore.set(sessionOf('7'))
  keeper = createOpenItemKeeper<TestItem, TestItem>({
    isBusy: (item) => item.isBusy,
    waitForEnd: (item) => item.workEnd,
    isOnlyInMemory: () => false,
    close: () => Promise.resolve(void messages.push('closed')),
    notify: () => void messages.push('notified'),
    toOpened: (item) => item,
    toItem: (opened) => opened,
  })
})

function createItem(): TestItem {
  let resolve = () => {}
  const workEnd = new Promise<void>((end) => (resolve = end))
  const item: TestItem = {
    ownerUser: olive,
    isBusy: true,
    workEnd,
    end: () => {
      item.isBusy = false
      resolve()
    },
  }
  return item
}
const openItem = () =>
  keeper.open({ ownerUser: olive, isRequested: () => true, openNew: () => Promise.resolve(createItem()) })
const expectMessages = (...expected: readonly string[]) =>
  expect.poll(() => messages, { interval: 1 }).toEqual(expected)

it('the result is reported after the user has left the page', async () => {
  const upload = await openItem()
  keeper.leave(upload)
  await Promise.resolve()
  upload.end()
  await expectMessages('notified', 'closed')
})

it('the result is also reported if the work ended just before the item was closed', async () => {
  const upload = await openItem()
  keeper.leave(upload)
  upload.end()
  await expectMessages('notified', 'closed')
})

it('nothing is reported if the page itself has shown the result', async () => {
  const upload = await openItem()
  upload.end()
  keeper.leave(upload)
  await expectMessages('closed')
})

it.each(['before', 'after'])('another user who signs in %s the end of the work is not notified', async (when) => {
  const upload = await openItem()
  keeper.leave(upload)
  if (when === 'after') upload.end()
  sessionStore.set(sessionOf('8'))
  if (when === 'before') upload.end()
  await expectMessages('closed')
})
