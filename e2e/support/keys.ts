import type { Locator, Page } from '@playwright/test'
import { expect } from './journey.ts'

const furthest = 80

/** Presses Tab, or Shift+Tab, until the target has the focus; the focus must be visible at each stop. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible()
  const passed: string[] = []
  while (!(await target.evaluate((element) => element === document.activeElement))) {
    if (passed.length === furthest) {
      throw new Error(`${key} did not reach ${target.toString()}, but\n${passed.join('\n')}`)
    }
    await page.keyboard.press(key)
    const { name, isSeen } = await page.evaluate(focusNow)
    passed.push(name)
    const message = `the focus is drawn on ${name}, after ${passed.at(-2) ?? 'the first press'}`
    // When the document of a frame is in another process, its focus is drawn only after that process has answered.
    if (!isSeen) await expect.poll(async () => (await page.evaluate(focusNow)).isSeen, { message }).toBe(true)
  }
  await expect(target).toBeInViewport()
}

/** Tabs to the target and presses Enter. */
export async function pressEnterOn(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

/** Tabs to the field and replaces its text. */
export async function typeInto(page: Page, field: Locator, words: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(words)
  // The text area may have been replaced by an editor meanwhile.
  await expect
    .poll(() => field.evaluate((element) => ('value' in element ? element.value : element.textContent)))
    .toBe(words)
}

/**
 * Returns the focused element and whether its focus is visible: a ring around the element, around its overlay, or around the frame
 * that has no other control.
 */
function focusNow(): { name: string; isSeen: boolean } {
  const focused = document.activeElement
  // After the last control, the focus is in the browser's own frame, which draws it.
  if (!focused || focused === document.body) return { name: 'the document', isSeen: true }
  const hasRing = (element: Element, part?: string) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element, part)
    return outlineStyle !== 'none' && parseFloat(outlineWidth) > 0
  }
  const label = focused.getAttribute('aria-label') ?? focused.textContent.trim().slice(0, 60)
  return {
    name: `${focused.tagName.toLowerCase()} ${label || focused.id}`,
    isSeen: hasRing(focused) || hasRing(focused, '::after') || hasRing(focused.parentElement ?? focused),
  }
}
