import { chromium, type Browser } from '@playwright/test'
import { findChromium } from '../../../scripts/programs/chromium.mjs'

export async function withBrowser<T>(
  work: (browser: Browser) => Promise<T>,
  options: readonly string[] = [],
): Promise<T> {
  const executablePath = findChromium({ whole: true })
  if (!executablePath)
    throw new Error('No Chromium was found: node scripts/programs/chromium.mjs installs one')
  const args = ['--no-sandbox', '--disable-dev-shm-usage', ...options]
  const browser = await chromium.launch({ executablePath, args })
  try {
    return await work(browser)
  } finally {
    await browser.close()
  }
}
