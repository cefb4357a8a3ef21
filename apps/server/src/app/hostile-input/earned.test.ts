/** Tests that no call completes manually what a learner must earn (docs/api.md#courses-and-progress). */
import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import { fileTypes } from '@apogee/contracts/limits.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestPerson } from '#server/app/testing.ts'
import { threeQuestions } from '#server/features/assessments/testing.ts'
import { startTestSchool, type TestSchool } from '#server/features/courses/testing.ts'
import { uploadFile, video } from '#server/features/media/testing.ts'
import { packedFiles, scormPackage } from '#server/features/scorm/testing.ts'

let school: TestSchool
beforeAll(async () => {
  school = await startTestSchool()
})
afterAll(() => school.server.stop())

interface Place {
  contentId: number
}
type Made = Pick<CourseResource, 'id'>

async function published(id: number): Promise<Made> {
  const as = school.teacher
  await school.server.call('updateResource', { params: { id }, body: { isPublished: true }, as })
  return { id }
}

const quiz =
  (more: object) =>
  async ({ contentId }: Place) => {
    const file = Buffer.from(JSON.stringify({ ...threeQuestions, ...more }))
    const { url } = await uploadFile(school.server, school.teacher, file, 'q.json', 'quiz')
    return addedFile(contentId, url, 'quiz')
  }
async function addedFile(contentId: number, filePath: string, fileType: CourseResource['fileType']) {
  const { body } = await school.server.call('createResource', {
    body: { courseContentId: contentId, filePath, fileType },
    as: school.teacher,
  })
  return body.data
}
const file =
  (fileType: CourseResource['fileType']) =>
  async ({ contentId }: Place) => {
    const { server, teacher } = school
    const { url } =
      fileType === 'video'
        ? await uploadFile(server, teacher, await video('mp4'), 'v.mp4', 'lesson')
        : await uploadFile(server, teacher, Buffer.from('%PDF-1.4\n%%EOF'), 'a.pdf', 'lesson')
    return addedFile(contentId, url, fileType)
  }
const packed =
  (zip: () => Promise<Buffer>) =>
  async ({ contentId }: Place) => {
    const { server, teacher: as } = school
    const { url: filePath } = await uploadFile(server, as, await zip(), 'p.zip', 'package')
    const { body } = await server.call('createPackage', { params: { id: contentId }, body: { filePath }, as })
    return published(body.data.id)
  }
const text = async ({ contentId: id }: Place) => {
  const as = school.teacher
  const { body } = await school.server.call('createLessonText', { params: { id }, body: { title: 'T' }, as })
  return published(body.data.id)
}
const silentManifest = `<manifest identifier="M" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"
  xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2"><metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>
  <organizations default="A"><organization identifier="A"><title>Poster</title><item identifier="I0" identifierref="R0"><title>Poster</title></item></organization></organizations>
  <resources><resource identifier="R0" type="webcontent" adlcp:scormtype="asset" href="a.html"/></resources></manifest>`

/** Lists every kind of item with the refusal of completing it manually. Null means that the learner may complete it. */
const kinds: Record<string, { make: (place: Place) => Promise<Made>; refusal: string | null }> = {
  ...Object.fromEntries(
    fileTypes
      .filter((type) => !['quiz', 'reading'].includes(type))
      .map((type) => [type, { make: file(type), refusal: null }]),
  ),
  reading: { make: text, refusal: null },
  quiz: { make: quiz({}), refusal: null },
  'quiz with a pass mark': { make: quiz({ passPercentage: 60 }), refusal: 'PASS_REQUIRED' },
  'package that reports (1.2)': {
    make: packed(() => scormPackage({ version: '1.2' })),
    refusal: 'REPORT_REQUIRED',
  },
  'package that reports (2004)': {
    make: packed(() => scormPackage({ version: '2004', titles: ['One', 'Two'] })),
    refusal: 'REPORT_REQUIRED',
  },
  'package in which nothing reports': {
    make: packed(() =>
      packedFiles({ 'imsmanifest.xml': silentManifest, 'a.html': '<!doctype html><p>Hello</p>' }),
    ),
    refusal: null,
  },
}

async function lessonOf(make: (place: Place) => Promise<Made>) {
  const { server, teacher } = school
  const course = await school.makeCourse(teacher)
  const { id: contentId } = await school.makeContent(teacher, course.id, { isPublished: true })
  const { id } = await make({ contentId })
  const learner = await server.person()
  await school.enrol(learner, course.id)
  return { id, contentId, courseId: course.id, learner }
}
async function stateOf(as: TestPerson, courseId: number) {
  const { body } = await school.server.call('readCourse', { params: { courseId }, as })
  const progress = body.data.contents[0]?.resources[0]?.progress
  return progress?.completed ?? false
}
const certificatesOf = async (as: TestPerson) => {
  await school.server.jobs.runDueOnce()
  return (await school.server.call('listCertificates', { query: {}, as })).body.data.length
}

test('every type of file is among the kinds', () => {
  expect(fileTypes.filter((type) => !(type in kinds))).toEqual([])
})

test.each(Object.keys(kinds))(
  'by hand, late or for the whole module, only what need not be earned is completed: %s',
  async (kind) => {
    const { make, refusal } = kinds[kind] ?? { make: text, refusal: null }
    const { id, contentId, courseId, learner: as } = await lessonOf(make)
    const { server } = school
    const isByHand = refusal === null
    const codes = []
    for (const body of [{ completed: true }, { completed: true, agoMs: 60_000 }, { completed: false }]) {
      const answer = await server.call('saveResourceProgress', { params: { id }, body, as })
      codes.push((answer.body as { errorCode?: string }).errorCode ?? null)
      if (body.completed) expect(await stateOf(as, courseId)).toBe(isByHand)
    }
    expect(codes).toEqual([refusal, refusal, refusal])
    const lesson = { courseContentId: contentId, userId: as.id, completed: true, watchTime: 5 }
    for (const _again of [1, 2]) {
      const saved = await server.call('saveLessonProgress', { body: lesson, as })
      expect([saved.status, saved.body.completed]).toEqual([200, isByHand])
    }
    const watched = { watched: [[0, 10_000]] as [number, number][], position: 10_000 }
    await server.call('saveResourceProgress', { params: { id }, body: watched, as })
    await server.call('claimCertificate', { params: { id: courseId }, as })
    expect(await stateOf(as, courseId)).toBe(isByHand)
    expect(await certificatesOf(as)).toBe(isByHand ? 1 : 0)
  },
)

test('a completion that a package reported is not taken back by hand', async () => {
  const { server } = school
  const {
    id,
    contentId,
    courseId,
    learner: as,
  } = await lessonOf(packed(() => scormPackage({ version: '1.2' })))
  const { launch } = (await server.call('launchPackage', { params: { id }, as })).body.data
  const cmi = { suspend_data: '', core: { lesson_status: 'completed' } }
  await server.call('reportPackage', { params: { id }, body: { launch, activity: 'I0', cmi }, as })
  expect(await stateOf(as, courseId)).toBe(true)
  const lesson = { courseContentId: contentId, userId: as.id, completed: false, watchTime: 0 }
  expect((await server.call('saveLessonProgress', { body: lesson, as })).status).toBe(200)
  expect(await stateOf(as, courseId)).toBe(true)
  expect(await certificatesOf(as)).toBe(1)
})
