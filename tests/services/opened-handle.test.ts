// Corrected rows are written back only to the file from which they were read, only if it is unchanged, and only for its
// user.
import { expect, it, vi } from 'vitest'
import { canWriteBack, rememberHandle, writeBack } from '#services/files/opened-handle.ts'
import { signInTestUser } from '#tests/support/test-user.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const contentOf = (text: string) => () => Promise.resolve(bytesOf(text))

/** A file on the disk, and its handle. */
function fileWith(content: string, permission: PermissionState = 'granted') {
  const disk = { content: bytesOf(content) }
  const requestPermission = vi.fn(() => Promise.resolve(permission))
  const handle = {
    getFile: () => Promise.resolve(new File([disk.content], 'any.csv')),
    requestPermission,
    createWritable: () =>
      Promise.resolve({
        write: (bytes: Uint8Array<ArrayBuffer>) => Promise.resolve(void (disk.content = bytes)),
        close: () => Promise.resolve(),
      }),
  }
  return { handle, requestPermission, text: () => new TextDecoder().decode(disk.content), disk }
}

it('a file is written, and can be written again after this change', async () => {
  const file = fileWith('a')
  rememberHandle('one.csv', file.handle)
  expect(await writeBack('one.csv', bytesOf('a'), contentOf('b'))).toBe('written')
  expect(file.text()).toBe('b')
  expect(await writeBack('one.csv', bytesOf('a'), contentOf('c'))).toBe('written')
  expect(file.text()).toBe('c')
})

it('a file that another program has changed is not overwritten, and no permission is requested', async () => {
  const file = fileWith('a')
  rememberHandle('two.csv', file.handle)
  file.disk.content = bytesOf('changed')
  expect(await writeBack('two.csv', bytesOf('a'), contentOf('b'))).toBe('changed')
  expect(file.text()).toBe('changed')
  expect(file.requestPermission).not.toHaveBeenCalled()
})

it('the file with the same content is written if two files have the same name', async () => {
  const [first, second] = [fileWith('a'), fileWith('b')]
  rememberHandle('three.csv', first.handle)
  rememberHandle('three.csv', second.handle)
  expect(await writeBack('three.csv', bytesOf('a'), contentOf('new'))).toBe('written')
  expect([first.text(), second.text()]).toEqual(['new', 'b'])
})

it('nothing is written if the user refuses, the new content cannot be created, or the disk fails', async () => {
  const refused = fileWith('a', 'denied')
  rememberHandle('four.csv', refused.handle)
  expect(await writeBack('four.csv', bytesOf('a'), contentOf('b'))).toBe('refused')
  expect(refused.text()).toBe('a')
  const file = fileWith('a')
  rememberHandle('five.csv', file.handle)
  expect(await writeBack('five.csv', bytesOf('a'), () => Promise.resolve(undefined))).toBe('refused')
  rememberHandle('six.csv', { ...file.handle, createWritable: () => Promise.reject(new Error('full')) })
  expect(await writeBack('six.csv', bytesOf('a'), contentOf('b'))).toBe('refused')
  expect(file.text()).toBe('a')
})

it('no file can be written for another user, or in a browser that cannot write files', () => {
  signInTestUser({}, 'olive', '1')
  rememberHandle('seven.csv', fileWith('a').handle)
  expect(canWriteBack('seven.csv')).toBe(true)
  signInTestUser({}, 'amir', '2')
  expect(canWriteBack('seven.csv')).toBe(false)
  rememberHandle('eight.csv', { getFile: () => Promise.resolve(new File([], 'eight.csv')) })
  expect(canWriteBack('eight.csv')).toBe(false)
})
