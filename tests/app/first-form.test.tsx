// The sign-in form of index.html, which is painted before the portal's script has arrived: it has the markup that the portal
// renders, is shown only where the portal would show that form, and gives the portal what was typed.
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, onTestFinished, test, vi } from 'vitest'
import { SignedOutFrame } from '#app/frame/SignedOutFrame.tsx'
import { routesBeforeSignIn } from '#app/routes/first-routes.ts'
import type { Client } from '#brand/client.ts'
import { voyager } from '#brand/voyager.ts'
import LoginPage from '#pages/access/LoginPage.tsx'
import { fillPage } from '#server/http/portal-page.ts'
import { reportReached, reportUnreachable } from '#services/server/connection.ts'
import { json, withStubServer } from '#tests/support/stub-server.ts'
import { showPage } from '#tests/support/show-page.tsx'
import { removeFirstForm } from '#ui/forms/first-form.ts'
import { m } from '#words/messages.js'

const server = withStubServer()
const read = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')
const template = read('index.html')
const script = read('public/first-form.js')

afterEach(() => {
  document.body.replaceChildren()
  localStorage.clear()
  sessionStorage.clear()
})

function parsePage(client: Client = voyager): Document {
  return new DOMParser().parseFromString(fillPage(template, client, { language: 'en', version: '1' }), 'text/html')
}

/** Opens the page as a browser does that has not received the portal's script yet. */
function openPage(path = 'login', client: Client = voyager): HTMLElement {
  const page = parsePage(client)
  history.replaceState(null, '', `${client.basePath}${path}`)
  for (const selector of ['#client', '#first', '#root']) {
    const element = page.querySelector(selector)
    if (element) document.body.append(document.importNode(element, true))
  }
  // oxlint-disable-next-line no-implied-eval, no-new-func -- a file of the page, which is not a module
  const run = new Function(script) as () => void
  run()
  return document.getElementById('first') as HTMLElement
}

/** The markup without what cannot move anything: white space, the order of classes, and names that only scripts use. */
function comparable(root: Element): string {
  const copy = root.cloneNode(true) as Element
  // Without the portal they do nothing, so they appear at the end of the bar once it has started.
  for (const control of copy.querySelectorAll('header > select, header > button, .invisible')) control.remove()
  for (const element of copy.querySelectorAll('*')) {
    for (const name of ['id', 'for', 'value', 'data-discover', 'tabindex', 'vite-ignore', 'hidden', 'aria-describedby'])
      element.removeAttribute(name)
    element.setAttribute('class', (element.getAttribute('class') ?? '').split(' ').toSorted().join(' '))
    if (element.getAttribute('type') === 'submit') element.setAttribute('type', 'button')
    if (element.getAttribute('fill')?.startsWith('url')) element.removeAttribute('fill')
  }
  const describeNode = (node: ChildNode): string => {
    if (!(node instanceof Element)) return (node.textContent ?? '').trim().replaceAll(/\s+/g, ' ')
    const attributes = Array.from(node.attributes, ({ name, value }) => `${name}=${value}`).toSorted()
    return `<${node.tagName} ${attributes.join(' ')}>${Array.from(node.childNodes, describeNode).join('')}`
  }
  return Array.from(copy.childNodes, describeNode)
    .join('')
    .replace(/Offline since[^<]*/, 'Offline since')
    .replace('=/forgotPassword', `=${voyager.basePath}forgotPassword`)
}

test('the form has the markup that the portal renders, so that nothing moves', () => {
  reportUnreachable('no connection')
  const { container } = showPage(
    <SignedOutFrame notices={null}>
      <LoginPage />
    </SignedOutFrame>,
  )
  const rendered = comparable(container)
  cleanup()
  reportReached()
  const first = parsePage().getElementById('first') as HTMLElement
  expect(comparable(document.importNode(first, true))).toBe(rendered)
})

describe('the form', () => {
  it('is shown, with the focus in its first field, at each address that leads to the sign-in', () => {
    for (const path of ['', 'login', 'batchload', 'user/audit']) {
      const first = openPage(path)
      expect(first.hidden, path).toBe(false)
      expect(document.getElementById('root')?.hidden).toBe(true)
      expect(document.activeElement).toBe(first.querySelector('input[name=username]'))
      document.body.replaceChildren()
    }
  })

  it('is hidden at the other addresses for signed-out users', () => {
    const paths = routesBeforeSignIn.map(({ path }) => path.slice(1).replace(':uuid', 'a-1'))
    const others = paths.filter((path) => !/^log(in|out)$/.test(path))
    expect(others.length).toBeGreaterThan(2)
    for (const path of others) {
      expect(openPage(path).hidden, path).toBe(true)
      document.body.replaceChildren()
    }
  })

  it('is hidden from signed-in users, and if the portal shows something above or in place of it', () => {
    const keys = `portal:${voyager.basePath}:`
    for (const [storage, key] of [
      [localStorage, `${keys}session`],
      [localStorage, `${keys}notices`],
      [sessionStorage, `${keys}return`],
      [sessionStorage, 'portal.second-step'],
    ] as const) {
      storage.setItem(key, 'x')
      expect(openPage().hidden, key).toBe(true)
      storage.clear()
      document.body.replaceChildren()
    }
    expect(openPage('login', { ...voyager, isSandbox: true }).hidden).toBe(true)
    document.body.replaceChildren()
    const withCompanyLogin = { ...voyager, signIn: { provider: 'Company', hasPasswords: true } }
    expect(openPage('login', withCompanyLogin).hidden).toBe(true)
  })

  it('gives the portal what was typed, and the press of a button is carried out', async () => {
    server.respondWith((response) => json(response, { resultCode: '6' }))
    const first = openPage()
    const [name, secret] = first.querySelectorAll('input')
    if (!name || !secret) throw new Error('no fields')
    name.value = 'olive'
    secret.value = 'Sunny-Harbor-42'
    fireEvent.keyDown(secret, { key: 'Enter' })
    showPage(<LoginPage />)
    await waitFor(() => expect(document.getElementById('first')).toBeNull())
    await waitFor(() => expect(screen.getByLabelText('Username')).toHaveProperty('value', 'olive'))
    await waitFor(() => expect(document.getElementById('root')?.hidden).toBe(false))
    await expect
      .poll(() => server.requests)
      .toEqual([{ method: 'logIn', params: { username: 'olive', password: 'Sunny-Harbor-42', ownerID: 3 } }])
  })

  it('is under a text after 20 seconds without the portal, as when its scripts hang, and keeps what was typed', () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const first = openPage()
    const name = first.querySelector('input') as HTMLInputElement
    name.value = 'olive'
    vi.advanceTimersByTime(19_999)
    expect(first.querySelector('[role=alert]')).toBeNull()
    vi.advanceTimersByTime(1)
    const text = first.querySelector('[role=alert]')
    expect(text?.textContent).toContain(m.app_notLoaded())
    expect(text?.querySelector('a')?.textContent).toBe(m.common_tryAgain())
    expect(text?.compareDocumentPosition(name)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    expect([name.value, document.activeElement]).toEqual(['olive', name])
    // A script that fails after that shows only the text.
    document.getElementById('root')?.append(document.createElement('script'))
    fireEvent.error(document.querySelector('#root script') as Element)
    expect([first.hidden, document.getElementById('root')?.hidden]).toEqual([true, false])
  })

  it('has no text above it if the portal has arrived in time', () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    openPage()
    removeFirstForm()
    vi.advanceTimersByTime(60_000)
    expect(document.querySelector('#first, [role=alert]:not(.late)')).toBeNull()
  })

  it('sends nothing without the portal: its button submits no form', () => {
    expect(parsePage().querySelectorAll('#first [type=submit], #first form[action]')).toHaveLength(0)
  })
})
