import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'
import { contrastFaults } from './contrast-faults.ts'

/**
 * The minified source is half as long as the exported one. Parsing the exported one takes as long as running half of axe's rules.
 */
const librarySource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

interface Fault {
  id: string
  impact: string | null
  targets: { target: string; html: string; summary: string }[]
}

const faultsIn = (violations: readonly axe.Result[]): Fault[] =>
  violations.map(({ id, impact, nodes }) => ({
    id,
    impact: impact ?? null,
    targets: nodes.map(({ target, html, failureSummary }) => ({
      target: target.join(' '),
      html,
      summary: failureSummary ?? '',
    })),
  }))

const listed = (faults: readonly Fault[]): string[] =>
  faults.flatMap(({ id, targets }) => targets.map(({ target, summary }) => `${id}: ${target} ${summary}`))

/** Finds every fault. Results of frames count too; no frame here is of another origin. */
export async function findFaults(page: Page): Promise<Fault[]> {
  await finishAnimations(page)
  await loadLibrary(page)
  return faultsIn(
    await page.evaluate(async () => {
      const library = Reflect.get(globalThis, 'axe') as typeof axe
      const { violations } = await library.run(document, { resultTypes: ['violations'] })
      return violations
    }),
  )
}

/** Loads axe into every frame. When a frame loads its document meanwhile, the call is aborted and starts again with all frames. */
async function loadLibrary(page: Page): Promise<void> {
  await expect(async () => {
    for (const frame of page.frames())
      if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(librarySource)
  }).toPass({ timeout: 10_000 })
}

/** Lists the serious and critical faults with their elements. */
export async function seriousFaults(page: Page): Promise<string[]> {
  await finishAnimations(page)
  await loadLibrary(page)
  const faults = [...(await runSeriousRules(page)), ...(await contrastFaults(page))]
  return listed(faultsIn(faults))
}

/** Runs only rules about colours, because a change of colours cannot change the result of any other rule. */
async function colourFaults(page: Page): Promise<string[]> {
  await loadLibrary(page)
  const faults = [...(await runSeriousRules(page, ['link-in-text-block'])), ...(await contrastFaults(page))]
  return listed(faultsIn(faults))
}

interface RuleBook {
  rules: { id: string; impact: string; enabled: boolean; tags: string[] }[]
  /** A rule with one of these tags runs only when a caller names the rule. */
  tagExclude: string[]
}

/**
 * Runs the rules whose faults are serious or critical, or only the named ones of them. `contrastFaults` measures contrast instead.
 */
const runSeriousRules = (page: Page, only?: string[]): Promise<axe.Result[]> =>
  page.evaluate(async (chosen) => {
    const library = Reflect.get(globalThis, 'axe') as typeof axe
    const { rules, tagExclude } = Reflect.get(library, '_audit') as RuleBook
    const serious = rules.filter(
      ({ id, impact, enabled, tags }) =>
        enabled &&
        /serious|critical/.test(impact) &&
        !tags.some((tag) => tagExclude.includes(tag)) &&
        id !== 'color-contrast',
    )
    const options: axe.RunOptions = {
      resultTypes: ['violations'],
      runOnly: { type: 'rule', values: chosen ?? serious.map(({ id }) => id) },
    }
    const { violations } = await library.run(document, options)
    return violations
  }, only)

/**
 * Switches the theme as the reader's own switch does, and lists serious and critical faults. Themes differ in colours, so only the
 * rules about colours run. If the switch has moved, shown or hidden an element, every rule runs.
 */
export async function seriousFaultsInTheme(page: Page, theme: string): Promise<string[]> {
  await finishAnimations(page)
  const before = await readLayout(page)
  await page.evaluate((chosen) => (document.documentElement.dataset['theme'] = chosen), theme)
  await finishAnimations(page)
  const isSameLayout = before === (await readLayout(page))
  return isSameLayout ? colourFaults(page) : seriousFaults(page)
}

/** Finishes fade and slide animations, because a half-faded element has half its contrast. */
async function finishAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const finite = document
      .getAnimations()
      .filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime))
    for (const animation of finite) animation.finish()
    await Promise.allSettled(finite.map((animation) => animation.finished))
  })
}

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
