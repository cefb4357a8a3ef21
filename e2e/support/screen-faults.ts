import type { Page } from '@playwright/test'
import { expect } from './journey.ts'
import { missingSheets } from './missing-sheets.ts'

export const sidewaysPixels = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/**
 * Returns the fields in a narrow window whose text is smaller than 16 px. An iPhone enlarges the page when such a field gets the
 * focus.
 */
const smallFields = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    innerWidth > 760
      ? []
      : [...document.querySelectorAll<HTMLElement>('input, select, textarea, [contenteditable="true"]')]
          .filter(
            (field) =>
              !field.matches('[type=checkbox], [type=radio], [type=range], [type=color], [type=file]'),
          )
          .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
          .map((field) => field.outerHTML.slice(0, 120)),
  )

/** Expects that the screen is not wider than its window, and that the page has every style sheet with rules for it. */
export async function expectFit(page: Page, where: string): Promise<void> {
  expect.soft(await sidewaysPixels(page), `${where}: pixels to scroll sideways`).toBe(0)
  expect.soft(await smallFields(page), `${where}: fields whose text is too small for a phone`).toEqual([])
  expect.soft(await missingSheets(page), `${where}: sheets with rules for it that it lacks`).toEqual([])
}
