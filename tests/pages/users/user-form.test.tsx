// Add User and Edit User: when Save is disabled, the request, the position of errors, and that no typed text is lost.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import AddUserPage from '#pages/users/AddUserPage.tsx'
import EditUserPage from '#pages/users/EditUserPage.tsx'
import { addForm, editForm, EMPTY } from '#pages/users/form/state.ts'
import { currentNotices } from '#services/notices.ts'
import { groups, open, useUsersServer } from './setup.tsx'

const server = useUsersServer()
afterEach(() => {
  addForm.change(EMPTY)
  editForm.change(EMPTY)
})

const info = {
  user: { userId: '7', username: 'dora', firstname: 'Dora', lastname: 'Lee', email: 'dora@example.test' },
  permissions: { User: ['write'] },
  groupId: '11',
}
const known = { AllUserGroups: { userGroups: groups }, userInfo: info }
const field = (name: string) => screen.getByLabelText(name, { exact: false, selector: 'input,select' })
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const save = () => screen.getByRole('button', { name: 'Save' })
const isBlocked = () => save().getAttribute('aria-disabled') === 'true'

async function add(more: object = {}) {
  server.answers({ ...known, ...more })
  open(AddUserPage, '/user/adduser')
  await screen.findByRole('option', { name: 'Makers' })
}
async function edit(id = '7', more: object = {}) {
  server.answers({ ...known, ...more })
  open(EditUserPage, `/user/edituser/${id}`, '/user/edituser/:userid')
  await screen.findByRole('option', { name: 'Makers' })
}
function fillIn() {
  type('Username', ' newdora ')
  type('Email', 'newdora@example.test')
  type('Group', '11')
}

it('disables Save until username and email are filled in, and explains why', async () => {
  await add()
  expect(isBlocked()).toBe(true)
  expect(document.getElementById(save().getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'please fill in all required fields',
  )
  type('Username', 'x')
  expect(isBlocked()).toBe(true)
  type('Email', ' ')
  expect(isBlocked()).toBe(true)
  type('Email', 'x@y.test')
  expect(isBlocked()).toBe(false)
  fireEvent.submit(field('Username').closest('form') as HTMLFormElement)
  expect(server.requests('saveUser')).toEqual([])
  expect(screen.getAllByText('Select a group').length).toBeGreaterThan(1)
})

it('saves with Enter in the username field, reports success, and is empty for the next user', async () => {
  await add({ saveUser: { userId: '8' } })
  fillIn()
  // A browser submits the form on Enter in one of its fields.
  fireEvent.submit(field('Username').closest('form') as HTMLFormElement)
  await waitFor(() => expect(server.requests('saveUser')).toHaveLength(1))
  expect(server.requests('saveUser')[0]?.['user']).toEqual({
    username: 'newdora',
    firstname: '',
    lastname: '',
    email: 'newdora@example.test',
    ownerId: 3,
    groupId: '11',
    isNew: true,
  })
  await waitFor(() => expect((field('Username') as HTMLInputElement).value).toBe(''))
  expect(currentNotices().history[0]).toMatchObject({ text: 'The user has been created!' })
})

it('shows errors at their fields, its own and the server’s, and keeps the typed text', async () => {
  const errors = [{ path: 'user.username', message: 'This username is taken. Enter another one' }]
  await add({ saveUser: { resultCode: '-20409', resultText: errors[0]?.message, errors } })
  fillIn()
  type('Email', 'nobody')
  fireEvent.click(save())
  expect(field('Email').getAttribute('aria-invalid')).toBe('true')
  expect(within(screen.getByRole('alert')).getByText('Enter an email address like name@company.com')).toBeTruthy()
  expect(server.requests('saveUser')).toEqual([])
  type('Email', 'newdora@example.test')
  fireEvent.click(save())
  await waitFor(() => expect(field('Username').getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getAllByText('This username is taken. Enter another one')).toHaveLength(2)
  expect((field('Username') as HTMLInputElement).value).toBe(' newdora ')
  expect(field('Email').getAttribute('aria-invalid')).toBeNull()
})

it('shows the permissions of the chosen group, and offers no group with more permissions than the viewer', async () => {
  await add()
  type('Group', '11')
  expect(await screen.findByText('Upload batches that load cards')).toBeTruthy()
  const more = screen.getByRole('option', { name: 'Producers (has permissions you do not have)' }) as HTMLOptionElement
  expect(more.disabled).toBe(true)
})

it('reports an unknown outcome if there was no response: the form stays, and the same request is sent again', async () => {
  await add({ saveUser: { cut: true } })
  fillIn()
  fireEvent.click(save())
  expect(await screen.findByText('We cannot tell whether user newdora was created')).toBeTruthy()
  expect((field('Username') as HTMLInputElement).value).toBe(' newdora ')
  expect(isBlocked()).toBe(true)
  server.answers({ ...known, saveUser: { userId: '8' } })
  fireEvent.click(screen.getByRole('button', { name: 'Check again' }))
  await waitFor(() => expect((field('Username') as HTMLInputElement).value).toBe(''))
  expect(new Set(server.requests('saveUser').map(({ requestId }) => requestId)).size).toBe(1)
})

it('keeps the typed text while another page is open', async () => {
  await add()
  type('First name', 'Dora')
  screen.getByRole('button', { name: 'Clear' })
  const { cleanup } = await import('@testing-library/react')
  cleanup()
  await add()
  expect((field('First name') as HTMLInputElement).value).toBe('Dora')
  fireEvent.click(screen.getByRole('button', { name: 'Clear' }))
  expect((field('First name') as HTMLInputElement).value).toBe('')
})

it('edits the stored data, sends it with the id, and returns to the list', async () => {
  await edit('7', { saveUser: { userId: '7' } })
  expect((field('Email') as HTMLInputElement).value).toBe('dora@example.test')
  type('Last name', 'Ng')
  expect(screen.getByText(/^Not saved yet/)).toBeTruthy()
  fireEvent.click(save())
  await waitFor(() => expect(screen.getByLabelText('Address').textContent).toBe('/user/search'))
  expect(server.requests('saveUser')[0]?.['user']).toMatchObject({
    userId: '7',
    isNew: false,
    lastname: 'Ng',
    groupId: '11',
  })
  expect(currentNotices().history[0]).toMatchObject({ text: 'User saved successfully' })
})

it('Cancel returns and discards the typed text', async () => {
  await edit()
  type('Last name', 'Ng')
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.getByLabelText('Address').textContent).toBe('/user/search')
  expect(editForm.get()).toEqual(EMPTY)
})

it('does not let users change their own group', async () => {
  await edit('3', { userInfo: { ...info, user: { ...info.user, userId: '3' } } })
  expect((field('Group') as HTMLSelectElement).disabled).toBe(true)
  expect(screen.getByText('You cannot change your own group.')).toBeTruthy()
})

it('disables changes to a user with more permissions than the viewer, and explains why', async () => {
  await edit('7', { userInfo: { ...info, permissions: { User: ['write'], Batch: ['load'] } } })
  type('Last name', 'Ng')
  expect(isBlocked()).toBe(true)
  const why = 'This user has permissions you do not have. Ask someone who has them'
  expect(document.getElementById(save().getAttribute('aria-describedby') ?? '')?.textContent).toBe(why)
  fireEvent.submit(field('Username').closest('form') as HTMLFormElement)
  expect(server.requests('saveUser')).toEqual([])
})

it('reports that the user was deleted meanwhile, and keeps the typed text', async () => {
  await edit('7', { saveUser: { resultCode: '-20404', resultText: 'There is no such user' } })
  type('Last name', 'Ng')
  fireEvent.click(save())
  expect(await screen.findByText('There is no such user')).toBeTruthy()
  expect((field('Last name') as HTMLInputElement).value).toBe('Ng')
})

it.each(['999', 'olive'])('reports that there is no user %s', async (id) => {
  server.answers({ userInfo: { resultCode: '-20404', resultText: 'There is no such user' } })
  open(EditUserPage, `/user/edituser/${id}`, '/user/edituser/:userid')
  expect(await screen.findByText('There is no such user')).toBeTruthy()
  expect(screen.getByText('The link may be old or mistyped, or the user was deleted.')).toBeTruthy()
})
