// Draws what the main thread of a page does, for `npm run bench -- --profile`: a picture for each of the three moments
// that users wait for.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { throttleCpu, withChromium } from './browser.ts'
import { startDemoServer } from './databases.ts'
import { dropOnPortal, fileIn, openWizard, scrollAndRecord, SLOWER } from './importing.ts'
import { openPhone } from './starting.ts'

interface Scenario {
  readonly name: string
  readonly title: string
  /** Opens the page and returns it with the work to record. */
  readonly prepare: (browser: Browser, url: string) => Promise<{ page: Page; work: () => Promise<unknown> }>
}

export const scenarios: readonly Scenario[] = [
  {
    name: 'scrolling',
    title: `Two seconds of scrolling, main thread ${SLOWER} times slower`,
    prepare: async (browser, url) => {
      const page = await openWizard(browser, url)
      await dropOnPortal(page, await fileIn(page, 'csv'))
      await throttleCpu(page, SLOWER)
      // The first scroll compiles code.
      await scrollAndRecord(page, [])
      return { page, work: () => scrollAndRecord(page, []) }
    },
  },
  {
    name: 'first-rows',
    title: `From the drop of 5,000 rows, main thread ${SLOWER} times slower`,
    prepare: async (browser, url) => {
      const page = await openWizard(browser, url)
      const file = await fileIn(page, 'csv')
      await page.waitForTimeout(3_000)
      await throttleCpu(page, SLOWER)
      return { page, work: () => dropOnPortal(page, file) }
    },
  },
  {
    name: 'sign-in',
    title: 'The sign-in page on a phone, first visit',
    prepare: async (browser, url) => {
      const page = await openPhone(browser)
      const work = async () => {
        await page.goto(url)
        await page.getByLabel('Username').waitFor()
        await page.waitForLoadState('networkidle')
      }
      return { page, work }
    },
  },
]

/**
 * Records all scenarios, and draws each as `<folder>/<name><suffix>.svg`. `url`: a running portal to record. Without
 * `url`, a server is started.
 */
export async function drawProfiles(folder: string, { url, suffix = '' }: { url?: string; suffix?: string }) {
  const server = url === undefined ? await startDemoServer() : undefined
  mkdirSync(folder, { recursive: true })
  try {
    for (const { name, title, prepare } of scenarios) {
      const tasks = await withChromium(async (browser) => {
        const { page, work } = await prepare(browser, url ?? server?.url ?? '')
        await browser.startTracing(page, {
          categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'v8'],
        })
        await work()
        return toTasks(await browser.stopTracing())
      })
      const file = join(folder, `${name}${suffix}.svg`)
      writeFileSync(file, draw(title, tasks))
      console.log(`  ${file}`)
    }
  } finally {
    await server?.remove()
  }
}

/** What a piece of time was spent on. */
const kinds = {
  script: { label: 'script', colour: '#c8890a' },
  garbage: { label: 'garbage', colour: '#7a5c1e' },
  style: { label: 'style', colour: '#8e5bd1' },
  layout: { label: 'layout', colour: '#4a3aa8' },
  paint: { label: 'paint', colour: '#2f8f4e' },
  other: { label: 'other', colour: '#9a9a9a' },
} as const
type Kind = keyof typeof kinds

const kindOfEvent: Readonly<Record<string, Kind>> = {
  ...record('script', [
    'EvaluateScript',
    'FunctionCall',
    'EventDispatch',
    'TimerFire',
    'FireAnimationFrame',
    'FireIdleCallback',
    'RunMicrotasks',
    'HandlePostMessage',
    'v8.compile',
    'v8.compileModule',
    'v8.evaluateModule',
    'v8.run',
    'v8.callFunction',
  ]),
  ...record('garbage', ['MinorGC', 'MajorGC', 'BlinkGC.AtomicPhase', 'V8.GC_MC_BACKGROUND_MARKING']),
  ...record('style', ['UpdateLayoutTree', 'RecalculateStyles', 'ParseAuthorStyleSheet']),
  ...record('layout', ['Layout', 'UpdateLayerTree', 'HitTest', 'IntersectionObserverController::computeIntersections']),
  ...record('paint', ['PrePaint', 'Paint', 'PaintImage', 'Layerize', 'Commit', 'CompositeLayers']),
}

function record(kind: Kind, names: readonly string[]): Record<string, Kind> {
  return Object.fromEntries(names.map((name) => [name, kind]))
}

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** Microseconds. */
  readonly ts: number
  readonly dur?: number
  readonly args?: { readonly name?: string }
}

/** A piece of time of the main thread. Both numbers in ms, `start` from the first task. */
interface Slice {
  readonly start: number
  readonly ms: number
  readonly kind: Kind
}

interface Tasks {
  readonly slices: readonly Slice[]
  /** Start and duration of every task, in ms. */
  readonly tasks: readonly (readonly [start: number, ms: number])[]
}

/** Returns how the busiest main thread of a trace spent its time. An event counts without the events inside it. */
function toTasks(trace: Buffer): Tasks {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }
  const mainThreads = traceEvents
    .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
    .map(({ pid, tid }) => `${pid} ${tid}`)
  const busyTime = (events: readonly TraceEvent[]) =>
    events.reduce((sum, { name, dur = 0 }) => sum + (isTask(name) ? dur : 0), 0)
  const [events = []] = mainThreads
    .map((thread) => traceEvents.filter(({ ph, pid, tid }) => ph === 'X' && `${pid} ${tid}` === thread))
    .toSorted((a, b) => busyTime(b) - busyTime(a))
  // Of two events that start together, the longer contains the shorter, so it comes first.
  const sorted = events.toSorted((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))
  const origin = sorted[0]?.ts ?? 0
  const slices: Slice[] = []
  const open: { kind: Kind; end: number; countedUntil: number }[] = []
  const close = (until: number) => {
    for (let last = open.at(-1); last && last.end <= until; last = open.at(-1)) {
      add(last.kind, last.countedUntil, last.end)
      open.pop()
      const parent = open.at(-1)
      if (parent) parent.countedUntil = last.end
    }
  }
  const add = (kind: Kind, from: number, to: number) => {
    if (to > from) slices.push({ start: (from - origin) / 1000, ms: (to - from) / 1000, kind })
  }
  for (const { name, ts, dur = 0 } of sorted) {
    close(ts)
    const parent = open.at(-1)
    if (parent) add(parent.kind, parent.countedUntil, ts)
    open.push({
      kind: kindOfEvent[name] ?? parent?.kind ?? 'other',
      end: Math.min(ts + dur, parent?.end ?? Infinity),
      countedUntil: ts,
    })
  }
  close(Infinity)
  const tasks = sorted
    .filter(({ name }) => isTask(name))
    .map(({ ts, dur = 0 }) => [(ts - origin) / 1000, dur / 1000] as const)
  return { slices, tasks }
}

const isTask = (name: string): boolean => name === 'RunTask' || name === 'ThreadControllerImpl::RunTask'

const WIDTH = 960
const HEIGHT = 120
const LEFT = 16
const TOP = 64
/** Width of a bar, in px. */
const BAR = 4

/** A bar for every few ms: how much of it the main thread was busy, and with what. Long tasks have a red line above. */
function draw(title: string, { slices, tasks }: Tasks): string {
  const total = Math.max(1, ...slices.map(({ start, ms }) => start + ms))
  const bars = WIDTH / BAR
  const barMs = total / bars
  const busy = Array.from({ length: bars }, () => new Map<Kind, number>())
  // Divides each slice among the bars that it is in.
  for (const { start, ms, kind } of slices) {
    const sliceEnd = start + ms
    const lastBar = Math.min(bars - 1, Math.floor(sliceEnd / barMs))
    for (let bar = Math.min(bars - 1, Math.floor(start / barMs)); bar <= lastBar; bar += 1) {
      const from = Math.max(start, bar * barMs)
      const to = Math.min(sliceEnd, (bar + 1) * barMs)
      const times = busy[bar]
      times?.set(kind, (times.get(kind) ?? 0) + Math.max(0, to - from))
    }
  }
  const names = Object.keys(kinds) as Kind[]
  const rects = busy.flatMap((times, bar) => {
    let bottom = TOP + HEIGHT
    return names.flatMap((kind) => {
      const height = Math.min(1, (times.get(kind) ?? 0) / barMs) * HEIGHT
      if (height < 0.5) return []
      bottom -= height
      return `<rect x="${LEFT + bar * BAR}" y="${bottom.toFixed(1)}" width="${BAR}" height="${height.toFixed(1)}" fill="${kinds[kind].colour}"/>`
    })
  })
  const longTasks = tasks.filter(([, ms]) => ms >= 50)
  const lines = longTasks.map(([start, ms]) => {
    const toX = (at: number) => (LEFT + (at / total) * WIDTH).toFixed(1)
    const from = toX(start)
    const to = toX(start + ms)
    return `<path d="M${from} ${TOP - 6}H${to}" stroke="#c62828" stroke-width="3"/>`
  })
  const sums = names.map((kind) => {
    const slicesOfKind = slices.filter((slice) => slice.kind === kind)
    return { kind, ms: slicesOfKind.reduce((sum, { ms }) => sum + ms, 0) }
  })
  const legend = sums.map(
    ({ kind, ms }, index) =>
      `<rect x="${LEFT + index * 150}" y="36" width="10" height="10" fill="${kinds[kind].colour}"/>` +
      `<text x="${LEFT + 14 + index * 150}" y="45">${kinds[kind].label} ${Math.round(ms)} ms</text>`,
  )
  const longest = Math.round(Math.max(0, ...longTasks.map(([, ms]) => ms)))
  const facts = `${longTasks.length} tasks of 50 ms or more (red), the longest ${longest} ms`
  const anchors = ['start', 'middle', 'middle', 'middle', 'end']
  const axis = anchors.map((anchor, index) => {
    const x = LEFT + (index / 4) * WIDTH
    return `<text x="${x}" y="${TOP + HEIGHT + 16}" text-anchor="${anchor}">${Math.round((index / 4) * total)} ms</text>`
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH + 2 * LEFT} ${TOP + HEIGHT + 28}" font-family="system-ui, sans-serif" font-size="11" fill="#333">`,
    `<title>${title}</title>`,
    '<rect width="100%" height="100%" fill="#fff"/>',
    `<text x="${LEFT}" y="22" font-size="14" font-weight="600">${title}: ${facts}</text>`,
    ...legend,
    `<rect x="${LEFT}" y="${TOP}" width="${WIDTH}" height="${HEIGHT}" fill="#f3f3f3"/>`,
    ...lines,
    ...rects,
    ...axis,
    '</svg>',
    '',
  ].join('\n')
}
