/** Tests launches that have hosts of their own (docs/decisions/scorm.md). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestPerson } from '#server/app/testing.ts'
import { startTestSchool, type TestSchool } from '#server/features/courses/testing.ts'
import { taughtPackage } from './taught-package.testing.ts'

let school: TestSchool
let wildcard: Awaited<ReturnType<TestSchool['server']['startAgain']>>
let lesson: number
let learner: TestPerson

beforeAll(async () => {
  school = await startTestSchool()
  const { server } = school
  wildcard = await server.startAgain({
    publicUrl: 'https://learn.example.my',
    packageOrigin: 'https://*.content.example.org',
  })
  const taught = await taughtPackage(school, { version: '2004', titles: ['One', 'Two'] })
  lesson = taught.lesson
  learner = taught.learner
})
afterAll(async () => {
  await wildcard.app.close()
  await school.server.stop()
})

const forms = {
  'on this machine': {
    server: () => school.server,
    address: /^http:\/\/[\da-f]{40}\.localhost(?::\d+)?\/packages\/[\w-]{43}~~\/0\/~player\.html$/,
    product: 'localhost:80',
    lessonOrigin: 'http://localhost',
    another: (label: string) => `${label}.localhost`,
  },
  'below PACKAGE_ORIGIN': {
    server: () => wildcard,
    address: /^https:\/\/[\da-f]{40}\.content\.example\.org\/packages\/[\w-]{43}~~\/0\/~player\.html$/,
    product: 'learn.example.my',
    lessonOrigin: 'https://learn.example.my',
    another: (label: string) => `${label}.content.example.org`,
  },
}

describe.each(Object.entries(forms))('%s', (_, form) => {
  async function launched() {
    const { body } = await form.server().call('launchPackage', { params: { id: lesson }, as: learner })
    const { launch, hasOrigin, activities } = body.data
    const { host, pathname } = new URL(activities[0]?.address ?? '')
    return {
      launch,
      hasOrigin,
      address: activities[0]?.address,
      host,
      folder: pathname.replace('~player.html', ''),
    }
  }
  const ask = (host: string, url: string, method: 'GET' | 'HEAD' | 'POST' | 'OPTIONS' = 'GET') =>
    form.server().app.inject({ method, url, headers: { host, cookie: 'lang=ms; session=x' } })

  test('a launch has a host of its own, which frames only the lesson and itself', async () => {
    const { address, hasOrigin, host, folder } = await launched()
    expect(address).toMatch(form.address)
    expect(hasOrigin).toBe(true)
    const player = await ask(host, `${folder}~player.html`)
    expect(player.statusCode).toBe(200)
    expect(player.body).toContain('src="lesson/start.html?part=0"')
    const page = await ask(host, `${folder}lesson/start.html?part=0`)
    expect(page.body).toContain('<script src="/packages/run-time/find.js"></script>')
    for (const { headers } of [player, page]) {
      const policy = String(headers['content-security-policy']).split('; ')
      expect(policy).toContain(
        'sandbox allow-scripts allow-forms allow-same-origin allow-modals allow-downloads allow-popups',
      )
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain(`frame-ancestors 'self' ${form.lessonOrigin}`)
      expect(policy.join()).not.toMatch(/allow-top|escape-sandbox|https?:(?!\/\/l)|\*/)
      expect(headers).toMatchObject({
        'origin-agent-cluster': '?1',
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'private, no-store',
      })
      expect(headers).not.toHaveProperty('access-control-allow-origin')
    }
    // The page clears cookies, because another launch can set cookies for the domain that both hosts share.
    expect(player.headers['clear-site-data']).toBe('"cookies"')
    const data = await ask(host, `${folder}~launch.js`)
    expect(JSON.parse(data.body.slice(data.body.indexOf('{')))).toMatchObject({
      origin: form.lessonOrigin,
      hasOrigin: true,
    })
    for (const script of ['find.js', '2004.js'])
      expect((await ask(host, `/packages/run-time/${script}`)).statusCode).toBe(200)
  })

  test('files of a launch are at its host alone, and the name of the host opens nothing by itself', async () => {
    const [one, other] = [await launched(), await launched()]
    expect(one.host).not.toBe(other.host)
    const page = `${one.folder}lesson/start.html`
    for (const host of [other.host, form.product, '127.0.0.1', form.another('0'.repeat(40)), 'evil.example'])
      for (const path of [
        page,
        page.replace('~~', ''),
        page.replace('~~', '~'),
        page.replace('~~', '%7E%7E'),
      ])
        expect([host, path, (await ask(host, path)).statusCode]).toEqual([host, path, 404])
    expect(
      (await ask(one.host, `/packages/${one.host.split('.')[0]}~~/0/lesson/start.html`)).statusCode,
    ).toBe(404)
    expect((await ask(one.host, page)).statusCode).toBe(200)
  })

  test('the host of a launch answers nothing else, and no answer sets a cookie', async () => {
    const { host, folder } = await launched()
    const paths = [
      '/',
      '/login?lang=ms',
      '/api/courses',
      '/api/auth/google',
      '/media/x',
      '/service-worker.js',
    ]
    const files = [
      '/assets/x.js',
      '/healthz',
      '/readyz',
      '/metrics',
      '/packages',
      '/robots.txt',
      '/index.html',
    ]
    for (const at of [host, host.toUpperCase(), `${host}.`, form.another('f'.repeat(40))])
      for (const path of [...paths, ...files]) {
        const { statusCode, body, headers } = await ask(at, path)
        expect([at, path, statusCode, body]).toEqual([at, path, 404, 'This address does not exist.'])
        expect(headers).not.toHaveProperty('set-cookie')
      }
    for (const path of ['/api/auth/login', '/api/upload', `${folder}lesson/start.html`])
      expect((await ask(host, path, 'POST')).statusCode).toBe(404)
    for (const path of ['~player.html', '~launch.js', 'lesson/start.html', 'lesson/look.css', 'missing.css'])
      expect((await ask(host, folder + path)).headers).not.toHaveProperty('set-cookie')
    expect((await ask(host, `${folder}lesson/look.css`, 'HEAD')).statusCode).toBe(200)
    expect((await ask(host, `${folder}lesson/look.css`, 'OPTIONS')).statusCode).toBe(204)
  })

  test('its learner reports, nobody else does, and its files end with the launch', async () => {
    const { launch, host, folder } = await launched()
    const { call } = form.server()
    const body = { launch, activity: 'I0', cmi: { completion_status: 'completed' } }
    const stranger = await school.server.person()
    const at = { params: { id: lesson }, body }
    expect((await call('reportPackage', { ...at, as: learner })).status).toBe(200)
    expect((await call('reportPackage', { ...at, as: stranger })).status).toBe(403)
    school.server.clock.advance(12 * 3_600_000 + 1)
    expect((await ask(host, `${folder}~player.html`)).statusCode).toBe(404)
  })
})
