import type { Page } from '@playwright/test'
import { expect } from './journey.ts'
import { missingSheets } from './missing-sheets.ts'

export const sidewaysPixels = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Expects that the screen is no wider than its window and has every style sheet with rules for it. */
export async function expectFit(page: Page, where: string): Promise<void> {
  expect.soft(await sidewaysPixels(page), `${where}: pixels to scroll sideways`).toBe(0)
  expect.soft(await missingSheets(page), `${where}: sheets with rules for it that it lacks`).toEqual([])
}
