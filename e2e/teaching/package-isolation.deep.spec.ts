/** Serves a hostile package in a frame of a page with the headers of packages (docs/decisions/scorm.md). */
import { createServer } from 'node:http'
import { Readable } from 'node:stream'
import { expect, test } from '@playwright/test'
import {
  packageContentType,
  packageHeaders,
  withRunTimeScripts,
} from '../../apps/server/src/platform/scorm/package-delivery.ts'

const prefix = '/packages/token/'

/** The frame has no `sandbox` attribute, because the headers alone must isolate the package, as when a file is opened directly. */
const lesson = `<!doctype html><title>Lesson</title>
<iframe src="${prefix}index.html"></iframe>
<script>
  window.heard = {}
  addEventListener('message', ({ source, origin, data }) => {
    if (source !== document.querySelector('iframe').contentWindow || origin !== 'null') return
    window.heard[data.what] = data.result
  })
</script>`

/** Stands for the script that defines the API. Only that script knows the real parent window. */
const runTime = `const lesson = window.parent
window.say = (what, result) => lesson.postMessage({ what, result: String(result) }, '*')
window.parent = window
window.API = { LMSGetValue: () => 'page=3' }
window.realParent = lesson`

const hostile = `<!doctype html><title>Package</title><script>
  const attempt = (what, act) => { try { say(what, act()) } catch (error) { say(what, error.name) } }
  const later = (what, promise) => promise.then((value) => say(what, value), (error) => say(what, error.name))
  attempt('API of the parent', () => window.parent.API.LMSGetValue('cmi.suspend_data'))
  attempt('cookies', () => document.cookie)
  attempt('local storage', () => localStorage.length)
  attempt('databases', () => indexedDB.open('x'))
  attempt('document of the lesson', () => realParent.document.title)
  attempt('address of the page', () => { window.top.location = '/elsewhere' })
  attempt('service worker', () => navigator.serviceWorker)
  attempt('popup', () => window.open('/elsewhere'))
  later('call of the product', fetch('/me', { credentials: 'include' }).then((answer) => answer.status))
  later('own data', fetch('data.json').then((answer) => answer.text()))
  later('own module', import('./module.js').then((module) => module.own))
  later('own picture', new Promise((resolve, reject) => {
    const picture = Object.assign(new Image(), { src: 'picture.svg', onload: () => resolve('loaded') })
    picture.onerror = () => reject(new Error('picture'))
  }))
</script>`

const files: Record<string, string> = {
  'index.html': hostile,
  'run-time.js': runTime,
  'data.json': '{"page":3}',
  'module.js': 'export const own = "module"',
  'picture.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>',
}

test('a hostile package reaches no cookie, storage, document or call of the product, and its own files load', async ({
  page,
}) => {
  const requests: { path: string; cookie: string | undefined }[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    requests.push({ path, cookie: request.headers.cookie })
    if (path === '/lesson') {
      const cookie = 'session=secret; HttpOnly; SameSite=Lax; Path=/'
      response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': cookie }).end(lesson)
      return undefined
    }
    const name = path.startsWith(prefix) ? path.slice(prefix.length) : ''
    const content = Buffer.from(files[name] ?? '')
    response.writeHead(files[name] === undefined ? 404 : 200, {
      ...packageHeaders(`http://${request.headers.host}`, prefix),
      'content-type': packageContentType(name),
    })
    if (!name.endsWith('.html')) return response.end(content)
    return withRunTimeScripts(Readable.from([content]), ['run-time.js']).then((page) =>
      page.content.pipe(response),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : undefined
    await page.goto(`http://127.0.0.1:${port}/lesson`)
    await expect
      .poll(() => page.evaluate('window.heard'))
      .toEqual({
        'API of the parent': 'page=3',
        cookies: 'SecurityError',
        'local storage': 'SecurityError',
        databases: 'SecurityError',
        'document of the lesson': 'SecurityError',
        'address of the page': 'SecurityError',
        'service worker': 'SecurityError',
        popup: 'null',
        'call of the product': 'TypeError',
        'own data': '{"page":3}',
        'own module': 'module',
        'own picture': 'loaded',
      })
    expect(page.url()).toBe(`http://127.0.0.1:${port}/lesson`)
    expect(requests.map(({ path }) => path)).not.toContain('/me')
    expect(requests.map(({ path }) => path)).not.toContain('/elsewhere')
    const ownFiles = requests.filter(({ path }) => path.startsWith(prefix) && !path.endsWith('index.html'))
    expect(ownFiles.length).toBeGreaterThanOrEqual(4)
    expect(ownFiles.filter(({ cookie }) => cookie !== undefined)).toEqual([])
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
