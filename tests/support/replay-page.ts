// Carries out a planned walk on a page and on its state machine. After each act, the page must show the machine's state
// and messages, and no control that the machine would ignore.
import { expect, type Locator, type Page, test } from '@playwright/test'
import { can, type Position, take } from '#tools/lab/catalogue/drive.ts'
import { type HeldCalls } from './held-calls.ts'
import { type Act, carryOut, firstSituation, plan, refusalIn, type Replay, type Situation } from './replay.ts'

export interface Stage {
  readonly page: Page
  readonly calls: HeldCalls
}

/** A machine and the page that shows it. */
export interface PageReplay<S extends Stage> extends Replay<S> {
  /** For each state, an element that is visible only in that state; several states can share an element. */
  readonly looks: Readonly<Record<string, (page: Page) => Locator>>
  /** For each event, its control on the page. */
  readonly controls: Readonly<Record<string, (page: Page) => Locator>>
  /** For each work that calls the server, its operation. The call is held until an act decides the result. */
  readonly calls: Readonly<Record<string, string>>
  /** The message that the page has to show in that position, '' for none. */
  readonly description: (position: Position) => string
  /** Checks whatever else must match the machine. */
  readonly compare?: (stage: S, position: Position) => Promise<void>
  /** Opens the page at the start of the walk. */
  readonly opens: (stage: S) => Promise<void>
}

/**
 * Carries out acts on a machine's page, one after the other. By default the planned walk over every state and
 * transition, except those listed with a reason.
 */
export async function walkPage<S extends Stage>(
  replay: PageReplay<S>,
  stage: S,
  walk: readonly string[] = plan(replay).walk,
): Promise<void> {
  const acts = new Map(replay.acts.map((act) => [act.description, act]))
  await replay.opens(stage)
  let situation: Situation = firstSituation(replay)
  await look(replay, stage, situation.position)
  for (const [index, name] of walk.entries()) {
    const act = acts.get(name)
    if (!act) throw new Error(`There is no act '${name}'`)
    await test.step(`${index + 1} of ${walk.length}, in ${situation.position.states.join()}: ${name}`, async () => {
      situation = await perform(replay, stage, act, situation)
    })
  }
}

async function perform<S extends Stage>(
  replay: PageReplay<S>,
  stage: S,
  act: Act<S>,
  before: Situation,
): Promise<Situation> {
  const after = carryOut(replay, act, before)
  if (!after) throw new Error(`'${act.description}' cannot be done in ${before.position.states.join()}`)
  for (const id of after.begun) {
    const method = replay.calls[id]
    if (method !== undefined) stage.calls.hold(method)
  }
  await doOn(stage, act, before.position, act.words ?? after.refusal ?? '')
  await look(replay, stage, after.position, replay.description(before.position))
  return after
}

async function doOn<S extends Stage>(stage: S, act: Act<S>, before: Position, refusal: string): Promise<void> {
  const control = act.at?.(stage)
  if (act.refusal === 'not offered' && control) return expect(control).toHaveCount(0)
  if (act.refusal === 'blocked' && control) {
    await expect(control).toHaveAttribute('aria-disabled', 'true')
    return expect(control).toHaveAccessibleDescription(refusal)
  }
  if (act.does) await act.does(stage, before)
  else await control?.click()
  if (refusal !== '') await expect(stage.page.getByText(refusal).filter({ visible: true }).first()).toBeVisible()
}

async function look<S extends Stage>(replay: PageReplay<S>, stage: S, position: Position, before = ''): Promise<void> {
  const { entry, looks, controls } = replay
  const { page } = stage
  const [state = ''] = position.states
  const own = looks[state]
  await own?.(page).first().waitFor()
  const words = replay.description(position)
  if (words !== '') await expect(page.getByText(words).filter({ visible: true }).first()).toBeVisible()
  if (before !== '' && !words.includes(before))
    await expect(page.getByText(before).filter({ visible: true })).toHaveCount(0)
  await replay.compare?.(stage, position)

  // Checks both in one query, so that the accessible names on the page are computed once.
  await expectNoneVisible(
    page,
    [
      ...Object.entries(looks).flatMap(([name, find]) =>
        find === own ? [] : [[`what ${name} looks like`, seen(find)] as const],
      ),
      ...Object.entries(controls).flatMap(([type, find]) =>
        isAccepted(entry, position, type)
          ? []
          : [[`what is pressed for ${type}, of which nothing comes`, open(find)] as const],
      ),
    ],
    `in ${state} the page shows`,
  )
}

type Find = (page: Page) => Locator
const seen =
  (find: Find): Find =>
  (page) =>
    find(page).filter({ visible: true })
const open =
  (find: Find): Find =>
  (page) =>
    find(page).and(page.locator(':not([aria-disabled=true], [aria-busy=true], :disabled)'))

/**
 * Waits until none of these elements is visible. Uses one query for all, since computing the page's accessible names
 * takes longer than the acts.
 */
async function expectNoneVisible(
  page: Page,
  all: readonly (readonly [string, Find])[],
  message: string,
): Promise<void> {
  const [first, ...rest] = all.map(([, find]) => find(page))
  if (!first) return
  const together = rest.reduce((union, locator) => union.or(locator), first)
  const found = async () => {
    if ((await together.count()) === 0) return []
    const counts = await Promise.all(all.map(([, find]) => find(page).count()))
    return all.flatMap(([name], index) => (counts[index] ? [name] : []))
  }
  // Usually true immediately, otherwise a moment later.
  await expect.poll(found, { message, intervals: [20, 50, 100, 250] }).toEqual([])
}

/** True if the machine accepts an event: it reacts, and not with a refusal. */
function isAccepted(entry: Replay<never>['entry'], position: Position, type: string): boolean {
  return Object.keys(entry.events[type]?.samples ?? {}).some((sample) => {
    const step = { send: type, sample }
    return can(entry, position, step) && refusalIn(position, take(entry, position, step)) === undefined
  })
}
