// A page that would lose something is not left without a word, by a link nor by the way back; one that would not, is.
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { Link, Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { GuardedRouter } from '#app/GuardedRouter.tsx'
import { useLeaveGuard } from '#services/leave-guard.ts'

function Form() {
  const [dirty, setDirty] = useState(false)
  const { asking, leave, stay } = useLeaveGuard(dirty)
  return (
    <>
      <h1>Form</h1>
      <button onClick={() => setDirty(true)}>Type</button>
      <Link to="/other">Other</Link>
      <Link to="/form?step=2">Next step</Link>
      {asking && (
        <div role="dialog">
          <button onClick={leave}>Leave</button>
          <button onClick={stay}>Stay</button>
        </div>
      )}
    </>
  )
}

const heading = () => screen.getByRole('heading').textContent
const click = (name: string) => fireEvent.click(screen.getByText(name))

beforeEach(() => {
  render(
    <GuardedRouter basename="/">
      <Routes>
        <Route
          path="/other"
          element={
            <>
              <h1>Other page</h1>
              <Link to="/form">Form</Link>
            </>
          }
        />
        <Route path="*" element={<Form />} />
      </Routes>
    </GuardedRouter>,
  )
  if (heading() !== 'Form') click('Form')
})
afterEach(cleanup)

test('what is not dirty is left at once', () => {
  click('Other')
  expect(heading()).toBe('Other page')
})

test('a link asks first: staying stays, leaving leaves', () => {
  click('Type')
  click('Other')
  expect(heading()).toBe('Form')
  click('Stay')
  expect(screen.queryByRole('dialog')).toBeNull()
  click('Other')
  click('Leave')
  expect(heading()).toBe('Other page')
})

test('the way back asks too', async () => {
  click('Other')
  click('Form')
  click('Type')
  history.back()
  await screen.findByRole('dialog')
  expect(heading()).toBe('Form')
  click('Leave')
  await waitFor(() => expect(heading()).toBe('Other page'))
})

test('another step of the same page does not ask', () => {
  click('Type')
  click('Next step')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(location.search).toBe('?step=2')
})

test('closing the tab asks in the browser’s words, only while dirty', () => {
  const closing = () => dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(closing()).toBe(true)
  click('Type')
  expect(closing()).toBe(false)
})
