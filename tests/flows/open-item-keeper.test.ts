// A page that stays open in the background after the user has left it reports the end of its work once, and only to
// that user.
import { beforeEach, expect, it } from 'vitest'
import { createOpenItemKeeper } from '#flows/open-item-keeper.ts'
import { ownerUserOf, type Session, sessionStore } from '#services/session/session.ts'

const sessionOf = (userId: string): Session => ({
  token: `token-${userId}`,
  user: { userId, username: 'olive', firstname: 'Olive', lastname: 'Tan', email: 'olive@example.test' },
  permissions: {},
})
const olive = ownerUserOf(sessionOf('7'))

interface Subject {
  readonly ownerUser: string
  isBusy: boolean
  end: () => void
  readonly ended: Promise<void>
}
let messages: string[]
let keeper: ReturnType<typeof createOpenItemKeeper<Subject, Subject>>

beforeEach(() => {
  messages = []
  sessionStore.set(sessionOf('7'))
  keeper = createOpenItemKeeper<Subject, Subject>(
    {
      isBusy: (subject) => subject.isBusy,
      ended: (subject) => subject.ended,
      isOnlyInMemory: () => false,
      close: () => Promise.resolve(void messages.push('closed')),
      notify: () => void messages.push('notified'),
    },
    (subject) => subject,
    (opened) => opened,
  )
})

function subject(): Subject {
  let resolve = () => {}
  const ended = new Promise<void>((end) => (resolve = end))
  const item: Subject = {
    ownerUser: olive,
    isBusy: true,
    ended,
    end: () => {
      item.isBusy = false
      resolve()
    },
  }
  return item
}
const opened = () => keeper.open({ ownerUser: olive, isRequested: () => true, open: () => Promise.resolve(subject()) })
const expectMessages = (...all: readonly string[]) => expect.poll(() => messages, { interval: 1 }).toEqual(all)

it('reports its result after the user has left the page', async () => {
  const upload = await opened()
  keeper.leave(upload)
  await Promise.resolve()
  upload.end()
  await expectMessages('notified', 'closed')
})

it('reports its result also if it ended just before its page was closed', async () => {
  const upload = await opened()
  keeper.leave(upload)
  upload.end()
  await expectMessages('notified', 'closed')
})

it('reports nothing if the page itself has shown the result', async () => {
  const upload = await opened()
  upload.end()
  keeper.leave(upload)
  await expectMessages('closed')
})

it.each(['before', 'after'])('does not notify another user who signed in %s the end', async (when) => {
  const upload = await opened()
  keeper.leave(upload)
  if (when === 'after') upload.end()
  sessionStore.set(sessionOf('8'))
  if (when === 'before') upload.end()
  await expectMessages('closed')
})
