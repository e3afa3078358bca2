// Performs acts on a page and on its state machine. After each act, the page must show the machine's state and messages,
// and no control that the machine would ignore.
import { expect, type Locator, type Page, test } from '@playwright/test'
import { can, type Position, take } from '#tools/lab/catalogue/drive.ts'
import { type HeldCalls } from './held-calls.ts'
import { type Act, applyAct, firstSituation, refusalIn, type Replay, type Situation } from './replay.ts'
import type { ExpectedAct } from './replay-scenario.ts'

export interface Setup {
  readonly page: Page
  readonly calls: HeldCalls
}

/** A machine and the page that shows it. */
export interface PageReplay<S extends Setup> extends Replay<S> {
  /** For each state, an element that is visible only in that state; several states can share an element. */
  readonly markers: Readonly<Record<string, (page: Page) => Locator>>
  /** For each event, its control on the page. */
  readonly controls: Readonly<Record<string, (page: Page) => Locator>>
  /** For each effect that calls the server, its operation. The call is held until an act decides the result. */
  readonly calls: Readonly<Record<string, string>>
  /** The message that the page has to show in this position, '' for none. */
  readonly messageIn: (position: Position) => string
  /** Checks whatever else must match the machine. */
  readonly compare?: (setup: S, position: Position) => Promise<void>
  /** Opens the page. */
  readonly open: (setup: S) => Promise<void>
}

/** The page shows the message already, if it shows the one of the machine. */
const MESSAGE_TIMEOUT_MS = 5_000

/** Performs acts on a machine's page, which has to show the messages that the scenario expects. */
export async function walkPage<S extends Setup>(
  replay: PageReplay<S>,
  setup: S,
  walk: readonly ExpectedAct[],
): Promise<void> {
  const acts = new Map(replay.acts.map((act) => [act.description, act]))
  await replay.open(setup)
  let situation: Situation = firstSituation(replay)
  await checkPage(replay, setup, situation.position)
  for (const [index, { act: name, message }] of walk.entries()) {
    const act = acts.get(name)
    if (!act) throw new Error(`There is no act '${name}'`)
    await test.step(`${index + 1} of ${walk.length}, in ${situation.position.states.join()}: ${name}`, async () => {
      situation = await performAndCheck(replay, setup, act, situation)
      if (message === undefined || message === '') return
      const shown = setup.page.getByText(message, { exact: true }).filter({ visible: true }).first()
      await expect(shown, `the page shows “${message}”`).toBeVisible({ timeout: MESSAGE_TIMEOUT_MS })
    })
  }
}

async function performAndCheck<S extends Setup>(
  replay: PageReplay<S>,
  setup: S,
  act: Act<S>,
  before: Situation,
): Promise<Situation> {
  const after = applyAct(replay, act, before)
  if (!after) throw new Error(`'${act.description}' is impossible in ${before.position.states.join()}`)
  for (const id of after.startedWork) {
    const method = replay.calls[id]
    if (method !== undefined) setup.calls.hold(method)
  }
  await performAct(setup, act, before.position, after.refusal ?? '')
  await checkPage(replay, setup, after.position, replay.messageIn(before.position))
  return after
}

async function performAct<S extends Setup>(setup: S, act: Act<S>, before: Position, message: string): Promise<void> {
  const control = act.control?.(setup)
  if (act.perform) await act.perform(setup, before)
  else await control?.click()
  if (message !== '') await expect(setup.page.getByText(message).filter({ visible: true }).first()).toBeVisible()
}

async function checkPage<S extends Setup>(
  replay: PageReplay<S>,
  setup: S,
  position: Position,
  previousMessage = '',
): Promise<void> {
  const { entry, markers, controls } = replay
  const { page } = setup
  const [state = ''] = position.states
  const marker = markers[state]
  await marker?.(page).first().waitFor()
  const message = replay.messageIn(position)
  if (message !== '') await expect(page.getByText(message).filter({ visible: true }).first()).toBeVisible()
  if (previousMessage !== '' && !message.includes(previousMessage))
    await expect(page.getByText(previousMessage).filter({ visible: true })).toHaveCount(0)
  await replay.compare?.(setup, position)

  // Checks both in one query, so that the accessible names on the page are computed once.
  await expectNoneVisible(
    page,
    [
      ...Object.entries(markers).flatMap(([name, find]) =>
        find === marker ? [] : [[`the marker of ${name}`, onlyVisible(find)] as const],
      ),
      ...Object.entries(controls).flatMap(([type, find]) =>
        isAccepted(entry, position, type)
          ? []
          : [[`a control for ${type}, which the machine would ignore`, onlyEnabled(find)] as const],
      ),
    ],
    `in ${state} the page shows`,
  )
}

type Find = (page: Page) => Locator
const onlyVisible =
  (find: Find): Find =>
  (page) =>
    find(page).filter({ visible: true })
const onlyEnabled =
  (find: Find): Find =>
  (page) =>
    find(page).and(page.locator(':not([aria-disabled=true], [aria-busy=true], :disabled)'))

/**
 * Waits until none of these elements is visible. Uses one query for all, since computing the page's accessible names
 * takes longer than the acts.
 */
async function expectNoneVisible(
  page: Page,
  elements: readonly (readonly [name: string, find: Find])[],
  message: string,
): Promise<void> {
  const [first, ...others] = elements.map(([, find]) => find(page))
  if (!first) return
  const anyOfThem = others.reduce((union, locator) => union.or(locator), first)
  const visibleNames = async () => {
    if ((await anyOfThem.count()) === 0) return []
    const counts = await Promise.all(elements.map(([, find]) => find(page).count()))
    return elements.flatMap(([name], index) => (counts[index] ? [name] : []))
  }
  // Usually true immediately, otherwise a moment later.
  await expect.poll(visibleNames, { message, intervals: [20, 50, 100, 250] }).toEqual([])
}

/** True if the machine reacts to an event, and not with a refusal. */
function isAccepted(entry: Replay<never>['entry'], position: Position, type: string): boolean {
  return Object.keys(entry.events[type]?.samples ?? {}).some((sample) => {
    const step = { send: type, sample }
    return can(entry, position, step) && refusalIn(position, take(entry, position, step)) === undefined
  })
}
