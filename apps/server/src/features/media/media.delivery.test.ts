import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'
import { captions, pdf, picture, uploadFile, video } from './testing.ts'

const hourMs = 3_600_000

let server: TestApp
let mp4: Buffer
let admin: TestPerson
let teacher: TestPerson
let learner: TestPerson
let stranger: TestPerson
let course: { id: number; contentId: number; resourceId: number; upload: string }

beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments })
  mp4 = await video('mp4', 3)
  admin = await server.person('admin')
  teacher = await server.person('instructor', { businessId: admin.businessId })
  learner = await server.person()
  stranger = await server.person()
  course = await makeCourse({})
  await enrol(learner, course.id)
})
afterAll(() => server.stop())

async function makeCourse({
  isPrivate = false,
  as = teacher,
  file = mp4,
}: {
  isPrivate?: boolean
  as?: TestPerson
  file?: Buffer
}) {
  const created = await server.call('createCourse', {
    body: { title: 'Stars', description: 'About stars', price: 4900, isPrivate },
    as,
  })
  const content = await server.call('createContent', {
    body: { courseId: created.body.data.id, title: 'One', isPublished: true },
    as,
  })
  const upload = await uploadFile(server, as, file, 'one.mp4')
  const resource = await server.call('createResource', {
    body: { courseContentId: content.body.data.id, filePath: upload.url, fileType: 'video' },
    as,
  })
  return {
    id: created.body.data.id,
    contentId: content.body.data.id,
    resourceId: resource.body.data.id,
    upload: upload.url,
  }
}

async function enrol(person: TestPerson, courseId: number): Promise<void> {
  await server.database.transaction((tx) =>
    server.services.enrolments.grant(tx, { userId: person.id, courseId, source: 'granted' }),
  )
}

/** Returns the lesson's URL from this person's list, or a URL signed by the test when no list shows the lesson. */
function urlFor(person: Pick<TestPerson, 'id'> | null, upload: string): string {
  const publicId = /\/media\/([^?]+)/.exec(upload)?.[1] ?? ''
  const caller = person && ({ userId: person.id } as Parameters<typeof server.services.media.urlFor>[0])
  return server.services.media.urlFor(caller, { publicId, purpose: 'lesson' })
}

const open = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  server.app.inject({ url, method, headers })
const statusOf = async (url: string) => (await open(url)).statusCode

describe('a lesson’s URL', () => {
  test("a lesson's URL opens for learners and owners of the course, and answers 403 to others", async () => {
    const otherAdmin = await server.person('admin')
    const otherTeacher = await server.person('instructor')
    const colleague = await server.person('instructor', { businessId: admin.businessId })
    const superadmin = await server.person('superadmin')
    const may = [learner, teacher, admin, superadmin]
    const mayNot = [null, stranger, otherAdmin, otherTeacher, colleague]
    for (const person of may) expect(await statusOf(urlFor(person, course.upload)), person.role).toBe(200)
    for (const person of mayNot) expect(await statusOf(urlFor(person, course.upload)), person?.role).toBe(403)
  })

  test("a lesson's URL is the one in the learner's list of contents", async () => {
    const { body } = await server.call('listCourseContents', {
      params: { courseId: course.id },
      query: {},
      as: learner,
    })
    const [resource] = body.data[0]?.resources ?? []
    expect(resource?.title).toBe('one')
    const opened = await open(resource?.filePath ?? '')
    expect(opened.statusCode).toBe(200)
    expect(opened.rawPayload.equals(mp4)).toBe(true)
  })

  test("a lesson's URL opens nothing without a signature, or with a broken, another file's or another person's", async () => {
    const other = await makeCourse({})
    const url = urlFor(learner, course.upload)
    const [path = '', query = ''] = url.split('?')
    const [otherPath = ''] = other.upload.split('?')
    await enrol(learner, other.id)
    for (const wrong of [
      path,
      `${path}?u=${learner.id}`,
      url.slice(0, -2),
      `${url}x`,
      url.replace(/e=(\d+)/, (_, expiry: string) => `e=${Number(expiry) + 3600}`),
      url.replace(/u=\d+/, `u=${teacher.id}`),
      url.replace(/s=.*/, 's='),
      url.replace(/s=.*/, `s=${'A'.repeat(43)}`),
      url.replace(/u=\d+/, 'u=1e3'),
      `${otherPath}?${query}`,
    ]) {
      const refused = await open(wrong)
      expect(refused.statusCode, wrong).toBe(403)
      expect(refused.json()).toMatchObject({ success: false, errorCode: 'MEDIA_NOT_ALLOWED' })
      expect(refused.headers['cache-control']).toBe('no-store')
    }
  })

  test('a URL of a missing file answers 404 in any form', async () => {
    for (const url of [
      `/media/${'A'.repeat(22)}`,
      urlFor(learner, `/media/${'A'.repeat(22)}`),
      '/media/1',
      '/media/..%2f..%2fetc%2fpasswd',
      '/media/%00',
      `/media/${'x'.repeat(250)}`,
    ]) {
      expect(await statusOf(url), url).toBe(404)
    }
  })

  test("a lesson's URL expires after four hours", async () => {
    const url = urlFor(learner, course.upload)
    const clock = server.dependencies.clock.now().getTime()
    const expiry = Number(/e=(\d+)/.exec(url)?.[1]) * 1000
    expect(expiry - clock).toBeGreaterThan(3 * hourMs)
    expect(expiry - clock).toBeLessThanOrEqual(4 * hourMs)
    server.clock.advance(expiry - clock - 1000)
    expect(await statusOf(url)).toBe(200)
    server.clock.advance(1000)
    expect(await statusOf(url)).toBe(403)
    expect(await statusOf(urlFor(learner, course.upload))).toBe(200)
  })

  test("a lesson's URL stays the same for a while, so that the browser caches the file", async () => {
    server.clock.advance(hourMs - (server.dependencies.clock.now().getTime() % hourMs))
    const first = urlFor(learner, course.upload)
    server.clock.advance(hourMs - 1)
    expect(urlFor(learner, course.upload)).toBe(first)
    const { headers } = await open(first)
    expect(headers['cache-control']).toBe(`private, max-age=${3 * 3600}`)
    server.clock.advance(1)
    expect(urlFor(learner, course.upload)).not.toBe(first)
  })
})

describe('a URL that was right', () => {
  test('a valid lesson URL stops working when the enrolment ends, and works again when it is restored', async () => {
    const buyer = await server.person()
    await enrol(buyer, course.id)
    const url = urlFor(buyer, course.upload)
    expect(await statusOf(url)).toBe(200)
    const place = { userId: buyer.id, courseId: course.id }
    await server.database.transaction((tx) => server.services.enrolments.end(tx, place))
    expect(await statusOf(url)).toBe(403)
    await enrol(buyer, course.id)
    expect(await statusOf(url)).toBe(200)
  })

  test('a valid lesson URL stops working when the module or item becomes a draft, except for owners', async () => {
    const { id, contentId, resourceId, upload } = await makeCourse({})
    await enrol(learner, id)
    const url = urlFor(learner, upload)
    expect(await statusOf(url)).toBe(200)
    const draft = { isPublished: false }
    await server.call('updateContent', { params: { id: contentId }, body: draft, as: teacher })
    expect(await statusOf(url)).toBe(403)
    await server.call('updateContent', {
      params: { id: contentId },
      body: { isPublished: true },
      as: teacher,
    })
    await server.call('updateResource', { params: { id: resourceId }, body: draft, as: teacher })
    expect(await statusOf(url)).toBe(403)
    expect(await statusOf(urlFor(teacher, upload))).toBe(200)
    expect(await statusOf(urlFor(admin, upload))).toBe(200)
  })

  test('a valid lesson URL stops working when its teacher leaves the business or is demoted', async () => {
    const leaver = await server.person('instructor', { businessId: admin.businessId })
    const { upload } = await makeCourse({ as: leaver })
    const url = urlFor(leaver, upload)
    expect(await statusOf(url)).toBe(200)
    const set = async (role: string, businessId: number | null) =>
      sql`UPDATE users SET role = ${role}, business_id = ${businessId} WHERE id = ${leaver.id}`.execute(
        server.database.kysely,
      )
    await set('student', admin.businessId)
    expect(await statusOf(url)).toBe(403)
    await set('instructor', null)
    expect(await statusOf(url)).toBe(403)
  })

  test('a valid lesson URL still works for a learner after the course was archived', async () => {
    const { id, upload } = await makeCourse({})
    await enrol(learner, id)
    const { body } = await server.call('deleteCourse', { params: { id }, as: teacher })
    expect(body.data.outcome).toBe('archived')
    expect(await statusOf(urlFor(learner, upload))).toBe(200)
    expect(await statusOf(urlFor(stranger, upload))).toBe(403)
  })
})

describe('free previews', () => {
  test('free previews of a public course open for everybody, of a private one only for its people', async () => {
    const { id, resourceId, upload } = await makeCourse({})
    expect(await statusOf(urlFor(null, upload))).toBe(403)
    await server.call('updateResource', {
      params: { id: resourceId },
      body: { isPreview: true },
      as: teacher,
    })
    expect(await statusOf(urlFor(null, upload))).toBe(200)
    expect(await statusOf(urlFor(stranger, upload))).toBe(200)
    expect(await statusOf(upload.split('?')[0] ?? '')).toBe(403)
    for (const [isPublished, status] of [
      [false, 403],
      [true, 200],
    ] as const) {
      await server.call('updateResource', { params: { id: resourceId }, body: { isPublished }, as: teacher })
      expect(await statusOf(urlFor(null, upload))).toBe(status)
    }
    await server.call('updateCourse', { params: { id }, body: { isPrivate: true }, as: teacher })
    expect(await statusOf(urlFor(null, upload))).toBe(403)
    expect(await statusOf(urlFor(stranger, upload))).toBe(403)
    await enrol(learner, id)
    expect(await statusOf(urlFor(learner, upload))).toBe(200)
  })
})

describe('covers and avatars', () => {
  test('covers of a public course need no signature, of a private one they do', async () => {
    const { id } = await makeCourse({})
    const image = (await uploadFile(server, teacher, await picture('png'), 'c.png', 'cover')).url
    const bare = image.split('?')[0] ?? ''
    expect(await statusOf(bare)).toBe(403)
    const shown = await server.call('updateCourse', { params: { id }, body: { image }, as: teacher })
    expect(shown.body.data.image).toBe(bare)
    const opened = await open(bare)
    expect(opened.statusCode).toBe(200)
    expect(opened.headers['cache-control']).toBe('public, max-age=604800, immutable')
    const hidden = await server.call('updateCourse', {
      params: { id },
      body: { isPrivate: true },
      as: teacher,
    })
    expect(await statusOf(bare)).toBe(403)
    expect(hidden.body.data.image).toMatch(/\?u=\d+&e=\d+&s=/)
    expect(await statusOf(hidden.body.data.image)).toBe(200)
  })

  test('avatars are open to everybody', async () => {
    const { url } = await uploadFile(server, stranger, await picture('jpeg'), 'me.jpg', 'avatar')
    expect(await statusOf(url.split('?')[0] ?? '')).toBe(200)
  })
})

describe('caption tracks', () => {
  test('caption tracks have the access of their video', async () => {
    const { id, resourceId } = await makeCourse({})
    const track = (await uploadFile(server, teacher, captions, 'en.vtt', 'captions')).url
    expect(await statusOf(urlFor(learner, track))).toBe(403)
    const changed = await server.call('updateResource', {
      params: { id: resourceId },
      body: { captions: [{ language: 'ms', url: track }] },
      as: teacher,
    })
    expect(changed.body.data.captions).toMatchObject([{ language: 'ms' }])
    expect(await statusOf(urlFor(learner, track))).toBe(403)
    await enrol(learner, id)
    const opened = await open(urlFor(learner, track))
    expect(opened.statusCode).toBe(200)
    expect(opened.headers['content-type']).toBe('text/vtt')
  })
})

describe('parts of a file', () => {
  const whole = () => urlFor(learner, course.upload)
  test('one range of a file is served at a time', async () => {
    const size = mp4.length
    for (const [range, start, end] of [
      ['bytes=0-9', 0, 9],
      ['bytes=10-', 10, size - 1],
      ['bytes=-7', size - 7, size - 1],
      [`bytes=5-${size + 1000}`, 5, size - 1],
    ] as const) {
      const part = await open(whole(), { range })
      expect(part.statusCode, range).toBe(206)
      expect(part.headers['content-range']).toBe(`bytes ${start}-${end}/${size}`)
      expect(part.headers['content-length']).toBe(String(end - start + 1))
      expect(part.rawPayload.equals(mp4.subarray(start, end + 1))).toBe(true)
    }
  })

  test('several ranges at once get the whole file', async () => {
    for (const range of ['bytes=0-1,4-5', `bytes=${'0-1,'.repeat(2000)}0-1`]) {
      const answer = await open(whole(), { range })
      expect(answer.statusCode).toBe(200)
      expect(answer.rawPayload.length).toBe(mp4.length)
    }
  })

  test('a range outside the file gets 416 with the size', async () => {
    const answer = await open(whole(), { range: `bytes=${mp4.length}-` })
    expect(answer.statusCode).toBe(416)
    expect(answer.headers['content-range']).toBe(`bytes */${mp4.length}`)
    expect(answer.json()).toMatchObject({ success: false, errorCode: 'RANGE_NOT_SATISFIABLE' })
  })

  test('If-Range serves a range of the same file only', async () => {
    const { headers } = await open(whole())
    const tag = String(headers['etag'])
    const same = await open(whole(), { range: 'bytes=0-1', 'if-range': tag })
    expect(same.statusCode).toBe(206)
    for (const other of ['"another"', `W/${tag}`, 'Fri, 20 Nov 2026 09:00:00 GMT']) {
      expect((await open(whole(), { range: 'bytes=0-1', 'if-range': other })).statusCode).toBe(200)
    }
  })
})

describe('what is sent with a file', () => {
  test('a browser with the current file gets 304', async () => {
    const url = urlFor(learner, course.upload)
    const tag = String((await open(url)).headers['etag'])
    for (const known of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
      const answer = await open(url, { 'if-none-match': known })
      expect(answer.statusCode).toBe(304)
      expect(answer.rawPayload.length).toBe(0)
      expect(answer.headers['etag']).toBe(tag)
    }
    expect((await open(url, { 'if-none-match': '"x"' })).statusCode).toBe(200)
  })

  test('HEAD on a file answers the same headers without the file', async () => {
    const url = urlFor(learner, course.upload)
    const get = await open(url)
    const head = await open(url, { range: 'bytes=0-1' }, 'HEAD')
    expect(head.statusCode).toBe(200)
    expect(head.rawPayload.length).toBe(0)
    for (const name of ['content-length', 'content-type', 'etag', 'accept-ranges', 'cache-control']) {
      expect(head.headers[name], name).toBe(get.headers[name])
    }
    expect((await open(url.replace(/s=.*/, 's=x'), {}, 'HEAD')).statusCode).toBe(403)
  })

  test('a file is served with its own type, runs nothing and sends no referrer', async () => {
    const { headers } = await open(urlFor(learner, course.upload), { 'accept-encoding': 'br, gzip' })
    expect(headers).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': String(mp4.length),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'accept-ranges': 'bytes',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy':
        "sandbox allow-same-origin; default-src 'none'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'",
      'content-disposition': `inline; filename="one.mp4"; filename*=UTF-8''one.mp4`,
    })
    expect(headers['content-encoding']).toBeUndefined()
    expect(headers['x-frame-options']).toBeUndefined()
  })

  test('a document may be framed by our own pages only, and runs and requests nothing', async () => {
    const { url } = await uploadFile(server, teacher, pdf(), 'Nota “1”.pdf')
    const { headers } = await open(url)
    expect(headers['content-type']).toBe('application/pdf')
    // Safari would show a blank page if the policy contained `sandbox`.
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
    )
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['x-frame-options']).toBeUndefined()
    expect(headers['content-disposition']).toBe(
      `inline; filename="Nota _1_.pdf"; filename*=UTF-8''Nota%20%E2%80%9C1%E2%80%9D.pdf`,
    )
  })
})
