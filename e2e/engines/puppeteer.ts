/** Drives Firefox by WebDriver BiDi and Chromium by its own protocol. Neither needs another program. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launch, type Browser } from 'puppeteer-core'
import { windowHeight, within, type Driver } from './driver.ts'

const callLimitMs = 45_000
const wide = { width: 1440, height: windowHeight }

/** Creates the folders for a browser's profile and for the files that it saves. */
async function newFolders(name: string): Promise<{ root: string; profile: string; saved: string }> {
  const root = await mkdtemp(join(tmpdir(), `apogee-${name}-`))
  const folders = { root, profile: join(root, 'profile'), saved: join(root, 'saved') }
  await mkdir(folders.profile)
  await mkdir(folders.saved)
  return folders
}

export async function startFirefox(executablePath: string): Promise<Driver> {
  const { root, profile, saved } = await newFolders('firefox')
  const browser = await launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    userDataDir: profile,
    extraPrefsFirefox: {
      'media.autoplay.default': 0,
      // Ends a service worker after this many milliseconds without an event, so that presses also meet one that has to start again.
      'dom.serviceWorkers.idle_timeout': 500,
      // The usual limit lets a worker complete its answers. A shorter limit would end a busy worker, and the page's requests would
      // fail at once.
      'dom.serviceWorkers.idle_extended_timeout': 30_000,
      // The value 2 means the folder that the next setting names.
      'browser.download.folderList': 2,
      'browser.download.dir': saved,
    },
    handleSIGINT: false,
    handleSIGTERM: false,
  })
  return driverOf(browser, { engine: 'Firefox', root, saved })
}

export async function startChromium(executablePath: string): Promise<Driver> {
  const { root, profile, saved } = await newFolders('chromium')
  const browser = await launch({
    executablePath,
    userDataDir: profile,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--autoplay-policy=no-user-gesture-required'],
    downloadBehavior: { policy: 'allow', downloadPath: saved },
    handleSIGINT: false,
    handleSIGTERM: false,
  })
  return driverOf(browser, { engine: 'Chromium', root, saved })
}

async function driverOf(
  browser: Browser,
  { engine, root, saved }: { engine: 'Firefox' | 'Chromium'; root: string; saved: string },
): Promise<Driver> {
  const newPage = async () => {
    const opened = await browser.newPage()
    opened.setDefaultTimeout(callLimitMs)
    await opened.setViewport(wide)
    return opened
  }
  let page = await newPage()
  let tabs = [page]
  return {
    engine,
    narrowestWidth: 390,
    savedFiles: saved,
    async startAfresh() {
      const last = tabs
      page = await newPage()
      tabs = [page]
      for (const one of last) await one.close()
    },
    async openTab() {
      page = await newPage()
      tabs.push(page)
      await page.bringToFront()
    },
    async showTab(place) {
      const chosen = tabs[place]
      if (!chosen) throw new Error(`there is no tab ${place}`)
      page = chosen
      await page.bringToFront()
    },
    async open(url) {
      await page.goto(url, { waitUntil: 'load' })
    },
    evaluate: (expression) => within(callLimitMs, 'a script', page.evaluate(expression)),
    press: ({ x, y }) => page.mouse.click(x, y),
    async drag(path) {
      for (const [place, { x, y }] of path.entries()) {
        await page.mouse.move(x, y)
        if (place === 0) await page.mouse.down()
      }
      await page.mouse.up()
    },
    type: (text) => page.keyboard.type(text),
    pressKey: (key) => page.keyboard.press(key),
    picture: async () => Buffer.from(await page.screenshot()),
    setWidth: (width) => page.setViewport({ width, height: windowHeight }),
    async close() {
      await browser.close()
      await rm(root, { recursive: true, force: true })
    },
  }
}
