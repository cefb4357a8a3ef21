import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { makeCourse, type TestResource } from '#server/app/testing-courses.ts'
import type { TestPerson } from '#server/app/testing.ts'
import {
  schoolForTests,
  server,
  instructor,
  student,
  earned,
  shown,
  own,
  revoke,
  rules,
} from './certificates.testing.ts'

schoolForTests()

test('a course whose certificates are off issues none, keeps issued ones, and catches up when they are on again', async () => {
  const course = await makeCourse(server.database, {
    owner: instructor,
    contents: [{ resources: [{ seconds: 60 }] }],
  })
  const params = { id: course.id }
  const switchTo = (isOn: boolean) =>
    server.call('saveCertificateRule', { params, body: { isOn }, as: instructor })
  const complete = async (as: TestPerson) => {
    await server.database.transaction((tx) =>
      server.services.enrolments.grant(tx, { userId: as.id, courseId: course.id, source: 'granted' }),
    )
    for (const id of course.contents[0]?.resources ?? [])
      await server.call('saveResourceProgress', { params: { id }, body: { completed: true }, as })
    await server.jobs.runDueOnce()
  }
  const issuedTo = async (as: TestPerson) =>
    (await server.call('listCertificates', { query: { courseId: String(course.id) }, as })).body.data.length
  const later = await server.person()
  const rule = await server.call('readCertificateRule', { params, as: instructor })
  expect(rule.body.data).toEqual(rules(true))
  await complete(student)
  expect((await switchTo(false)).body.data).toEqual(rules(false))
  await complete(later)
  expect([await issuedTo(student), await issuedTo(later)]).toEqual([1, 0])
  await switchTo(true)
  await server.jobs.runDueOnce()
  expect([await issuedTo(student), await issuedTo(later)]).toEqual([1, 1])
})

test('sales pages say whether a course gives certificates, and a copy of the course has its rule', async () => {
  const course = await makeCourse(server.database, {
    owner: instructor,
    contents: [{ resources: [{ seconds: 60 }] }],
  })
  const hasCertificate = async (courseId: number) =>
    (await server.call('courseSales', { params: { courseId }, query: {}, as: instructor })).body.data
      .hasCertificate
  const copied = async () => {
    const { body } = await server.call('duplicateCourse', {
      params: { id: course.id },
      body: {},
      as: instructor,
    })
    await server.jobs.runDueOnce()
    return body.data.id
  }
  expect(await hasCertificate(course.id)).toBe(true)
  expect(await hasCertificate(await copied())).toBe(true)
  await server.call('saveCertificateRule', {
    params: { id: course.id },
    body: { isOn: false },
    as: instructor,
  })
  expect(await hasCertificate(course.id)).toBe(false)
  const copy = await copied()
  expect(await hasCertificate(copy)).toBe(false)
  await server.call('saveCertificateRule', { params: { id: copy }, body: { isOn: true }, as: instructor })
  expect([await hasCertificate(course.id), await hasCertificate(copy)]).toEqual([false, true])
})

test('a change of contents completes a course without certificates: the learner gets its points', async () => {
  const course = await makeCourse(server.database, {
    owner: instructor,
    contents: [{ resources: [{ seconds: 60 }, { seconds: 60 }] }],
  })
  const [done = 0, left = 0] = course.contents[0]?.resources ?? []
  await server.database.transaction((tx) =>
    server.services.enrolments.grant(tx, { userId: student.id, courseId: course.id, source: 'granted' }),
  )
  await server.call('saveCertificateRule', {
    params: { id: course.id },
    body: { isOn: false },
    as: instructor,
  })
  await server.call('saveResourceProgress', {
    params: { id: done },
    body: { completed: true },
    as: student,
  })
  await server.jobs.runDueOnce()
  const points = async () => (await server.call('readAchievements', { as: student })).body.data.xp
  const before = await points()
  await server.call('updateResource', {
    params: { id: left },
    body: { isPublished: false },
    as: instructor,
  })
  await server.jobs.runDueOnce()
  expect(await points()).toBe(before + 300)
  const { body } = await server.call('listCertificates', { query: {}, as: student })
  expect(body.data).toEqual([])
})

test('a certificate names the instructor and the length of the videos on the day of issue', async () => {
  const id = await earned([
    { seconds: 61 },
    { seconds: 3600 },
    { type: 'pdf' },
    { seconds: 9000, isPublished: false },
  ])
  const facts = await shown(id)
  expect(facts).toMatchObject({ teacherName: expect.stringMatching(/^Person \d+$/), videoMinutes: 62 })
  await sql`UPDATE users SET name = 'Renamed' WHERE id = ${instructor.id}`.execute(server.database.kysely)
  await sql`UPDATE media SET seconds = 1`.execute(server.database.kysely)
  expect(await shown(id)).toEqual(facts)
})

test.each<[string, TestResource[]]>([
  ['with a video of unknown length', [{ seconds: 60 }, { seconds: null }]],
  ['without videos', [{ type: 'pdf' }]],
])('the certificate of a course %s says nothing about its length', async (_, resources) => {
  expect((await shown(await earned(resources))).videoMinutes).toBeNull()
})

test('erasing an instructor removes their name from the certificates of their learners', async () => {
  const leaver = await server.person('instructor')
  const [left, kept] = [await earned([{}], leaver), await earned()]
  expect((await shown(left)).teacherName).not.toBeNull()
  await server.database.transaction((tx) => server.services.achievements.forget(tx, leaver.id))
  expect((await shown(left)).teacherName).toBeNull()
  expect((await shown(kept)).teacherName).not.toBeNull()
})

test('a certificate is a PDF for whoever knows its id, in the language asked for', async () => {
  const id = await earned()
  const pdf = (query = '') => server.app.inject({ method: 'GET', url: `/api/certificates/${id}/pdf${query}` })
  const english = await pdf()
  expect(english.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="${id}.pdf"`,
    'cache-control': 'no-store',
  })
  expect(english.rawPayload.toString('latin1')).toContain('/Lang (en)')
  expect((await pdf('?lang=ms')).rawPayload.toString('latin1')).toContain('/Lang (ms)')
  expect((await pdf('?lang=tlh')).statusCode).toBe(400)
})

test('a revoked or unknown certificate is not printed', async () => {
  const id = await earned()
  await revoke()
  const revoked = await server.call('downloadCertificate', { params: { id }, query: {}, as: null })
  expect([revoked.status, revoked.body.errorCode]).toEqual([410, 'CERTIFICATE_REVOKED'])
  const unknown = await server.call('downloadCertificate', { params: { id: 'nothing' }, query: {}, as: null })
  expect(unknown.status).toBe(404)
})

test('a certificate is found by its public id only in the list of its owner', async () => {
  const id = await earned()
  expect(await own(id)).toMatchObject([{ id, isSeen: false }])
  expect(await own(id, instructor)).toEqual([])
})

test('the finish of a course says what the completion brought', async () => {
  const id = await earned()
  const { body } = await server.call('readFinish', { params: { id }, as: student })
  expect(body.data).toEqual({
    certificate: await shown(id),
    xp: 350,
    level: 3,
    isNewLevel: true,
    badges: ['first-light', 'touchdown'],
  })
})

test('the finish of a course counts its last lesson, also when the certificate comes before the points of that lesson', async () => {
  const { id: courseId, contents } = await makeCourse(server.database, {
    owner: instructor,
    contents: [{ resources: [{ seconds: 60 }] }],
  })
  const resourceId = contents[0]?.resources[0] ?? 0
  const learner = { userId: student.id, courseId }
  await server.database.transaction((tx) =>
    server.services.enrolments.grant(tx, { ...learner, source: 'granted' }),
  )
  await server.jobs.runDueOnce()
  await server.call('saveResourceProgress', {
    params: { id: resourceId },
    body: { completed: true },
    as: student,
  })
  const finished = async () => {
    const { body } = await server.call('listCertificates', {
      query: { courseId: String(courseId) },
      as: student,
    })
    const { id = '' } = body.data[0] ?? {}
    return (await server.call('readFinish', { params: { id }, as: student })).body.data.xp
  }
  const at = server.clock.now()
  await server.database.transaction((tx) =>
    server.services.achievements.evaluateCompletion(tx, { ...learner, resourceId, at }),
  )
  expect(await finished()).toBe(350)
  await server.jobs.runDueOnce()
  expect(await finished()).toBe(350)
})

test('the finish of a course counts nothing that came before or after the completion', async () => {
  await earned()
  const id = await earned()
  await earned()
  const { body } = await server.call('readFinish', { params: { id }, as: student })
  // The second course raises the total from 700 XP (level 4) to 1,050 XP (level 5).
  expect(body.data).toMatchObject({ xp: 350, level: 5, isNewLevel: false, badges: [] })
})

test('the finish of a course is seen once, however often that is confirmed', async () => {
  const id = await earned()
  const see = (as: TestPerson) => server.call('markFinishSeen', { params: { id }, as })
  expect((await see(instructor)).status).toBe(404)
  expect(await own(id)).toMatchObject([{ isSeen: false }])
  for (const _ of [1, 2]) expect((await see(student)).status).toBe(200)
  expect(await own(id)).toMatchObject([{ isSeen: true }])
})

test('nobody reads the finish of another person, or of a revoked certificate', async () => {
  const id = await earned()
  const finish = async (as: TestPerson) => (await server.call('readFinish', { params: { id }, as })).status
  expect(await finish(instructor)).toBe(404)
  await revoke()
  expect(await finish(student)).toBe(410)
})

describe('a certificate withdrawn by the people of its course', () => {
  const standing = (id: string, as: TestPerson) =>
    server.call('readCertificateStanding', { params: { id }, as })
  const withdraw = (id: string, reason: string, as: TestPerson | null = instructor) =>
    server.call('withdrawCertificate', { params: { id }, body: { reason }, as })
  const restore = (id: string, as = instructor) => server.call('restoreCertificate', { params: { id }, as })
  async function told() {
    await server.jobs.runDueOnce()
    const { body } = await server.call('listNotifications', { query: {}, as: student })
    return body.data.filter(({ kind }) => /^certificate\.(withdrawn|restored)$/.test(kind))
  }

  test('a withdrawn certificate is no longer valid, printed or listed, and the learner reads the reason', async () => {
    const id = await earned()
    const { status, body } = await withdraw(id, ' The exam was sat by somebody else. ')
    expect(status).toBe(200)
    expect(body.data.withdrawal).toEqual({
      at: expect.any(String),
      reason: 'The exam was sat by somebody else.',
    })
    const refused = await server.call('readCertificate', { params: { id }, as: null })
    expect([refused.status, refused.body.errorCode]).toEqual([410, 'CERTIFICATE_REVOKED'])
    expect(refused.raw.body).not.toContain('somebody else')
    const pdf = await server.app.inject({ method: 'GET', url: `/api/certificates/${id}/pdf` })
    expect(pdf.statusCode).toBe(410)
    expect(await own(id)).toEqual([])
    expect((await server.call('readFinish', { params: { id }, as: student })).status).toBe(410)
    expect(await told()).toMatchObject([
      {
        kind: 'certificate.withdrawn',
        data: { courseTitle: 'Orbits', certificateId: id, reason: 'The exam was sat by somebody else.' },
        actorName: expect.any(String),
      },
    ])
  })

  test('a withdrawn certificate is valid again once it is restored, and the learner is notified of each withdrawal', async () => {
    const id = await earned()
    await withdraw(id, 'One')
    expect((await restore(id)).body.data.withdrawal).toBeNull()
    expect((await shown(id)).courseTitle).toBe('Orbits')
    await withdraw(id, 'Two')
    expect((await told()).map(({ kind, data }) => [kind, 'reason' in data ? data.reason : null])).toEqual([
      ['certificate.withdrawn', 'Two'],
      ['certificate.restored', null],
      ['certificate.withdrawn', 'One'],
    ])
  })

  test('repeated withdrawals or restorations of a certificate notify the learner once, with the first reason', async () => {
    const id = await earned()
    await Promise.all(Array.from({ length: 4 }, (_, place) => withdraw(id, `Reason ${place}`)))
    const first = (await standing(id, instructor)).body.data.withdrawal?.reason
    expect((await withdraw(id, 'Later')).body.data.withdrawal?.reason).toBe(first)
    expect(await told()).toHaveLength(1)
    await Promise.all([restore(id), restore(id)])
    expect(await told()).toHaveLength(2)
  })

  test('stays withdrawn when the learner loses their place and gets a new one', async () => {
    const id = await earned()
    await withdraw(id, 'Copied')
    const { rows } = await sql<{ course_id: number }>`
      SELECT course_id FROM certificates WHERE public_id = ${id}`.execute(server.database.kysely)
    const place = { userId: student.id, courseId: rows[0]?.course_id ?? 0 }
    await server.database.transaction((tx) => server.services.enrolments.end(tx, place))
    await server.jobs.runDueOnce()
    expect((await standing(id, instructor)).body.errorCode).toBe('CERTIFICATE_REVOKED')
    await server.database.transaction((tx) =>
      server.services.enrolments.grant(tx, { ...place, source: 'granted' }),
    )
    await server.jobs.runDueOnce()
    expect((await standing(id, instructor)).body.data.withdrawal?.reason).toBe('Copied')
    expect(await own(id)).toEqual([])
  })

  test('people outside its course cannot withdraw, restore or ask about a certificate, except superadmins', async () => {
    const id = await earned()
    for (const as of [student, await server.person('instructor'), await server.person('admin')]) {
      const answers = [await standing(id, as), await withdraw(id, 'No', as), await restore(id, as)]
      expect(answers.map(({ status, body }) => [status, body.errorCode])).toEqual(
        Array.from({ length: 3 }, () => [404, 'CERTIFICATE_NOT_FOUND']),
      )
    }
    expect((await withdraw(id, 'No', null)).status).toBe(401)
    expect(await shown(id)).toMatchObject({ id })
    const superadmin = await server.person('superadmin')
    expect((await withdraw(id, 'Fraud', superadmin)).status).toBe(200)
  })

  test.each(['', '   ', 'x'.repeat(501)])('needs a reason of 1 to 500 characters (%#)', async (reason) => {
    const id = await earned()
    expect((await withdraw(id, reason)).status).toBe(400)
    expect(await shown(id)).toMatchObject({ id })
  })
})
