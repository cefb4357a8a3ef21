/** Drives Firefox by WebDriver BiDi, which it speaks without another program. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launch } from 'puppeteer-core'
import { windowHeight, within, type Driver } from './driver.ts'

const callLimitMs = 45_000

export async function startFirefox(executablePath: string): Promise<Driver> {
  const profile = await mkdtemp(join(tmpdir(), 'apogee-firefox-'))
  const browser = await launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    userDataDir: profile,
    extraPrefsFirefox: { 'media.autoplay.default': 0 },
    handleSIGINT: false,
    handleSIGTERM: false,
  })
  const newPage = async () => {
    const opened = await browser.newPage()
    opened.setDefaultTimeout(callLimitMs)
    await opened.setViewport({ width: 1440, height: windowHeight })
    return opened
  }
  let page = await newPage()
  return {
    engine: 'Firefox',
    narrowestWidth: 390,
    async startAfresh() {
      const last = page
      page = await newPage()
      await last.close()
    },
    async open(url) {
      await page.goto(url, { waitUntil: 'load' })
    },
    evaluate: (expression) => within(callLimitMs, 'a script', page.evaluate(expression)),
    press: ({ x, y }) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    picture: async () => Buffer.from(await page.screenshot()),
    setWidth: (width) => page.setViewport({ width, height: windowHeight }),
    async close() {
      await browser.close()
      await rm(profile, { recursive: true, force: true })
    },
  }
}
