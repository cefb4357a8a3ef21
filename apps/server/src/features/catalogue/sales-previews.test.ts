import { quizExample } from '@apogee/contracts/assessments/quiz-file.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp, TestPerson } from '#server/app/testing.ts'
import { captions, pdf, uploadFile, video } from '#server/features/media/testing.ts'
import { startTestSchool, type TestSchool } from '#server/features/courses/testing.ts'

let school: TestSchool
let server: TestApp
let mp4: Buffer
beforeAll(async () => {
  school = await startTestSchool()
  server = school.server
  mp4 = await video('mp4', 3)
})
afterAll(() => server.stop())

/** Creates a public paid course with a previewed video and a second item that is not free. */
async function courseWithPreview() {
  const { teacher } = school
  const { id } = await school.makeCourse(teacher, { price: 4900 })
  const content = await school.makeContent(teacher, id, { isPublished: true })
  const { url } = await uploadFile(server, teacher, mp4, 'Welcome.mp4')
  const track = await uploadFile(server, teacher, captions, 'en.vtt', 'captions')
  const made = await server.call('createResource', {
    body: {
      courseContentId: content.id,
      filePath: url,
      fileType: 'video',
      captions: [{ language: 'en', url: track.url }],
    },
    as: teacher,
  })
  const paid = await school.makeResource(teacher, content.id)
  const resourceId = made.body.data.id
  await change(resourceId, { isPreview: true })
  return { id, contentId: content.id, resourceId, paidFile: paid.filePath ?? '' }
}

const change = (id: number, body: { isPreview?: boolean; isPublished?: boolean }) =>
  server.call('updateResource', { params: { id }, body, as: school.teacher })
const open = (url: string) => server.app.inject({ url })
const statusOf = async (url: string) => (await open(url)).statusCode

/** Returns the page's items for this person. */
async function itemsFor(as: TestPerson | null, courseId: number) {
  const { body } = await server.call('courseSales', { params: { courseId }, query: {}, as })
  return body.data.outline.flatMap(({ resources }) => resources)
}
async function previewFor(as: TestPerson | null, courseId: number): Promise<string> {
  const [preview] = await itemsFor(as, courseId)
  if (!preview?.filePath) throw new Error('there is no free preview')
  return preview.filePath
}

describe('a stranger', () => {
  test('a stranger watches the free preview of a public course with its captions, and nothing else of it', async () => {
    const { id, paidFile } = await courseWithPreview()
    const [preview, paid] = await itemsFor(null, id)
    const opened = await open(preview?.filePath ?? '')
    expect(opened.statusCode).toBe(200)
    expect(opened.rawPayload.equals(mp4)).toBe(true)
    expect(opened.headers['cache-control']).toMatch(/^private/)
    expect(await statusOf(preview?.captions?.[0]?.url ?? '')).toBe(200)
    expect(paid).toMatchObject({ title: 'Sheet', isPreview: false })
    expect(paid).not.toHaveProperty('filePath')
    expect(await statusOf(paidFile.split('?')[0] ?? '')).toBe(403)
  })

  test("a stranger opens no other file with the preview's signature", async () => {
    const { id, paidFile } = await courseWithPreview()
    const [, query = ''] = (await previewFor(null, id)).split('?')
    expect(await statusOf(`${paidFile.split('?')[0]}?${query}`)).toBe(403)
    const other = await courseWithPreview()
    const otherPath = (await previewFor(null, other.id)).split('?')[0]
    expect(await statusOf(`${otherPath}?${query}`)).toBe(403)
  })

  test('a stranger reads a previewed document', async () => {
    const { id, contentId } = await courseWithPreview()
    const { url } = await uploadFile(server, school.teacher, pdf(), 'Free.pdf')
    const made = await server.call('createResource', {
      body: { courseContentId: contentId, filePath: url, fileType: 'pdf' },
      as: school.teacher,
    })
    await change(made.body.data.id, { isPreview: true })
    const shown = (await itemsFor(null, id)).find(({ title }) => title === 'Free')
    const opened = await open(shown?.filePath ?? '')
    expect(opened.statusCode).toBe(200)
    expect(opened.headers['content-type']).toBe('application/pdf')
  })
})

describe('a preview’s address that was right', () => {
  type Made = Awaited<ReturnType<typeof courseWithPreview>>
  const asTeacher = () => ({ as: school.teacher })
  test.each<[string, (made: Made) => Promise<unknown>]>([
    ['the preview is switched off', ({ resourceId }) => change(resourceId, { isPreview: false })],
    ['the item becomes a draft', ({ resourceId }) => change(resourceId, { isPublished: false })],
    [
      'the module becomes a draft',
      ({ contentId }) =>
        server.call('updateContent', {
          params: { id: contentId },
          body: { isPublished: false },
          ...asTeacher(),
        }),
    ],
    [
      'the course becomes private',
      ({ id }) => server.call('updateCourse', { params: { id }, body: { isPrivate: true }, ...asTeacher() }),
    ],
    [
      'the course becomes a draft',
      ({ id }) =>
        server.call('changeCourseState', { params: { id }, body: { state: 'draft' }, ...asTeacher() }),
    ],
    [
      'the course is archived',
      async ({ id }) => {
        await school.enrol(school.superadmin, id)
        await server.call('deleteCourse', { params: { id }, ...asTeacher() })
      },
    ],
    [
      'the item is deleted',
      ({ resourceId }) => server.call('deleteResource', { params: { id: resourceId }, ...asTeacher() }),
    ],
  ])("a preview's signed address stops working for everybody once %s", async (_, happens) => {
    const made = await courseWithPreview()
    const addresses = [await previewFor(null, made.id), await previewFor(school.student, made.id)]
    const [shown] = await itemsFor(null, made.id)
    addresses.push(shown?.captions?.[0]?.url ?? '')
    for (const address of addresses) expect(await statusOf(address)).toBe(200)
    await happens(made)
    for (const address of addresses) expect(await statusOf(address)).toBe(403)
  })

  test("a preview's signed address expires, and a new one from the page works", async () => {
    const { id } = await courseWithPreview()
    const address = await previewFor(null, id)
    server.clock.advance(4 * 3_600_000)
    expect(await statusOf(address)).toBe(403)
    expect(await statusOf(await previewFor(null, id))).toBe(200)
  })
})

test('a previewed quiz is served to nobody, because it holds the answers', async () => {
  const { id, contentId } = await courseWithPreview()
  const { url } = await uploadFile(
    server,
    school.teacher,
    Buffer.from(JSON.stringify(quizExample)),
    'q.json',
    'quiz',
  )
  const made = await server.call('createResource', {
    body: { courseContentId: contentId, filePath: url, fileType: 'quiz' },
    as: school.teacher,
  })
  expect(made.status).toBe(201)
  await change(made.body.data.id, { isPreview: true })
  const shown = (await itemsFor(null, id)).find(({ fileType }) => fileType === 'quiz')
  expect(shown).toMatchObject({ isPreview: true })
  expect(shown).not.toHaveProperty('filePath')
  const publicId = /\/media\/([^?]+)/.exec(url)?.[1] ?? ''
  const signed = server.services.media.urlFor(null, { publicId, purpose: 'quiz' })
  expect(await statusOf(signed)).toBe(403)
})

describe('the preview of a sales page', () => {
  const previewOf = (id: number, as: TestPerson | null = school.teacher) =>
    server.call('previewSales', { params: { id }, as })

  test('the preview of a draft has all its contents and is refused to everybody who does not manage it', async () => {
    const { id } = await school.makeCourse(school.teacher, { price: 4900, draft: true })
    const content = await school.makeContent(school.teacher, id, { isPublished: false })
    await school.makeResource(school.teacher, content.id)
    const { status, body } = await previewOf(id)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      courseState: 'draft',
      isEnrolled: false,
      permissions: { manage: false },
      course: { id, price: 4900, lessonCount: 0, durationMinutes: expect.any(Number) },
      stats: { resourceCount: 1 },
      facts: { documents: 1 },
    })
    expect(body.data.course).not.toHaveProperty('state')
    expect(body.data.course).not.toHaveProperty('isEmpty')
    expect(body.data.outline.map(({ resources }) => resources.length)).toEqual([1])
    expect(body.data.outline[0]?.resources[0]).not.toHaveProperty('filePath')
    expect((await previewOf(id, school.student)).status).toBe(404)
    expect((await previewOf(id, school.lone)).status).toBe(404)
    expect((await previewOf(id, null)).status).toBe(401)
  })

  test('the preview of a published course is what a stranger gets, also for a person who is enrolled', async () => {
    const { id, contentId } = await courseWithPreview()
    await school.makeResource(school.teacher, contentId, 'Later.pdf')
    const draft = await school.makeContent(school.teacher, id, { isPublished: false })
    await school.makeResource(school.teacher, draft.id)
    const seen = (await server.call('courseSales', { params: { courseId: id }, query: {}, as: null })).body
      .data
    const { filePath: _, ...shown } = (await previewOf(id)).body.data.outline[0]?.resources[0] ?? {}
    await sql`UPDATE sellers s SET tax_basis_points = 800 FROM courses c WHERE c.id = ${id} AND s.id = c.seller_id`.execute(
      server.database.kysely,
    )
    const { courseState, taxBasisPoints, ...previewed } = (await previewOf(id)).body.data
    expect([courseState, taxBasisPoints]).toEqual(['published', 800])
    expect(previewed.stats).toEqual(seen.stats)
    expect(previewed.facts).toEqual(seen.facts)
    expect({ ...previewed.course, version: 0 }).toEqual({ ...seen.course, version: 0 })
    expect(shown).toMatchObject({ isPreview: true })
    const titles = (outline: typeof seen.outline) =>
      outline.flatMap(({ resources }) => resources.map(({ title }) => title))
    expect(titles(previewed.outline)).toEqual(titles(seen.outline))
  })
})
