/** Tests packages on a separate host (docs/decisions/scorm.md). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestPerson } from '#server/app/testing.ts'
import { startTestSchool, type TestSchool } from '#server/features/courses/testing.ts'
import { taughtPackage } from './taught-package.testing.ts'

const product = 'https://learn.example.my'
const content = 'https://content.example.my'

let school: TestSchool
/** The same installation, started with PACKAGE_ORIGIN. */
let separate: Awaited<ReturnType<TestSchool['server']['startAgain']>>
let lesson: number
let learner: TestPerson

beforeAll(async () => {
  school = await startTestSchool()
  const { server } = school
  separate = await server.startAgain({ publicUrl: product, packageOrigin: content })
  const taught = await taughtPackage(school, { version: '1.2' })
  lesson = taught.lesson
  learner = taught.learner
})
afterAll(async () => {
  await separate.app.close()
  await school.server.stop()
})

async function launched(call = separate.call) {
  const { body } = await call('launchPackage', { params: { id: lesson }, as: learner })
  return { launch: body.data.launch, address: body.data.activities[0]?.address ?? '' }
}

const ask = (
  host: string,
  url: string,
  method: 'GET' | 'HEAD' | 'POST' | 'OPTIONS' = 'GET',
  app = separate.app,
) => app.inject({ method, url, headers: { host } })

const hostOf = (origin: string) => new URL(origin).host
const pathOf = (address: string) => new URL(address, product).pathname

/** Returns a directive of the content security policy, with its value. */
const ruleOf = (policy: unknown, name: string) =>
  String(policy)
    .split('; ')
    .find((rule) => rule.startsWith(`${name} `))

test('a launch is at the origin of packages, and its files reach that origin alone', async () => {
  const { address } = await launched()
  expect(address).toMatch(
    /^https:\/\/content\.example\.my\/packages\/[\w-]{43}~\/0\/lesson\/start\.html\?part=0$/,
  )
  const folder = pathOf(address).replace(/lesson.*$/, '')
  const page = await ask(hostOf(content), pathOf(address))
  expect(page.statusCode).toBe(200)
  const policy = page.headers['content-security-policy']
  expect(ruleOf(policy, 'sandbox')).toBe('sandbox allow-scripts allow-forms')
  expect(ruleOf(policy, 'connect-src')).toBe(`connect-src ${content}${folder} data: blob:`)
  expect(ruleOf(policy, 'script-src')).toBe(
    `script-src ${content}${folder} ${content}/packages/run-time/ 'unsafe-inline' 'unsafe-eval'`,
  )
  // The policy allows only the lesson to frame the first page. Other pages may be in frames of the package, whose origin no policy
  // can name.
  expect(ruleOf(policy, 'frame-ancestors')).toBe(`frame-ancestors ${product}`)
  const next = await ask(hostOf(content), `${folder}lesson/next.html`)
  expect(ruleOf(next.headers['content-security-policy'], 'frame-ancestors')).toBeUndefined()
  // The data name the lesson's origin, so that reports are sent to the lesson page only.
  const start = await ask(hostOf(content), `${folder}~launch.js`)
  expect(JSON.parse(start.body.slice(start.body.indexOf('{')))).toMatchObject({
    origin: product,
    prefix: folder,
  })
  expect((await ask(hostOf(content), '/packages/run-time/1.2.js')).statusCode).toBe(200)
  const report = await separate.call('reportPackage', {
    params: { id: lesson },
    body: {
      launch: pathOf(address).split('/')[2] ?? '',
      activity: 'I0',
      cmi: { core: { lesson_status: 'incomplete' } },
    },
    as: learner,
  })
  expect(report.status).toBe(200)
})

test('a file of an unknown type is a download, and one of a known type is not', async () => {
  const folder = pathOf((await launched()).address).replace(/lesson.*$/, '')
  const headersOf = async (file: string) => (await ask(hostOf(content), `${folder}lesson/${file}`)).headers
  expect(await headersOf('unused.swf')).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': 'attachment',
    'x-content-type-options': 'nosniff',
  })
  const known = await headersOf('clip.mp4')
  expect([known['content-type'], known['content-disposition']]).toEqual(['video/mp4', undefined])
})

test('the host of packages answers nothing else, however it is written', async () => {
  const paths = [
    '/',
    '/login',
    '/api/courses',
    '/api/no-such-call',
    '/api/auth/verify',
    '/media/parts',
    '/media/x',
  ]
  const files = [
    '/service-worker.js',
    '/robots.txt',
    '/assets/x.js',
    '/healthz',
    '/readyz',
    '/metrics',
    '/packages/',
    '/packages',
  ]
  const { address } = await launched()
  for (const host of ['content.example.my', 'CONTENT.example.my:443', 'content.example.my.'])
    for (const path of [...paths, ...files]) {
      const { statusCode, headers, body } = await ask(host, path)
      expect([path, statusCode, body]).toEqual([path, 404, expect.not.stringContaining('success":true')])
      expect([path, headers['x-content-type-options'], headers['content-security-policy']]).toEqual([
        path,
        'nosniff',
        "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      ])
    }
  for (const method of ['POST', 'OPTIONS'] as const)
    expect((await ask(hostOf(content), '/api/auth/login', method)).statusCode).toBe(404)
  expect((await ask(hostOf(content), pathOf(address), 'POST')).statusCode).toBe(404)
  expect((await ask(hostOf(content), pathOf(address), 'HEAD')).statusCode).toBe(200)
})

test('no answer of the host of packages sets a cookie', async () => {
  const { address } = await launched()
  for (const path of [
    '/',
    '/login?lang=ms',
    '/api/auth/google',
    pathOf(address),
    '/packages/run-time/1.2.js',
  ]) {
    const { headers } = await separate.app.inject({
      url: path,
      headers: { host: hostOf(content), cookie: 'lang=ms; session=x' },
    })
    expect([path, headers['set-cookie']]).toEqual([path, undefined])
  }
})

test('the host of the product serves no files of a launch that is at the other one', async () => {
  const { address } = await launched()
  for (const host of [hostOf(product), '127.0.0.1', 'elsewhere.example'])
    for (const path of [
      pathOf(address),
      pathOf(address).replace('~', ''),
      pathOf(address).replace('~', '%7E'),
    ])
      expect([host, path, (await ask(host, path)).statusCode]).toEqual([host, path, 404])
})

test('a lesson that was open before the setting goes on where it is, and nowhere else', async () => {
  const before = await school.server.startAgain({ publicUrl: product })
  const { address } = await launched(before.call)
  await before.app.close()
  expect(address).toMatch(/^\/packages\/[\w-]{43}\/0\//)
  const page = await ask(hostOf(product), pathOf(address))
  expect(page.statusCode).toBe(200)
  expect(ruleOf(page.headers['content-security-policy'], 'connect-src')).toContain(`${product}/packages/`)
  expect((await ask(hostOf(content), pathOf(address))).statusCode).toBe(404)
  expect((await ask(hostOf(content), pathOf(address).replace('/0/', '~/0/'))).statusCode).toBe(404)
})

test('without the setting no address leads to another host, and the former one has to be opened again', async () => {
  const { address } = await launched()
  const { app } = school.server
  const { statusCode, body } = await ask(hostOf(content), pathOf(address), 'GET', app)
  expect([statusCode, body]).toEqual([404, expect.stringContaining('opened again')])
  expect((await ask(hostOf(content), '/api/courses', 'GET', app)).statusCode).toBe(200)
})
