/** The way of someone without a mouse through a page. */
import type { Locator, Page } from '@playwright/test'
import { expect } from './journey.ts'

const furthest = 80

/** Presses Tab, or Shift+Tab, until the focus stands there; at each stop on the way it must be seen where one is. */
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
    expect(isSeen, `the focus is drawn on ${name}, after ${passed.at(-2) ?? 'the first press'}`).toBe(true)
  }
  await expect(target).toBeInViewport()
}

/** Presses Enter on what Tab leads to. */
export async function pressEnterOn(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

/** Types into the field that Tab leads to, in place of what stands there. */
export async function typeInto(page: Page, field: Locator, words: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(words)
  await expect(field).toHaveValue(words)
}

/** A ring around the element, around what it is laid over, or around the frame whose only control it is. */
function focusNow(): { name: string; isSeen: boolean } {
  const focused = document.activeElement
  // Behind the last control is the browser's own frame, which draws its focus itself.
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
