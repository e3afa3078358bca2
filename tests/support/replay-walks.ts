// Walks over a page as its chart and its table of acts plan it: each act is done to the page, the same steps are taken by the
// chart, and the page must show the state that the chart stands in, what it says, and nothing to press that the chart would not take.
import { expect, type Locator, type Page, test } from '@playwright/test'
import { can, type Place, take } from '#tools/lab/catalogue/drive.ts'
import { type HeldCalls } from './held-calls.ts'
import { type Act, carryOut, firstSpot, plan, refusalIn, type Replay, type Spot } from './replay.ts'

export interface Stage {
  readonly page: Page
  readonly calls: HeldCalls
}

/** A machine with the page that shows it. */
export interface PageReplay<S extends Stage> extends Replay<S> {
  /** By state, what is seen there and in no other state, but in those with the same row. */
  readonly looks: Readonly<Record<string, (page: Page) => Locator>>
  /** What is pressed for an event, wherever it is shown. */
  readonly controls: Readonly<Record<string, (page: Page) => Locator>>
  /** Work that is a call to the host: its operation, held until an act says how it ends. */
  readonly calls: Readonly<Record<string, string>>
  /** What the page has to say in that place, '' for nothing. */
  readonly says: (place: Place) => string
  /** What else must be as the chart has it. */
  readonly compare?: (stage: S, place: Place) => Promise<void>
  /** Opens the page as the walk begins. */
  readonly opens: (stage: S) => Promise<void>
}

/** Walks a machine's whole walk over its page: it shows every state and transition, except those listed with a reason. */
export async function walkOver<S extends Stage>(replay: PageReplay<S>, stage: S): Promise<void> {
  const acts = new Map(replay.acts.map((act) => [act.says, act]))
  const { walk } = plan(replay)
  await replay.opens(stage)
  let spot: Spot = firstSpot(replay)
  await look(replay, stage, spot.place)
  for (const [index, name] of walk.entries()) {
    const act = acts.get(name)
    if (!act) throw new Error(`There is no act '${name}'`)
    await test.step(`${index + 1} of ${walk.length}, in ${spot.place.states.join()}: ${name}`, async () => {
      spot = await perform(replay, stage, act, spot)
    })
  }
}

async function perform<S extends Stage>(replay: PageReplay<S>, stage: S, act: Act<S>, before: Spot): Promise<Spot> {
  const after = carryOut(replay, act, before)
  if (!after) throw new Error(`'${act.says}' cannot be done in ${before.place.states.join()}`)
  for (const id of after.begun) {
    const method = replay.calls[id]
    if (method !== undefined) stage.calls.hold(method)
  }
  await doOn(stage, act, before.place, act.words ?? after.refusal ?? '')
  await look(replay, stage, after.place, replay.says(before.place))
  return after
}

async function doOn<S extends Stage>(stage: S, act: Act<S>, before: Place, refusal: string): Promise<void> {
  const control = act.at?.(stage)
  if (act.refusal === 'not offered' && control) return expect(control).toHaveCount(0)
  if (act.refusal === 'barred' && control) {
    await expect(control).toHaveAttribute('aria-disabled', 'true')
    return expect(control).toHaveAccessibleDescription(refusal)
  }
  if (act.does) await act.does(stage, before)
  else await control?.click()
  if (refusal !== '') await expect(stage.page.getByText(refusal).filter({ visible: true }).first()).toBeVisible()
}

async function look<S extends Stage>(replay: PageReplay<S>, stage: S, place: Place, before = ''): Promise<void> {
  const { entry, looks, controls } = replay
  const { page } = stage
  const [state = ''] = place.states
  const own = looks[state]
  await own?.(page).first().waitFor()
  const words = replay.says(place)
  if (words !== '') await expect(page.getByText(words).filter({ visible: true }).first()).toBeVisible()
  if (before !== '' && !words.includes(before))
    await expect(page.getByText(before).filter({ visible: true })).toHaveCount(0)
  await replay.compare?.(stage, place)

  // Both asked for at once: the names of all that is on a page are made out once then.
  await nothingOf(
    page,
    [
      ...Object.entries(looks).flatMap(([name, find]) =>
        find === own ? [] : [[`what ${name} looks like`, seen(find)] as const],
      ),
      ...Object.entries(controls).flatMap(([type, find]) =>
        isTaken(entry, place, type)
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
 * None of them is there, once what was there before is gone. Asked for together: the names of all that is on a page take longer
 * to make out than what is done to it.
 */
async function nothingOf(page: Page, all: readonly (readonly [string, Find])[], message: string): Promise<void> {
  const [first, ...rest] = all.map(([, find]) => find(page))
  if (!first) return
  const together = rest.reduce((union, locator) => union.or(locator), first)
  const found = async () => {
    if ((await together.count()) === 0) return []
    const counts = await Promise.all(all.map(([, find]) => find(page).count()))
    return all.flatMap(([name], index) => (counts[index] ? [name] : []))
  }
  // Most often it is so at once, and otherwise a moment later.
  await expect.poll(found, { message, intervals: [20, 50, 100, 250] }).toEqual([])
}

/** Whether the chart does anything about an event, but say no. */
function isTaken(entry: Replay<never>['entry'], place: Place, type: string): boolean {
  return Object.keys(entry.events[type]?.samples ?? {}).some((sample) => {
    const step = { send: type, sample }
    return can(entry, place, step) && refusalIn(place, take(entry, place, step)) === undefined
  })
}
