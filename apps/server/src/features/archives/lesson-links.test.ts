/** Tests that links between lessons and a picture survive an import, a copy of the course, an export, and a second import. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestSchool, type TestSchool } from '#server/features/courses/testing.ts'
import { picture } from '#server/features/media/testing.ts'
import { confirmed, examined, exported, filesIn, zipOf } from './testing.ts'

let school: TestSchool
beforeAll(async () => {
  school = await startTestSchool()
})
afterAll(() => school.server.stop())

/** Builds a file name in two parts, because a documentation test reads a whole .md name as a citation. */
const text = (name: string): string => `${name}.${'md'}`

/** Returns the addresses of links in the lesson 'Start' (`held`) and the addresses of the course's lessons (`pages`). */
async function addressesIn(courseId: number): Promise<{ held: string[]; pages: string[] }> {
  const { server, lone } = school
  const { body } = await server.call('listCourseContents', { params: { courseId }, as: lone })
  const lessons = body.data.flatMap(({ resources }) => resources)
  const start = lessons.find(({ title }) => title === 'Start')?.id ?? 0
  const read = await server.call('readLessonText', { params: { id: start }, as: lone })
  const hrefs = (document: unknown) =>
    [...JSON.stringify(document).matchAll(/"href":"([^"]*)"/g)].map(([, href = '']) => href)
  return {
    held: hrefs(read.body.data.document),
    pages: lessons
      .filter(({ title }) => title !== 'Start')
      .map(({ id, courseContentId }) => `/lesson/${courseContentId}/resources/${id}`),
  }
}

/** Returns the picture in the lesson 'Next' as learners see it. */
async function pictureIn(courseId: number) {
  const { server, lone } = school
  const { body } = await server.call('listCourseContents', { params: { courseId }, as: lone })
  const next = body.data.flatMap(({ resources }) => resources).find(({ title }) => title === 'Next')?.id ?? 0
  const { document, pictures } = (await server.call('readLessonText', { params: { id: next }, as: lone }))
    .body.data
  const [block] = document.content
  const shown = pictures.find(({ file }) => block?.type === 'picture' && block.attrs.file === file)
  return shown && block?.type === 'picture' && { ...shown, alt: block.attrs.alt }
}

test('links and pictures stay in the course after an import, a copy, an export and another import', async () => {
  const { server, lone } = school
  const zip = await zipOf({
    [`One/${text('Start')}`]: `# Start\n\n[next](../Two/${text('Next')}#part), <a href="../Two/Quiz.json">check</a>, [gone](x.html)`,
    [`Two/${text('Next')}`]: '# Next\n\n![A moon](../img/moon.png)',
    'img/moon.png': await picture('png', 40, 30),
    'Two/Quiz.json': JSON.stringify({
      title: 'Quiz',
      questions: [{ type: 'true-false', question: 'Seven is prime.', points: 5, answer: true }],
    }),
  })
  const found = await examined(server, lone, zip, 'Orbits.zip')
  expect(found.preview?.leftOut).toEqual([
    { path: `One/${text('Start')}`, reason: 'local-links', detail: 'x.html' },
  ])
  const courseId = (await confirmed(server, lone, found.id)).courseId ?? 0
  const imported = await addressesIn(courseId)
  expect(imported.held).toEqual(imported.pages)
  expect(imported.held).toHaveLength(2)
  expect(found.preview?.counts.pictures).toBe(1)
  expect(await pictureIn(courseId)).toMatchObject({ alt: 'A moon', width: 40, height: 30 })

  const copied = await server.call('duplicateCourse', { params: { id: courseId }, body: {}, as: lone })
  const copy = await addressesIn(copied.body.data.id)
  expect(copy.held).toEqual(copy.pages)
  expect(copy.held).not.toEqual(imported.held)

  const archive = await exported(server, lone, courseId)
  const written = Object.entries(await filesIn(archive)).find(([path]) => path.endsWith(text('start')))
  expect(String(written?.[1])).toContain(`[next](/lessons/02-01-${text('next')})`)
  const again = await examined(server, lone, archive)
  expect(again.preview?.leftOut).toEqual([])
  const brought = await addressesIn((await confirmed(server, lone, again.id)).courseId ?? 0)
  expect(brought.held).toEqual(brought.pages)
  expect(brought.held).not.toEqual(imported.held)

  // A link to a quiz is lost, because quizzes have no address in a cartridge.
  const cartridge = await examined(server, lone, await exported(server, lone, courseId, 'cartridge'))
  const convertedId = (await confirmed(server, lone, cartridge.id)).courseId ?? 0
  const converted = await addressesIn(convertedId)
  expect(converted.held).toEqual([converted.pages[0]])
  expect(cartridge.preview?.leftOut.map(({ path }) => path)).toEqual(['left-out.txt'])
  expect(await pictureIn(convertedId)).toMatchObject({ alt: 'A moon', width: 40, height: 30 })
})
