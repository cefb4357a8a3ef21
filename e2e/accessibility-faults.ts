/** What axe finds on a page. */
import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

/** Rules that read colours; a change of colours alone cannot change what any other rule finds. */
const colourRules = ['color-contrast', 'link-in-text-block']

interface Fault {
  id: string
  impact: string | null
  targets: { target: string; html: string; summary: string }[]
}

/** Finds every fault, or those of some rules. Results of frames count too; none here is of another origin. */
export async function findFaults(page: Page, rules?: readonly string[]): Promise<Fault[]> {
  await finishAnimations(page)
  await loadLibrary(page)
  return page.evaluate(async (only) => {
    const library = Reflect.get(globalThis, 'axe') as typeof axe
    const options: axe.RunOptions = { resultTypes: ['violations'] }
    if (only) options.runOnly = { type: 'rule', values: [...only] }
    const { violations } = await library.run(document, options)
    return violations.map(({ id, impact, nodes }) => ({
      id,
      impact: impact ?? null,
      targets: nodes.map(({ target, html, failureSummary }) => ({
        target: target.join(' '),
        html,
        summary: failureSummary ?? '',
      })),
    }))
  }, rules)
}

/** Loads axe into every frame. A frame may load its document meanwhile, which ends the call: then all are read again. */
async function loadLibrary(page: Page): Promise<void> {
  await expect(async () => {
    for (const frame of page.frames())
      // Reading the library takes as long as half of its rules: once for each document is enough.
      if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(axe.source)
  }).toPass({ timeout: 10_000 })
}

/** Lists serious and critical faults: what each is, and where. */
export async function seriousFaults(page: Page, rules?: readonly string[]): Promise<string[]> {
  const faults = await findFaults(page, rules)
  return faults
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, targets }) => targets.map(({ target, summary }) => `${id}: ${target} ${summary}`))
}

/**
 * Switches the theme as the reader's own switch does and lists serious and critical faults. Themes differ in colours, so
 * only rules about colours run; when the switch moved, showed or hid any element, every rule runs.
 */
export async function seriousFaultsInTheme(page: Page, theme: string): Promise<string[]> {
  await finishAnimations(page)
  const before = await readLayout(page)
  await page.evaluate((chosen) => (document.documentElement.dataset['theme'] = chosen), theme)
  await finishAnimations(page)
  const isSameLayout = before === (await readLayout(page))
  return seriousFaults(page, isSameLayout ? colourRules : undefined)
}

/** Ends what fades or slides in: half faded, it has half its contrast. */
async function finishAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const finite = document
      .getAnimations()
      .filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime))
    for (const animation of finite) animation.finish()
    await Promise.allSettled(finite.map((animation) => animation.finished))
  })
}

/** Describes the place, size and visibility of every element. */
function readLayout(page: Page): Promise<string> {
  return page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        const { visibility, opacity, position, zIndex } = getComputedStyle(element)
        return [x, y, width, height, visibility, opacity, position, zIndex].join(' ')
      })
      .join('\n'),
  )
}
