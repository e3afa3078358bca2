// Records what a screen reader would read out by itself: the changes of the page's live regions. Chromium computes
// which regions are live, but offers tests no events for them, so the rules of ARIA are applied here.
import type { Page } from '@playwright/test'

/** Starts recording in this page and all pages that it loads. */
export async function listen(page: Page): Promise<void> {
  await page.addInitScript(recordAnnouncements)
}

/** The texts read out since the last call, oldest first. */
export const heard = (page: Page): Promise<readonly string[]> => page.evaluate(() => globalThis.heardTexts ?? [])

/** Forgets what was read out before the next act. */
export const forgetHeard = (page: Page): Promise<void> =>
  page.evaluate(() => {
    globalThis.heardTexts = []
  })

declare global {
  var heardTexts: string[] | undefined
}

/**
 * Runs in the page. A region that appears together with its text is not read out, as in most screen readers; only an
 * alert is. A region that is atomic, as a status is unless it says otherwise, is read out whole.
 */
function recordAnnouncements(): void {
  const REGIONS = '[aria-live], [role=status], [role=alert], [role=log]'
  const IMPLICITLY_ATOMIC = '[role=status], [role=alert]'
  const knownRegions = new WeakSet<Element>()
  /** What was said of one series of changes: an atomic region is read out once. */
  let saidSources = new Set<Element>()
  globalThis.heardTexts = []

  const isSilent = (region: Element): boolean => region.getAttribute('aria-live') === 'off'
  const isHidden = (node: Element): boolean =>
    node.closest('[aria-hidden=true], [inert], [hidden]') !== null || getComputedStyle(node).display === 'none'

  const textOf = (node: Node): string => {
    if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? ''
    if (!(node instanceof Element) || isHidden(node)) return ''
    const label = node.getAttribute('aria-label')
    if (node.getAttribute('aria-live') === 'off') return ''
    if (label !== null && !node.matches(REGIONS)) return ` ${label} `
    const text = [...node.childNodes].map(textOf).join('')
    return getComputedStyle(node).display.startsWith('inline') ? text : ` ${text} `
  }

  const say = (source: Element, text: string): void => {
    const spoken = text.replaceAll(/\s+/g, ' ').trim()
    if (spoken === '' || saidSources.has(source)) return
    saidSources.add(source)
    globalThis.heardTexts?.push(spoken)
  }

  const sayChange = (changed: Node): void => {
    const start = changed instanceof Element ? changed : changed.parentElement
    const region = start?.closest(REGIONS)
    if (!start || !region || isSilent(region) || !knownRegions.has(region) || isHidden(region)) return
    const atomic = start.closest('[aria-atomic=true]') ?? (region.matches(IMPLICITLY_ATOMIC) ? region : undefined)
    if (atomic && region.contains(atomic)) say(atomic, textOf(atomic))
    else say(start, textOf(changed))
  }

  const learn = (node: Node): void => {
    if (!(node instanceof Element)) return
    const regions = [...(node.matches(REGIONS) ? [node] : []), ...node.querySelectorAll(REGIONS)]
    for (const region of regions) {
      if (!knownRegions.has(region) && region.matches('[role=alert]')) say(region, textOf(region))
      knownRegions.add(region)
    }
  }

  new MutationObserver((mutations) => {
    saidSources = new Set()
    const changed = new Set<Node>()
    const added: Node[] = []
    for (const { type, target, addedNodes } of mutations) {
      if (type === 'characterData') changed.add(target)
      for (const node of addedNodes) changed.add(node)
      added.push(...addedNodes)
    }
    for (const node of changed) if (node.isConnected) sayChange(node)
    for (const node of added) if (node.isConnected) learn(node)
  }).observe(document, { subtree: true, childList: true, characterData: true })
}
