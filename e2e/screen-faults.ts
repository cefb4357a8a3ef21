/** What must hold of every screen, in both themes. */
import type { Page } from '@playwright/test'
import { seriousFaults, seriousFaultsInTheme } from './accessibility-faults.ts'
import { expect } from './journey.ts'
import { missingSheets } from './missing-sheets.ts'

export const sidewaysPixels = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

type Theme = 'space' | 'daylight'
const otherTheme: Record<Theme, Theme> = { space: 'daylight', daylight: 'space' }

/** The screen is no wider than its window and has every sheet with rules for it. */
export async function expectFit(page: Page, where: string): Promise<void> {
  expect.soft(await sidewaysPixels(page), `${where}: pixels to scroll sideways`).toBe(0)
  expect.soft(await missingSheets(page), `${where}: sheets with rules for it that it lacks`).toEqual([])
}

/** Every rule in the theme that the page has, and those about colours in the other one, which it has afterwards. */
export async function expectNoFaults(page: Page, where: string, theme: Theme): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
  await expectFit(page, where)
  expect.soft(await seriousFaults(page), `${where}, ${theme}`).toEqual([])
  const other = otherTheme[theme]
  expect.soft(await seriousFaultsInTheme(page, other), `${where}, ${other}`).toEqual([])
  await expect(page.locator('html')).toHaveAttribute('data-theme', other)
}
