// Add User and Edit User: when Save is disabled, the request, the position of errors, and that no typed text is lost.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import AddUserPage from '#pages/users/AddUserPage.tsx'
import EditUserPage from '#pages/users/EditUserPage.tsx'
import { addForm, editForm, EMPTY_FORM } from '#pages/users/form/state.ts'
import { currentNotices } from '#services/notices.ts'
import { groups, open, useUsersServer } from './setup.tsx'

const server = useUsersServer()
afterEach(() => {
  addForm.change(EMPTY_FORM)
  editForm.change(EMPTY_FORM)
})

const info = {
  user: { userId: '7', username: 'dora', firstname: 'Dora', lastname: 'Lee', email: 'dora@example.test' },
  permissions: { User: ['write'] },
  groupId: '11',
}
const defaultResponses = { AllUserGroups: { userGroups: groups }, userInfo: info }
const field = (name: string) => screen.getByLabelText(name, { exact: false, selector: 'input,select' })
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const saveButton = () => screen.getByRole('button', { name: 'Save' })
const isSaveDisabled = () => saveButton().getAttribute('aria-disabled') === 'true'

async function openAddUser(overrides: object = {}) {
  server.setResponses({ ...defaultResponses, ...overrides })
  open(AddUserPage, '/user/adduser')
  await screen.findByRole('option', { name: 'Makers' })
}
async function openEditUser(id = '7', overrides: object = {}) {
  server.setResponses({ ...defaultResponses, ...overrides })
  open(EditUserPage, `/user/edituser/${id}`, '/user/edituser/:userid')
  await screen.findByRole('option', { name: 'Makers' })
}
function fillIn() {
  type('Username', ' newdora ')
  type('Email', 'newdora@example.test')
  type('Group', '11')
}

it('disables Save until username and email are filled in, and explains why', async () => {
  await openAddUser()
  expect(isSaveDisabled()).toBe(true)
  expect(document.getElementById(saveButton().getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'please fill in all required fields',
  )
  type('Username', 'x')
  await expect.poll(() => isSaveDisabled()).toBe(true)
  type('Email', ' ')
  await expect.poll(() => isSaveDisabled()).toBe(true)
  type('Email', 'x@y.test')
  await expect.poll(() => isSaveDisabled()).toBe(false)
  fireEvent.submit(field('Username').closest('form') as HTMLFormElement)
  await expect.poll(() => server.requests('saveUser')).toEqual([])
  await expect.poll(() => screen.getAllByText('Select a group').length).toBeGreaterThan(1)
})

it('saves with Enter in the username field, reports success, and is empty for the next user', async () => {
  await openAddUser({ saveUser: { userId: '8' } })
  fillIn()
  // A browser submits the form on Enter in one of its fields.
  fireEvent.submit(field('Username').closest('form') as HTMLFormElement)
  await waitFor(() => expect(server.requests('saveUser')).toHaveLength(1))
  await expect
    .poll(() => server.requests('saveUser')[0]?.['user'])
    .toEqual({
      username: 'newdora',
      firstname: '',
      lastname: '',
      email: 'newdora@example.test',
      ownerId: 3,
      groupId: '11',
      isNew: true,
    })
  await waitFor(() => expect((field('Username') as HTMLInputElement).value).toBe(''))
  await expect.poll(() => currentNotices().history[0]).toMatchObject({ text: 'The user has been created!' })
})

it('shows errors at their fields, those of the form and of the server, and keeps the typed text', async () => {
  const errors = [{ path: 'user.username', message: 'This username is taken. Enter another one' }]
  await openAddUser({ saveUser: { resultCode: '-20409', resultText: errors[0]?.message, errors } })
  fillIn()
  type('Email', 'nobody')
  fireEvent.click(saveButton())
  await expect.poll(() => field('Email').getAttribute('aria-invalid')).toBe('true')
  await expect
    .poll(() => within(screen.getByRole('alert')).getByText('Enter an email address like name@company.com'))
    .toBeTruthy()
  await expect.poll(() => server.requests('saveUser')).toEqual([])
  type('Email', 'newdora@example.test')
  fireEvent.click(saveButton())
  await waitFor(() => expect(field('Username').getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getAllByText('This username is taken. Enter another one')).toHaveLength(2)
  expect((field('Username') as HTMLInputElement).value).toBe(' newdora ')
  expect(field('Email').getAttribute('aria-invalid')).toBeNull()
})

it('shows the permissions of the chosen group, and offers no group with more permissions than the viewer', async () => {
  await openAddUser()
  type('Group', '11')
  expect(await screen.findByText('Upload batches that load cards')).toBeTruthy()
  const producers = screen.getByRole('option', {
    name: 'Producers (has permissions you do not have)',
  }) as HTMLOptionElement
  expect(producers.disabled).toBe(true)
})

it('reports an unknown outcome if there was no response: the form stays, and the same request is sent again', async () => {
  await openAddUser({ saveUser: { cut: true } })
  fillIn()
  fireEvent.click(saveButton())
  expect(await screen.findByText('We cannot tell whether user newdora was created')).toBeTruthy()
  expect((field('Username') as HTMLInputElement).value).toBe(' newdora ')
  expect(isSaveDisabled()).toBe(true)
  server.setResponses({ ...defaultResponses, saveUser: { userId: '8' } })
  fireEvent.click(screen.getByRole('button', { name: 'Check again' }))
  await waitFor(() => expect((field('Username') as HTMLInputElement).value).toBe(''))
  await expect.poll(() => new Set(server.requests('saveUser').map(({ requestId }) => requestId)).size).toBe(1)
})

it('keeps the typed text while another page is open', async () => {
  await openAddUser()
  type('First name', 'Dora')
  screen.getByRole('button', { name: 'Clear' })
  const { cleanup } = await import('@testing-library/react')
  cleanup()
  await openAddUser()
  expect((field('First name') as HTMLInputElement).value).toBe('Dora')
  fireEvent.click(screen.getByRole('button', { name: 'Clear' }))
  await expect.poll(() => (field('First name') as HTMLInputElement).value).toBe('')
})

it('edits the stored data, sends it with the id, and returns to the list', async () => {
  await openEditUser('7', { saveUser: { userId: '7' } })
  expect((field('Email') as HTMLInputElement).value).toBe('dora@example.test')
  type('Last name', 'Ng')
  await screen.findByText(/^Not saved yet/)
  fireEvent.click(saveButton())
  await waitFor(() => expect(screen.getByLabelText('Address').textContent).toBe('/user/search'))
  await expect
    .poll(() => server.requests('saveUser')[0]?.['user'])
    .toMatchObject({
      userId: '7',
      isNew: false,
      lastname: 'Ng',
      groupId: '11',
    })
  await expect.poll(() => currentNotices().history[0]).toMatchObject({ text: 'User saved successfully' })
})

it('Cancel returns and discards the typed text', async () => {
  await openEditUser()
  type('Last name', 'Ng')
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await expect.poll(() => screen.getByLabelText('Address').textContent).toBe('/user/search')
  await expect.poll(() => editForm.get()).toEqual(EMPTY_FORM)
})

it('does not let users change their own group', async () => {
  await openEditUser('3', { userInfo: { ...info, user: { ...info.user, userId: '3' } } })
  expect((field('Group') as HTMLSelectElement).disabled).toBe(true)
  expect(screen.getByText('You cannot change your own group.')).toBeTruthy()
})

it('disables changes to a user with more permissions than the viewer, and explains why', async () => {
  await openEditUser('7', { userInfo: { ...info, permissions: { User: ['write'], Batch: ['load'] } } })
  type('Last name', 'Ng')
  await expect.poll(() => isSaveDisabled()).toBe(true)
  const reason = 'This user has permissions you do not have. Ask someone who has them'
  await expect
    .poll(() => document.getElementById(saveButton().getAttribute('aria-describedby') ?? '')?.textContent)
    .toBe(reason)
  fireEvent.submit(field('Username').closest('form') as HTMLFormElement)
  await expect.poll(() => server.requests('saveUser')).toEqual([])
})

it('reports that the user was deleted meanwhile, and keeps the typed text', async () => {
  await openEditUser('7', { saveUser: { resultCode: '-20404', resultText: 'There is no such user' } })
  type('Last name', 'Ng')
  fireEvent.click(saveButton())
  expect(await screen.findByText('There is no such user')).toBeTruthy()
  expect((field('Last name') as HTMLInputElement).value).toBe('Ng')
})

it.each(['999', 'olive'])('reports that there is no user %s', async (id) => {
  server.setResponses({ userInfo: { resultCode: '-20404', resultText: 'There is no such user' } })
  open(EditUserPage, `/user/edituser/${id}`, '/user/edituser/:userid')
  expect(await screen.findByText('There is no such user')).toBeTruthy()
  expect(screen.getByText('The link may be old or mistyped, or the user was deleted.')).toBeTruthy()
})
