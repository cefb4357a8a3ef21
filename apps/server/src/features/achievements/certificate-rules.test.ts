import type { CertificateRuleForm } from '@apogee/contracts/achievements/achievements.forms.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { makeCourse, type TestResource } from '#server/app/testing-courses.ts'
import { schoolForTests, server, instructor, student, earned, shown, own } from './certificates.testing.ts'

schoolForTests()

describe('a rule that asks for more than completed lessons', () => {
  async function aCourseWith(resources: TestResource[]) {
    const course = await makeCourse(server.database, { owner: instructor, contents: [{ resources }] })
    await server.database.transaction((tx) =>
      server.services.enrolments.grant(tx, { userId: student.id, courseId: course.id, source: 'granted' }),
    )
    await server.jobs.runDueOnce()
    const params = { id: course.id }
    return {
      params,
      lessons: course.contents[0]?.resources ?? [],
      setRule: (body: CertificateRuleForm) =>
        server.call('saveCertificateRule', { params, body, as: instructor }),
      needs: async () => (await server.call('readCertificateNeeds', { params, as: student })).body.data,
      issued: async () =>
        (await server.call('listCertificates', { query: { courseId: String(course.id) }, as: student })).body
          .data,
    }
  }
  const save = (id: number, body: { completed?: boolean; watched?: [number, number][] }) =>
    server.call('saveResourceProgress', { params: { id }, body, as: student })

  test('a completed course gives its certificate only when each video has been watched', async () => {
    const { lessons, setRule, needs, issued, params } = await aCourseWith([
      { seconds: 100 },
      { seconds: 100 },
    ])
    await setRule({ isOn: true, watchedPercent: 80 })
    for (const id of lessons) await save(id, { completed: true })
    await save(lessons[0] ?? 0, { watched: [[0, 85]] })
    await server.jobs.runDueOnce()
    expect(await issued()).toEqual([])
    const found = await needs()
    expect(found).toMatchObject({
      lessons: { done: 2, total: 2 },
      videos: { percent: 80, done: 1, total: 2 },
    })
    expect(found.videos?.missing).toEqual([expect.objectContaining({ resourceId: lessons[1], percent: 0 })])
    // The learner has not met the requirements yet, so the claim issues nothing.
    await server.call('claimCertificate', { params, as: student })
    expect(await issued()).toEqual([])
    await save(lessons[1] ?? 0, { watched: [[0, 40]] })
    await save(lessons[1] ?? 0, { watched: [[40, 80]] })
    const claims = await Promise.all(
      [1, 2].map(() => server.call('claimCertificate', { params, as: student })),
    )
    expect(claims.map(({ status }) => status)).toEqual([200, 200])
    expect(await issued()).toHaveLength(1)
  })

  test('watching the rest gives the certificate some minutes later, without a claim', async () => {
    const { lessons, setRule, issued } = await aCourseWith([{ seconds: 100 }])
    await setRule({ isOn: true, watchedPercent: 95 })
    await save(lessons[0] ?? 0, { completed: true })
    await server.jobs.runDueOnce()
    await save(lessons[0] ?? 0, { watched: [[0, 100]] })
    await server.jobs.runDueOnce()
    expect(await issued()).toEqual([])
    await sql`UPDATE graphile_worker._private_jobs SET run_at = now() - interval '1 second'
               WHERE key LIKE 'achievements.review-learner:%'`.execute(server.database.kysely)
    await server.jobs.runDueOnce()
    expect(await issued()).toHaveLength(1)
  })

  test('an easier rule gives it to those who have everything, and a harder one takes none back', async () => {
    const { lessons, setRule, issued } = await aCourseWith([{ seconds: 100 }])
    await setRule({ isOn: true, watchedPercent: 90 })
    await save(lessons[0] ?? 0, { completed: true })
    await save(lessons[0] ?? 0, { watched: [[0, 60]] })
    await server.jobs.runDueOnce()
    expect(await issued()).toEqual([])
    await setRule({ isOn: true, watchedPercent: 60 })
    await server.jobs.runDueOnce()
    expect(await issued()).toHaveLength(1)
    await setRule({ isOn: true, watchedPercent: 95 })
    await server.jobs.runDueOnce()
    expect(await issued()).toHaveLength(1)
  })

  test('after a withdrawal the learner is not told that something is missing', async () => {
    const { lessons, setRule, needs, issued } = await aCourseWith([{ seconds: 100 }])
    await save(lessons[0] ?? 0, { completed: true })
    await server.jobs.runDueOnce()
    const [certificate] = await issued()
    await setRule({ isOn: true, watchedPercent: 90 })
    expect((await needs()).isOn).toBe(true)
    await server.call('withdrawCertificate', {
      params: { id: certificate?.id ?? '' },
      body: { reason: 'By mistake' },
      as: instructor,
    })
    expect((await needs()).isOn).toBe(false)
  })

  test('the sales page names what the certificate needs', async () => {
    const { params, setRule } = await aCourseWith([{ seconds: 100 }])
    const named = async () =>
      (await server.call('courseSales', { params: { courseId: params.id }, query: {}, as: instructor })).body
        .data.certificateNeeds
    expect(await named()).toBeUndefined()
    await setRule({ isOn: true, watchedPercent: 80 })
    expect(await named()).toEqual({ watchedPercent: 80, quizPercent: null })
    const detail = await server.call('readCourse', { params: { courseId: params.id }, as: student })
    expect(detail.body.data.hasCertificateRequirements).toBe(true)
    await setRule({ isOn: false })
    expect(await named()).toBeUndefined()
  })

  test('fields that a change does not name stay, and the certificate keeps hours and signer of its day', async () => {
    const { lessons, setRule, issued } = await aCourseWith([{ seconds: 100 }])
    const signer = { name: 'Dr. Aminah binti Yusof', role: 'Head of Training' }
    await setRule({ isOn: true, minutes: 750, signer })
    expect((await setRule({ isOn: true, quizPercent: 70 })).body.data).toEqual({
      isOn: true,
      watchedPercent: null,
      quizPercent: 70,
      minutes: 750,
      signer,
    })
    await save(lessons[0] ?? 0, { completed: true })
    await server.jobs.runDueOnce()
    const [certificate] = await issued()
    await setRule({ isOn: true, minutes: null, signer: null })
    expect(await shown(certificate?.id ?? '')).toMatchObject({ minutes: 750, signer })
    const pdf = await server.app.inject({ url: `/api/certificates/${certificate?.id}/pdf` })
    expect(pdf.statusCode).toBe(200)
  })

  test.each([
    ['a share below half', { watchedPercent: 49 }, 'watchedPercent'],
    ['a share above what can be watched', { watchedPercent: 96 }, 'watchedPercent'],
    ['half a percent', { quizPercent: 70.5 }, 'quizPercent'],
    ['a minute', { minutes: 1 }, 'minutes'],
    ['a signer without a name', { signer: { name: ' ', role: 'Head' } }, 'signer.name'],
  ])('%s is refused by name', async (_, body, path) => {
    const { setRule } = await aCourseWith([{ seconds: 100 }])
    const answer = await setRule({ isOn: true, ...body })
    expect(answer.status).toBe(400)
    expect(answer.raw.json()).toMatchObject({ issues: [{ path }] })
  })
})

describe('a certificate whose learner has another name today', () => {
  const reissue = (id: string, as = instructor) => server.call('reissueCertificate', { params: { id }, as })
  const rename = (name: string) =>
    server.call('updateUser', { params: { id: student.id }, body: { name }, as: student })

  test('a certificate is reissued once with the name of today, and its former id leads nobody but its people on', async () => {
    const id = await earned()
    await rename('Siti Nurhaliza binti Tarudin')
    const answers = await Promise.all([reissue(id), reissue(id)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const [{ body }] = answers
    const newId = body.data.certificate.id
    expect(newId).not.toBe(id)
    expect(answers[1].body.data.certificate.id).toBe(newId)
    expect(body.data).toMatchObject({
      certificate: { learnerName: 'Siti Nurhaliza binti Tarudin' },
      todaysName: null,
      reissuedAt: expect.any(String),
    })
    expect((await shown(newId)).learnerName).toBe('Siti Nurhaliza binti Tarudin')
    const former = await server.call('readCertificate', { params: { id }, as: null })
    expect([former.status, former.body.errorCode]).toEqual([410, 'CERTIFICATE_REPLACED'])
    expect(former.raw.body).not.toContain('Siti')
    expect((await server.app.inject({ method: 'GET', url: `/api/certificates/${id}/pdf` })).statusCode).toBe(
      410,
    )
    expect(await own(id)).toMatchObject([{ id: newId }])
    expect(await own(id, instructor)).toEqual([])
    await server.jobs.runDueOnce()
    const { body: notifications } = await server.call('listNotifications', { query: {}, as: student })
    expect(notifications.data.filter(({ kind }) => kind === 'certificate.reissued')).toMatchObject([
      { data: { courseTitle: 'Orbits', certificateId: newId } },
    ])
    const { rows } = await sql<{ actor: number }>`
      SELECT actor_id AS actor FROM security_log WHERE kind = 'certificate.reissued' AND subject_id = ${student.id}`.execute(
      server.database.kysely,
    )
    expect(rows).toEqual([{ actor: instructor.id }])
  })

  test('people of the course alone reissue a certificate, and none that is withdrawn or has the name of today', async () => {
    const id = await earned()
    expect((await reissue(id)).body.data.certificate.id).toBe(id)
    await rename('Noraini Ahmad')
    for (const as of [student, await server.person('instructor'), await server.person('admin')])
      expect((await reissue(id, as)).body.errorCode).toBe('CERTIFICATE_NOT_FOUND')
    await server.call('withdrawCertificate', { params: { id }, body: { reason: 'No' }, as: instructor })
    expect((await reissue(id)).body.errorCode).toBe('CERTIFICATE_REVOKED')
  })
})
