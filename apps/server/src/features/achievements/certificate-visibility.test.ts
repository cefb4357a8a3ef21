import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeCourse } from '#server/app/testing-courses.ts'
import type { TestPerson } from '#server/app/testing.ts'
import {
  earned,
  instructor,
  own,
  revoke,
  schoolForTests,
  server,
  shown,
  student,
} from './certificates.testing.ts'

schoolForTests()

const setPrivate = (id: string, isPrivate = true, as = student) =>
  server.call('setCertificateVisibility', { params: { id }, body: { isPrivate }, as })
const read = (id: string, as: TestPerson | null) => server.call('readCertificate', { params: { id }, as })
const printed = async (id: string, as: TestPerson | null) =>
  (
    await server.app.inject({
      url: `/api/certificates/${id}/pdf`,
      headers: as ? { authorization: `Bearer ${as.token}` } : {},
    })
  ).statusCode

/** Returns what an answer tells: its status, its type and its bytes. */
const told = ({ raw }: Awaited<ReturnType<typeof read>>) => [
  raw.statusCode,
  raw.headers['content-type'],
  raw.headers['cache-control'],
  raw.body,
]

test('a private certificate looks unknown to everyone but its learner, who reads and prints it', async () => {
  const id = await earned()
  expect((await setPrivate(id)).status).toBe(200)
  for (const as of [null, instructor, await server.person(), await server.person('superadmin')]) {
    expect(told(await read(id, as))).toEqual(told(await read('nothing', as)))
    expect(await printed(id, as)).toBe(404)
  }
  expect((await read(id, student)).body.data).toMatchObject({ id, courseTitle: 'Orbits', isPrivate: true })
  expect(await printed(id, student)).toBe(200)
  expect(await own(id)).toMatchObject([{ id }])
  expect((await server.call('readFinish', { params: { id }, as: student })).status).toBe(200)
  await setPrivate(id, false)
  expect(await shown(id)).toMatchObject({ id })
  expect(await shown(id)).not.toHaveProperty('isPrivate')
})

test('a private certificate looks unknown when it was revoked, withdrawn or replaced, too', async () => {
  const id = await earned()
  await setPrivate(id)
  await sql`UPDATE users SET name = 'Another Name' WHERE id = ${student.id}`.execute(server.database.kysely)
  const { body } = await server.call('reissueCertificate', { params: { id }, as: instructor })
  const newer = body.data.certificate.id
  expect(newer).not.toBe(id)
  for (const each of [id, newer]) expect((await read(each, null)).status).toBe(404)
  expect((await read(id, student)).body.errorCode).toBe('CERTIFICATE_REPLACED')
  await revoke()
  expect((await read(newer, null)).status).toBe(404)
  expect((await read(newer, student)).body.errorCode).toBe('CERTIFICATE_REVOKED')
})

test('a certificate is made private by its learner alone', async () => {
  const id = await earned()
  expect((await setPrivate(id, true, instructor)).status).toBe(404)
  expect((await setPrivate('nothing')).status).toBe(404)
  expect(await shown(id)).toMatchObject({ id })
})

test('a certificate keeps the modules of its day, with what a completed course needed of them', async () => {
  const course = await makeCourse(server.database, {
    owner: instructor,
    contents: [
      { title: 'First', resources: [{ seconds: 60 }, { type: 'pdf' }, { seconds: 60 }] },
      { title: 'Reading alone', resources: [{ type: 'pdf' }] },
      { title: 'Last', resources: [{ seconds: 60 }, { seconds: 60, isPublished: false }] },
    ],
  })
  await server.call('saveCertificateRule', {
    params: { id: course.id },
    body: { isOn: true, quizPercent: 70 },
    as: instructor,
  })
  await server.database.transaction((tx) =>
    server.services.enrolments.grant(tx, { userId: student.id, courseId: course.id, source: 'granted' }),
  )
  for (const id of course.contents.flatMap(({ resources }) => resources))
    await server.call('saveResourceProgress', { params: { id }, body: { completed: true }, as: student })
  await server.jobs.runDueOnce()
  const { body } = await server.call('listCertificates', {
    query: { courseId: String(course.id) },
    as: student,
  })
  const { id = '' } = body.data[0] ?? {}
  const path = {
    modules: [
      { title: 'First', lessons: 2, quizzes: 0 },
      { title: 'Last', lessons: 1, quizzes: 0 },
    ],
    watchedPercent: null,
    quizPercent: 70,
  }
  expect((await shown(id)).path).toEqual(path)
  await sql`UPDATE course_contents SET title = 'Renamed' WHERE course_id = ${course.id}`.execute(
    server.database.kysely,
  )
  expect((await shown(id)).path).toEqual(path)
})

test('a certificate from before paths were recorded opens and prints without them', async () => {
  const id = await earned()
  await sql`UPDATE certificates SET path = NULL WHERE user_id = ${student.id}`.execute(server.database.kysely)
  expect(await shown(id)).not.toHaveProperty('path')
  expect(await printed(id, null)).toBe(200)
})
