import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { TestPerson } from '#server/app/testing.ts'
import { startTestSchool, type TestSchool } from '#server/features/courses/testing.ts'
import { uploadFile } from '#server/features/media/testing.ts'
import { packageOfShape } from './shapes.testing.ts'
import { packedFiles, scormPackage } from './testing.ts'

let school: TestSchool
/** The same installation, started at an address at which launches have no hosts of their own. */
let product: Awaited<ReturnType<TestSchool['server']['startAgain']>>
beforeAll(async () => {
  school = await startTestSchool()
  product = await school.server.startAgain({ publicUrl: 'https://learn.example.my' })
})
afterAll(async () => {
  await product.app.close()
  await school.server.stop()
})

async function uploaded(as: TestPerson, zip: Buffer): Promise<string> {
  const { url } = await uploadFile(school.server, as, zip, 'lesson.zip', 'package')
  return url
}

/** Creates a published lesson with a package, and a learner of its course. */
async function lesson(fixture: Parameters<typeof scormPackage>[0] = { version: '1.2' }) {
  const { server, teacher } = school
  const course = await school.makeCourse(teacher)
  const content = await school.makeContent(teacher, course.id, { isPublished: true })
  const filePath = await uploaded(teacher, await scormPackage(fixture))
  const { body } = await server.call('createPackage', {
    params: { id: content.id },
    body: { filePath },
    as: teacher,
  })
  const { id } = body.data
  await server.call('updateResource', { params: { id }, body: { isPublished: true }, as: teacher })
  const learner = await server.person()
  await school.enrol(learner, course.id)
  return { id, courseId: course.id, contentId: content.id, learner, filePath }
}

async function launched(id: number, as: TestPerson) {
  const { body } = await product.call('launchPackage', { params: { id }, as })
  return body.data
}

const core = (fields: object, suspended = '') => ({ suspend_data: suspended, core: fields })

async function report(
  id: number,
  as: TestPerson,
  launch: string,
  cmi: Record<string, unknown>,
  activity = 'I0',
) {
  const { body } = await school.server.call('reportPackage', {
    params: { id },
    body: { launch, activity, cmi },
    as,
  })
  return body.data
}

const get = (url: string, headers: Record<string, string> = {}) =>
  product.app.inject({ method: 'GET', url, headers: { host: '127.0.0.1', ...headers } })

/** Returns the initial data of a page of the activity. */
async function startOf(address: string): Promise<Record<string, unknown>> {
  const folder = /^\/packages\/[^/]+\/\d+\//.exec(address)?.[0]
  const { body } = await get(`${folder}~launch.js`)
  return JSON.parse(body.slice(body.indexOf('{')))
}

test('a package becomes a lesson with the title of its manifest, which learners see when it is published', async () => {
  const { server, teacher } = school
  const course = await school.makeCourse(teacher)
  const content = await school.makeContent(teacher, course.id)
  const filePath = await uploaded(teacher, await scormPackage({ version: '1.2' }))
  const made = await server.call('createPackage', {
    params: { id: content.id },
    body: { filePath },
    as: teacher,
  })
  expect(made.status).toBe(201)
  expect(made.body.data).toMatchObject({
    title: 'Fire safety',
    fileType: 'other',
    isPackage: true,
    isPublished: false,
  })
  // The response has no address of the archive, because learners cannot download it.
  expect(made.body.data).not.toHaveProperty('filePath')
})

test.each([
  [
    'a text',
    () => packedFiles({ 'readme.txt': 'hello' }),
    'this archive has no imsmanifest.xml, so it is not a SCORM package',
  ],
  [
    'a packed folder',
    () => packedFiles({ 'fire/imsmanifest.xml': '<manifest/>' }),
    expect.stringMatching(/^fire: imsmanifest.xml is inside a folder/),
  ],
  [
    'a broken manifest',
    () => packedFiles({ 'imsmanifest.xml': '<manifest' }),
    'imsmanifest.xml cannot be read',
  ],
])('an archive with %s is refused with the reason', async (_what, zip, reason) => {
  const { server, teacher } = school
  const course = await school.makeCourse(teacher)
  const content = await school.makeContent(teacher, course.id)
  const filePath = await uploaded(teacher, await zip())
  const { status, body } = await server.call('createPackage', {
    params: { id: content.id },
    body: { filePath },
    as: teacher,
  })
  expect({ status, message: (body as { error?: string }).error }).toEqual({ status: 422, message: reason })
})

test.each(['1.2', '2004'] as const)(
  'files of an open SCORM %s package are served to the person who opened it, isolated',
  async (version) => {
    const { id, learner } = await lesson({ version })
    const { activities } = await launched(id, learner)
    const address = activities[0]?.address ?? ''
    const page = await get(address)
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-type']).toMatch('text/html')
    expect(page.headers['content-security-policy']).toMatch(
      /^sandbox allow-scripts allow-forms; default-src 'none'/,
    )
    // The API precedes the scripts of the page.
    expect(page.body.indexOf(`/packages/run-time/${version}.js`)).toBeGreaterThan(0)
    expect(page.body.indexOf(`/packages/run-time/${version}.js`)).toBeLessThan(
      page.body.indexOf('api.js"></script></head>'),
    )
    const script = await get(`/packages/run-time/${version}.js`)
    expect(script.headers['content-type']).toMatch('text/javascript')
    const folder = address.replace(/start\.html.*$/, '')
    expect((await get(`${folder}look.css`)).body).toContain('sans-serif')
    expect((await get(`${folder}LOOK.CSS`)).statusCode).toBe(200)
    expect((await get(`${folder}missing.css`)).statusCode).toBe(404)
    expect((await get(`${folder}../../../../etc/passwd`)).statusCode).toBe(404)
  },
)

test('a request with headers of its own may read a file of the package', async () => {
  const { id, learner } = await lesson()
  const { activities } = await launched(id, learner)
  const { statusCode, headers } = await school.server.app.inject({
    method: 'OPTIONS',
    url: activities[0]?.address ?? '',
    headers: { origin: 'null', 'access-control-request-headers': 'x-requested-with' },
  })
  expect([
    statusCode,
    headers['access-control-allow-origin'],
    headers['access-control-allow-headers'],
  ]).toEqual([204, '*', '*'])
})

test('a range of a packed and of a stored file is answered with its bytes', async () => {
  const { id, learner } = await lesson()
  const { activities } = await launched(id, learner)
  const folder = (activities[0]?.address ?? '').replace(/start\.html.*$/, '')
  const css = await get(`${folder}look.css`, { range: 'bytes=5-10' })
  expect({ status: css.statusCode, body: css.body, range: css.headers['content-range'] }).toEqual({
    status: 206,
    body: '{ font',
    range: expect.stringMatching(/^bytes 5-10\/\d+$/),
  })
  const clip = await get(`${folder}clip.mp4`, { range: 'bytes=4000-' })
  expect({ status: clip.statusCode, bytes: clip.rawPayload }).toEqual({
    status: 206,
    bytes: Buffer.alloc(96, 7),
  })
  expect((await get(`${folder}clip.mp4`, { range: 'bytes=9999-' })).statusCode).toBe(416)
})

test('ranges far inside of a packed file unpack it once, and are the bytes of the whole', async () => {
  const film = Buffer.concat([randomBytes(1_250_000), Buffer.alloc(1_250_000, 'film')])
  const { id, learner } = await lesson({ version: '1.2', files: { 'lesson/film.glb': film } })
  const { activities } = await launched(id, learner)
  const address = (activities[0]?.address ?? '').replace(/start\.html.*$/, 'film.glb')
  expect((await get(address)).rawPayload.equals(film)).toBe(true)
  const opened = vi.spyOn(school.server.dependencies.storage, 'open')
  onTestFinished(() => opened.mockRestore())
  const asked = ['2000000-', '1500000-1999999', '-100', '1000001-1000001']
  const parts = await Promise.all(asked.map((range) => get(address, { range: `bytes=${range}` })))
  expect(
    parts.map(({ statusCode, headers }) => [statusCode, headers['content-range'], headers['content-length']]),
  ).toEqual([
    [206, 'bytes 2000000-2499999/2500000', '500000'],
    [206, 'bytes 1500000-1999999/2500000', '500000'],
    [206, 'bytes 2499900-2499999/2500000', '100'],
    [206, 'bytes 1000001-1000001/2500000', '1'],
  ])
  const expected = [film.subarray(2_000_000), film.subarray(1_500_000, 2_000_000), film.subarray(-100)]
  expected.forEach((bytes, nth) => expect(parts[nth]?.rawPayload.equals(bytes)).toBe(true))
  expect(opened).toHaveBeenCalledTimes(1)
})

test('a report of a package is kept and found again, and passing completes the lesson', async () => {
  const { id, courseId, learner } = await lesson({ version: '1.2', mastery: 80 })
  const first = await launched(id, learner)
  const begun = await startOf(first.activities[0]?.address ?? '')
  expect(begun['cmi']).toMatchObject({
    core: { entry: 'ab-initio', credit: 'credit', lesson_mode: 'normal', total_time: '0000:00:00' },
    student_data: { mastery_score: '80' },
  })
  const failed = core(
    { lesson_status: 'failed', score: { raw: '20' }, session_time: '00:01:00' },
    'answered 20',
  )
  expect(await report(id, learner, first.launch, failed)).toEqual({
    isCompleted: true,
    isPassed: false,
    score: 0.2,
    isLessonCompleted: false,
    isLatest: true,
  })
  const second = await launched(id, learner)
  expect(second.activities[0]).toMatchObject({ isCompleted: true, isPassed: false })
  expect((await startOf(second.activities[0]?.address ?? ''))['cmi']).toMatchObject({
    suspend_data: 'answered 20',
    core: { entry: 'resume', lesson_status: 'failed', total_time: '0000:01:00', score: { raw: '20' } },
  })
  const passed = core(
    { lesson_status: 'passed', score: { raw: '100' }, session_time: '00:00:30' },
    'answered 100',
  )
  for (const _twice of [1, 2])
    expect(await report(id, learner, second.launch, passed)).toMatchObject({
      isPassed: true,
      score: 1,
      isLessonCompleted: true,
    })
  const { body } = await school.server.call('readCourse', { params: { courseId }, as: learner })
  expect(body.data.contents[0]?.resources[0]?.progress?.completed).toBe(true)
  const third = await launched(id, learner)
  expect((await startOf(third.activities[0]?.address ?? ''))['cmi']).toMatchObject({
    core: { total_time: '0000:01:30' },
  })
})

test('a lesson with several activities is completed when each of them is', async () => {
  const { id, learner } = await lesson({ version: '2004', titles: ['Exits', 'Extinguishers'] })
  const { launch, activities } = await launched(id, learner)
  expect(activities.map(({ title }) => title)).toEqual(['Exits', 'Extinguishers'])
  const done = { completion_status: 'completed', score: { scaled: '0.9' } }
  expect(await report(id, learner, launch, done, 'I0')).toMatchObject({ isLessonCompleted: false })
  expect(await report(id, learner, launch, done, 'I1')).toMatchObject({ isLessonCompleted: true })
})

test('a launch that was overtaken by a newer one takes nothing back', async () => {
  const { id, learner } = await lesson()
  const phone = await launched(id, learner)
  const laptop = await launched(id, learner)
  await report(id, learner, laptop.launch, core({ lesson_status: 'incomplete' }, 'page 9'))
  const late = core({ lesson_status: 'passed', score: { raw: '90' } }, 'page 2')
  expect(await report(id, learner, phone.launch, late)).toMatchObject({ isLatest: false, isPassed: true })
  const again = await launched(id, learner)
  expect((await startOf(again.activities[0]?.address ?? ''))['cmi']).toMatchObject({ suspend_data: 'page 9' })
})

test('nobody reads or reports in the launch of another person, and a removed learner loses the files at once', async () => {
  const { server } = school
  const { id, courseId, learner } = await lesson()
  const other = await server.person()
  await school.enrol(other, courseId)
  const { launch, activities } = await launched(id, learner)
  const address = activities[0]?.address ?? ''
  const foreign = await server.call('reportPackage', {
    params: { id },
    body: { launch, activity: 'I0', cmi: core({}) },
    as: other,
  })
  expect(foreign.status).toBe(409)
  expect((await launched(id, other)).activities[0]).toMatchObject({ isCompleted: null, score: null })
  const stranger = await server.call('launchPackage', { params: { id }, as: await server.person() })
  expect(stranger.status).toBe(403)
  expect((await server.call('launchPackage', { params: { id } })).status).toBe(401)
  await server.database.transaction((tx) =>
    server.services.enrolments.end(tx, { userId: learner.id, courseId }),
  )
  expect((await get(address)).statusCode).toBe(404)
  expect((await get(address.replace(/[^/]+(?=\/0\/)/, 'x'.repeat(43)))).statusCode).toBe(404)
})

test('an open package ends after twelve hours', async () => {
  const { id, learner } = await lesson()
  const { activities } = await launched(id, learner)
  school.server.clock.advance(12 * 3_600_000 + 1)
  expect((await get(activities[0]?.address ?? '')).statusCode).toBe(404)
})

test('its teacher looks at a package without being recorded', async () => {
  const { id } = await lesson()
  const { isRecorded, activities, launch } = await launched(id, school.teacher)
  expect(isRecorded).toBe(false)
  expect((await startOf(activities[0]?.address ?? ''))['cmi']).toMatchObject({
    core: { credit: 'no-credit', lesson_mode: 'browse' },
  })
  const { status } = await school.server.call('reportPackage', {
    params: { id },
    body: { launch, activity: 'I0', cmi: core({}) },
    as: school.teacher,
  })
  expect(status).toBe(403)
})

test('a replaced package keeps results and begins anew', async () => {
  const { server, teacher } = school
  const { id, learner } = await lesson()
  const { launch } = await launched(id, learner)
  await report(id, learner, launch, core({ lesson_status: 'passed', score: { raw: '90' } }, 'page 9'))
  const filePath = await uploaded(teacher, await scormPackage({ version: '1.2', mastery: 50 }))
  const replaced = await server.call('replacePackage', { params: { id }, body: { filePath }, as: teacher })
  expect(replaced.status).toBe(200)
  const again = await launched(id, learner)
  expect(again.activities[0]).toMatchObject({ isPassed: true, score: expect.closeTo(0.9) })
  expect((await startOf(again.activities[0]?.address ?? ''))['cmi']).not.toHaveProperty('suspend_data')
  // The earlier launch belongs to the replaced package, so its reports are refused.
  const { status } = await server.call('reportPackage', {
    params: { id },
    body: { launch, activity: 'I0', cmi: core({}) },
    as: learner,
  })
  expect(status).toBe(409)
})

test('a report without the shape of the standard changes nothing', async () => {
  const { id, learner } = await lesson()
  const { launch } = await launched(id, learner)
  const { status } = await school.server.call('reportPackage', {
    params: { id },
    body: { launch, activity: 'I0', cmi: { core: 7 } },
    as: learner,
  })
  expect(status).toBe(422)
})

test('a package that is silent or fails is told to its teacher, until it reports or is replaced', async () => {
  const { id, courseId, learner } = await lesson()
  const { server, teacher } = school
  const troubles = async () =>
    (await server.call('listPackageTroubles', { params: { id: courseId }, as: teacher })).body.data
  const note = async (as: TestPerson, launch: string, kind: 'silent' | 'error') =>
    (
      await server.call('notePackageTrouble', {
        params: { id },
        body: { launch, activity: 'I0', kind },
        as,
      })
    ).status
  expect(await troubles()).toEqual([])
  const other = await server.person()
  await school.enrol(other, courseId)
  const [first, second] = [await launched(id, learner), await launched(id, other)]
  expect(await note(learner, first.launch, 'silent')).toBe(200)
  expect(await note(learner, first.launch, 'error')).toBe(200)
  expect(await note(other, second.launch, 'error')).toBe(200)
  expect(await note(other, second.launch, 'error')).toBe(200)
  expect(await note(other, first.launch, 'error')).toBe(409)
  expect(await troubles()).toEqual([
    { resourceId: id, title: 'Fire safety', silentLearners: 1, errorLearners: 2, missing: [] },
  ])
  // A recorded problem is no result, and a package that has reported does not count as silent.
  const again = await launched(id, learner)
  expect(again.activities[0]).toMatchObject({ isCompleted: null, isPassed: null, score: null })
  expect((await startOf(again.activities[0]?.address ?? ''))['cmi']).toMatchObject({
    core: { entry: 'ab-initio' },
  })
  await report(id, learner, again.launch, core({ lesson_status: 'incomplete' }))
  expect(await note(learner, again.launch, 'silent')).toBe(200)
  expect(await troubles()).toMatchObject([{ silentLearners: 0, errorLearners: 2 }])
  const filePath = await uploaded(teacher, await scormPackage({ version: '1.2', mastery: 50 }))
  await server.call('replacePackage', { params: { id }, body: { filePath }, as: teacher })
  expect(await troubles()).toEqual([])
})

test('teachers are told what a package may miss where launches have no hosts, and nowhere else', async () => {
  const { server, teacher } = school
  const course = await school.makeCourse(teacher)
  const content = await school.makeContent(teacher, course.id)
  const add = async (zip: Buffer, title: string) => {
    const body = { filePath: await uploaded(teacher, zip), title }
    return (await server.call('createPackage', { params: { id: content.id }, body, as: teacher })).body.data
      .id
  }
  const rise = await add(await packageOfShape('Rise'), 'Rise')
  const adapt = await add(await packageOfShape('Adapt'), 'Adapt')
  await add(await scormPackage({ version: '1.2' }), 'Plain')
  const ask = async ({ call }: Pick<typeof product, 'call'>) =>
    (await call('listPackageTroubles', { params: { id: course.id }, as: teacher })).body.data
  const none = { silentLearners: 0, errorLearners: 0 }
  expect(await ask(product)).toEqual([
    { resourceId: rise, title: 'Rise', ...none, missing: ['frames'] },
    { resourceId: adapt, title: 'Adapt', ...none, missing: ['workers'] },
  ])
  expect(await ask(server)).toEqual([])
})
