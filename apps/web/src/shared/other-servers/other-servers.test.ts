import { expect, test } from 'vitest'
import { answer, answerBare } from '#web/testing/mock-api.ts'
import { call } from '#web/platform/transfer/client.ts'
import { uploadFile } from '#web/platform/transfer/upload.ts'

const courseId = 5

test.each([
  ['without a code', { success: false, error: 'No such thing' }, 404],
  ['without a text', {}, 404],
  ['as null', { success: true, data: null }, 200],
  ['with another text', { success: false, error: 'Gone', errorCode: 'COURSE_NOT_FOUND' }, 400],
])('a course that a server misses %s is a missing course', async (_, body, status) => {
  for (const name of ['readCourse', 'courseSales'] as const) {
    answerBare(name, body, status)
    const missing = { errorCode: 'COURSE_NOT_FOUND', message: 'Course not found' }
    await expect(call(name, { params: { courseId } })).rejects.toMatchObject(missing)
  }
})

test.each([404, 405])('a call of ours that a server answers with %i is not found', async (status) => {
  answer('listSessions', () => new Response('<h1>Nothing here</h1>', { status }))
  const notFound = { errorCode: 'NOT_FOUND', message: 'Not found', isUnexplained: false }
  await expect(call('listSessions')).rejects.toMatchObject(notFound)
})

test('a page of a proxy in place of an answer is a failure', async () => {
  answer('saveLessonProgress', () => new Response('<h1>Sign in to this network</h1>'))
  const saved = call('saveLessonProgress', { body: { courseContentId: 12, completed: true } })
  await expect(saved).rejects.toMatchObject({ status: 200, isUnexplained: true })
})

test('an upload that is refused with status 200 shows why', async () => {
  answerBare('uploadFile', { success: false, error: 'The disk is full' })
  const upload = uploadFile(new File(['%PDF-'], 'a.pdf', { type: 'application/pdf' }))
  await expect(upload).rejects.toMatchObject({ message: 'The disk is full' })
})

test('watching a lesson of a server without our calls saves the time of its module', async () => {
  answerBare('verifySession', { data: { decoded: { id: 7 } } })
  answerBare('lessonProgress', { completed: true, watchTime: 20 })
  answerBare('listContentResources', [{ id: 31, title: 'Launch', fileType: 'video', filePath: '/media/a' }])
  answer('saveResourceProgress', () => new Response(null, { status: 404 }))
  const saves = answerBare('saveLessonProgress', null)
  const { data } = await call('listContentResources', { params: { contentId: 12 } })
  expect(data[0]?.progress).toEqual({ completed: true, watchTime: 20, position: 20 })
  const save = (body: { position?: number; completed?: boolean }) =>
    call('saveResourceProgress', { params: { id: 31 }, body })
  expect(await save({})).toMatchObject({ completed: true, watchTime: 20 })
  expect(await save({ position: 50 })).toMatchObject({ completed: true, watchTime: 50, position: 50 })
  expect(await save({ completed: false })).toMatchObject({ completed: false, watchTime: 50 })
  const sent = { userId: 7, courseContentId: 12 }
  expect(saves.map(({ body }) => body)).toEqual([
    { ...sent, completed: true, watchTime: 50 },
    { ...sent, completed: false, watchTime: 50 },
  ])
})

const some = [
  { id: 1, title: 'Orbits', description: 'How moons move', price: 4900, category: 'Design' },
  { id: 2, title: 'Tides', isPrivate: true, price: 100 },
  { id: 3, title: 'Moonlight', category: 'Business' },
]
const idsOf = ({ data }: { data: { id: number | string }[] }) => data.map(({ id }) => id)

test.each([
  [{}, [1, 2, 3]],
  [{ visibility: 'public' }, [1, 3]],
  [{ visibility: 'private' }, [2]],
  [{ search: ' MOON' }, [1, 3]],
  [{ price: 'free' }, [3]],
  [{ price: 'paid', sort: 'price-low' }, [2, 1]],
  [{ sort: 'price-high' }, [1, 2, 3]],
  [{ category: 'Design' }, [1]],
  [{ state: 'archived' }, []],
] as const)('a server without filters lists the wanted courses: %j', async (query, ids) => {
  answerBare('listCourses', some)
  const list = await call('listCourses', { query })
  expect(idsOf(list)).toEqual(ids)
  expect(list.meta).toEqual({ total: ids.length, nextCursor: null })
})

test('a server with pages filters itself', async () => {
  answerBare('listCourses', { success: true, data: some, meta: { total: 40, nextCursor: '9' } })
  const list = await call('listCourses', { query: { search: 'quanta' } })
  expect([idsOf(list), list.meta]).toEqual([[1, 2, 3], { total: 40, nextCursor: '9' }])
})

test('lists of own courses, people and purchases without filters have the wanted rows', async () => {
  const enrollment = { progress: { completedLessons: 2, totalLessons: 2 } }
  answerBare('listEnrolledCourses', [
    { id: 1, title: 'Orbits', enrollment },
    { id: 2, title: 'Tides' },
  ])
  const enrolled = (state: 'completed' | 'in-progress' | 'archived') =>
    call('listEnrolledCourses', { query: { userId: 7, state } }).then(idsOf)
  expect([await enrolled('completed'), await enrolled('in-progress'), await enrolled('archived')]).toEqual([
    [1],
    [2],
    [],
  ])
  answerBare('listUsers', [
    { id: 1, email: 'mei@apogee.test' },
    { id: 2, name: 'Mei Ling' },
    { id: 3, name: 'Siti' },
  ])
  expect(idsOf(await call('listUsers', { query: { search: 'mei' } }))).toEqual([1, 2])
  answerBare('paymentHistory', [
    { id: 'a', status: 'paid' },
    { id: 'b', status: 'created' },
  ])
  const history = await call('paymentHistory', { params: { userId: 7 }, query: { status: 'unpaid' } })
  expect(idsOf(history)).toEqual(['b'])
})
