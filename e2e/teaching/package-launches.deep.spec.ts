/** Runs a hostile package at the host of its launch, in the product itself (docs/decisions/scorm.md). */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { APIRequestContext, Frame, Page } from '@playwright/test'
import { packageOf } from '../../apps/server/src/features/scorm/shapes.testing.ts'
import { expect, open, test } from '../support/journey.ts'
import { packageLesson } from './package-lesson.ts'
import { demoPerson, newSeller, signInAs } from '../support/people.ts'
import { freePort, startProduct } from '../support/product-process.ts'

// Without this option, Playwright blocks service workers.
test.use({ serviceWorkers: 'allow', expectedComplaints: /.*/ })

const hostile = `<!doctype html><title>Hostile</title><pre id="results"></pre><script>
  const results = {}
  const attempt = async (what, act) => { try { results[what] = String(await act()) } catch (error) { results[what] = error.name } }
  const within = (promise) => Promise.race([promise, new Promise((_, reject) => setTimeout(reject, 5000, new DOMException('', 'TimeoutError')))])
  window.attack = async ({ product, other, cookieDomains }) => {
    await attempt('document of the lesson', () => top.document.title)
    await attempt('storage of the lesson', () => top.localStorage.length)
    await attempt('address of the lesson', () => { top.location = product + '/elsewhere' })
    await attempt('call of the product', () => fetch(product + '/api/courses').then((answer) => answer.status))
    await attempt('own host as the product', () => fetch('/api/courses').then((answer) => answer.status))
    await attempt('domain of all launches', () => { document.domain = location.hostname.split('.').slice(1).join('.') })
    await attempt('file of another launch', () => fetch(other).then((answer) => answer.status))
    await attempt('frame of another launch', () => within(new Promise((resolve, reject) => {
      addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
        if (effectiveDirective === 'frame-src') reject(new DOMException('', effectiveDirective))
      })
      const frame = document.createElement('iframe')
      frame.src = other
      frame.onload = () => { try { resolve(frame.contentDocument.body.textContent) } catch (error) { reject(error) } }
      document.body.append(frame)
    })))
    for (const target of [product + '/settings', other]) {
      const opened = open(target)
      // A new window first shows an empty page of its opener, which the opener may read.
      await new Promise((resolve) => {
        const look = setInterval(() => {
          try { if (opened && opened.location.href === 'about:blank' && waits++ < 300) return } catch {}
          clearInterval(look); resolve()
        }, 100)
        let waits = 0
      })
      await attempt('window at ' + (target === other ? 'another launch' : 'the product'), () => opened.document.body.textContent)
      opened?.close()
    }
    for (const domain of cookieDomains) document.cookie = 'tossed=1; domain=' + domain + '; path=/; SameSite=None; Secure'
    document.cookie = 'kept=1; SameSite=None; Secure'
    await attempt('own cookie', () => document.cookie.includes('kept=1'))
    await attempt('own storage', () => { localStorage.a = '1'; sessionStorage.a = '2'; return localStorage.a + sessionStorage.a })
    await attempt('own database', () => new Promise((resolve, reject) => {
      const opening = indexedDB.open('x')
      opening.onsuccess = () => resolve('opened'); opening.onerror = () => reject(opening.error)
    }))
    await attempt('own worker', () => within(new Promise((resolve) => { new Worker('worker.js').onmessage = ({ data }) => resolve(data) })))
    await attempt('own request', () => fetch('data.json', { headers: { 'X-Requested-With': 'x' } }).then((answer) => answer.text()))
    await attempt('own frame', () => new Promise((resolve) => {
      const frame = document.createElement('iframe')
      frame.src = 'inner.html'
      frame.onload = () => resolve(frame.contentDocument.body.textContent.trim() + ' ' + (frame.contentWindow.API === window.API))
      document.body.append(frame)
    }))
    await attempt('own question', () => confirm('Yes?'))
    await attempt('own service worker', () => within(navigator.serviceWorker.register('worker.js').then(({ scope }) => new URL(scope).origin === location.origin)))
    await attempt('service worker of the whole host', () => navigator.serviceWorker.register('worker.js', { scope: '/' }))
    return results
  }
</script><a id="save" download="notes.bin" href="notes.bin">Save</a>`

const zip = () =>
  packageOf({
    title: 'Hostile',
    version: '1.2',
    files: {
      'index.html': hostile,
      'worker.js': `if (typeof registration === 'undefined') postMessage('works')`,
      'data.json': '{"page":3}',
      'inner.html': '<!doctype html><p>inner</p>',
      'notes.bin': 'notes',
    },
  })

type Attack = (given: {
  product: string
  other: string
  cookieDomains: string[]
}) => Promise<Record<string, string>>

async function attackFrom(
  page: Page,
  request: APIRequestContext,
  author: { token: string },
  product: string,
) {
  const { path, learner } = await packageLesson(request, author, await zip())
  await signInAs(page, learner)
  await open(page, `${product}${path}`)
  const other = await page.context().newPage()
  await open(other, `${product}${path}`)
  const frameOf = async (shown: Page): Promise<Frame> => {
    const inner = () => shown.frames().find((frame) => frame.url().endsWith('/index.html'))
    await expect.poll(() => inner()?.locator('#save').count()).toBe(1)
    const found = inner()
    if (!found) throw new Error('the package is not open')
    return found
  }
  const [own, foreign] = [await frameOf(page), await frameOf(other)]
  const host = new URL(own.url()).hostname
  expect(host).not.toBe(new URL(foreign.url()).hostname)
  page.on('dialog', (dialog) => void dialog.accept())
  const parents = host.split('.').map((_, place, labels) => labels.slice(place).join('.'))
  const results = await own.evaluate((given) => (globalThis as unknown as { attack: Attack }).attack(given), {
    product,
    other: foreign.url(),
    cookieDomains: [...parents, new URL(product).hostname],
  })
  const downloading = page.waitForEvent('download')
  await own.locator('#save').evaluate((link: HTMLElement) => link.click())
  expect((await downloading).suggestedFilename()).toBe('notes.bin')
  return { results, path, own }
}

const expected = {
  'document of the lesson': 'SecurityError',
  'storage of the lesson': 'SecurityError',
  'address of the lesson': 'SecurityError',
  'call of the product': 'TypeError',
  'own host as the product': '404',
  'domain of all launches': 'SecurityError',
  'file of another launch': 'TypeError',
  'frame of another launch': expect.stringMatching(/^(?:frame-src|TypeError|SecurityError)$/),
  'window at the product': expect.stringMatching(/SecurityError|TypeError/),
  'window at another launch': expect.stringMatching(/SecurityError|TypeError/),
  'own cookie': 'true',
  'own storage': '12',
  'own database': 'opened',
  'own worker': 'works',
  'own request': '{"page":3}',
  'own frame': 'inner true',
  'own question': 'true',
  'own service worker': 'true',
  'service worker of the whole host': 'SecurityError',
}

/** The product must not receive the cookies that the package has set, whichever name of the product is called. */
async function expectUntouched(page: Page, products: readonly string[], path: string): Promise<void> {
  for (const product of products) {
    const sent = page.waitForRequest((asked) => asked.url() === `${product}${path}`)
    await page.goto(`${product}${path}`)
    expect((await (await sent).allHeaders())['cookie'] ?? '').not.toContain('tossed')
    expect(await page.evaluate(() => document.cookie)).not.toContain('tossed')
    expect(
      await page.evaluate(async () =>
        (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).origin),
      ),
    ).toEqual(expect.not.arrayContaining([expect.not.stringMatching(product)]))
  }
}

test('a hostile package on this machine reaches neither the product nor another launch, and its own parts work', async ({
  page,
  request,
  baseURL,
}) => {
  if (baseURL === undefined) throw new Error('the journeys have no address')
  const author = await demoPerson(request, 'instructor')
  const { results, path } = await attackFrom(page, request, author, baseURL)
  expect(results).toEqual(expected)
  await expectUntouched(page, [baseURL, baseURL.replace('127.0.0.1', 'localhost')], path)
})

test('a hostile package below PACKAGE_ORIGIN reaches neither the product nor another launch', async ({
  browser,
  playwright,
}) => {
  test.setTimeout(300_000)
  const dataDir = await mkdtemp(join(tmpdir(), 'apogee-launches-'))
  const port = await freePort()
  const { origin, stop } = await startProduct(port, dataDir, {
    DEMO_DATA: 'false',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    PACKAGE_ORIGIN: `http://*.content.localhost:${port}`,
  })
  const request = await playwright.request.newContext({ baseURL: origin })
  const context = await browser.newContext({ baseURL: origin, serviceWorkers: 'allow' })
  const page = await context.newPage()
  const author = await newSeller(request)
  const { results, path, own } = await attackFrom(page, request, author, origin)
  expect(new URL(own.url()).hostname).toMatch(/^[\da-f]{40}\.content\.localhost$/)
  expect(results).toEqual(expected)
  await expectUntouched(page, [origin], path)
  await context.close()
  await request.dispose()
  expect(await stop()).toEqual({ code: 0, signal: null })
  await rm(dataDir, { recursive: true, force: true })
})
