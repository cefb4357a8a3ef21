/** Walks the permission table over HTTP: every call, every kind of course, every standing. */
import { emptyDraft, newQuestion } from '@apogee/contracts/assessments/quiz-draft.ts'
import type { CourseCapability } from '@apogee/contracts/access.ts'
import type { AnyEndpoint } from '@apogee/contracts/endpoint.ts'
import { emptyDocument } from '@apogee/contracts/courses/lesson-document.ts'
import { endpoints } from '@apogee/contracts/endpoints.ts'
import { routes, type RouteName } from '@apogee/contracts/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import {
  coursePermissions,
  rolePermissions,
  standings,
  verdictFor,
  type CoursePermission,
  type Row,
  type Standing,
  type Verdict,
} from '#server/policy/permissions.ts'
import {
  kinds,
  letWait,
  missing,
  policyRefusals,
  roleCalls,
  type Attempt,
  type Kind,
  type Target,
} from './permission-matrix.testing.ts'
import { makeCourse, type TestCourse } from './testing-courses.ts'
import { startTestApp, testPassword, type TestApp, type TestPerson } from './testing.ts'

type Actor = TestPerson | null

const noteId = '0b0e8c4e-6f5c-4d2f-9a57-0a4d3c2b1a00'

/** How to send each call with a course rule, for a target and a caller. */
const courseCalls: Partial<Record<RouteName, (target: Target, self: number) => Attempt>> = {
  updateCourse: ({ course }) => ({ params: { id: course }, body: { title: 'Renamed' } }),
  deleteCourse: ({ course }) => ({ params: { id: course } }),
  readCourseState: ({ course }) => ({ params: { id: course } }),
  changeCourseState: ({ course }) => ({ params: { id: course }, body: { state: 'archived' } }),
  exportCourse: ({ course }) => ({ params: { id: course }, body: {} }),
  duplicateCourse: ({ course }) => ({ params: { id: course }, body: {} }),
  readCourseSale: ({ course }) => ({ params: { id: course } }),
  readSalesContent: ({ course }) => ({ params: { id: course } }),
  updateSalesContent: ({ course }) => ({ params: { id: course }, body: { subtitle: 'Renamed' } }),
  listCourseContents: ({ course }) => ({ params: { courseId: course } }),
  createContent: ({ course }) => ({ body: { courseId: course, title: 'A module' } }),
  updateContent: ({ content }) => ({ params: { id: content }, body: { title: 'Renamed' } }),
  deleteContent: ({ content }) => ({ params: { id: content } }),
  listContentResources: ({ content }) => ({ params: { contentId: content } }),
  createResource: ({ content }) => ({
    body: { courseContentId: content, title: 'x', filePath: '/media/none', fileType: 'pdf' },
  }),
  updateResource: ({ resource }) => ({ params: { id: resource }, body: { title: 'Renamed' } }),
  prepareStream: ({ resource }) => ({ params: { id: resource } }),
  replaceResourceFile: ({ resource }) => ({ params: { id: resource }, body: { filePath: '/media/none' } }),
  deleteResource: ({ resource }) => ({ params: { id: resource } }),
  moveModules: ({ course, content }) => ({
    params: { id: course },
    body: { items: [{ id: content }], beforeId: null },
  }),
  moveResources: ({ course, content, resource }) => ({
    params: { id: course },
    body: { items: [{ id: resource }], moduleId: content, beforeId: null },
  }),
  publishItems: ({ course, resource }) => ({
    params: { id: course },
    body: { resources: [resource], isPublished: true },
  }),
  removeItems: ({ course, resource }) => ({ params: { id: course }, body: { resources: [resource] } }),
  restoreItems: ({ course, resource }) => ({ params: { id: course }, body: { resources: [resource] } }),
  copyContent: ({ content }) => ({ params: { id: content }, body: {} }),
  copyResource: ({ resource }) => ({ params: { id: resource }, body: {} }),
  createLessonText: ({ content }) => ({ params: { id: content }, body: { title: 'A text' } }),
  createPackage: ({ content }) => ({ params: { id: content }, body: { filePath: '/media/none' } }),
  replacePackage: ({ resource }) => ({ params: { id: resource }, body: { filePath: '/media/none' } }),
  launchPackage: ({ resource }) => ({ params: { id: resource } }),
  reportPackage: ({ resource }) => ({
    params: { id: resource },
    body: { launch: 'none', activity: 'none', cmi: {} },
  }),
  readLessonText: ({ resource }) => ({ params: { id: resource } }),
  readLessonTextEdit: ({ resource }) => ({ params: { id: resource } }),
  saveLessonTextDraft: ({ resource }) => ({ params: { id: resource }, body: { document: emptyDocument } }),
  readTextVideoCaptions: ({ resource }) => ({ params: { id: resource, file: 'x'.repeat(22) } }),
  saveTextVideoCaptions: ({ resource }) => ({
    params: { id: resource, file: 'x'.repeat(22) },
    body: { captions: [] },
  }),
  publishLessonText: ({ resource }) => ({ params: { id: resource }, body: { document: emptyDocument } }),
  enroll: ({ course }) => ({ params: { courseId: course }, body: {} }),
  coursePeople: ({ course }) => ({ params: { id: course } }),
  listCourseLearners: ({ course }) => ({ params: { id: course } }),
  readCourseFigures: ({ course }) => ({ params: { id: course } }),
  listGradebook: ({ course }) => ({ params: { id: course } }),
  readGradebookColumns: ({ course }) => ({ params: { id: course } }),
  readCourseLearner: ({ course, learner }) => ({ params: { id: course, userId: learner } }),
  readLearnerAttempt: ({ course, learner }) => ({
    params: { id: course, userId: learner, assessmentId: 1, number: 1 },
  }),
  listHandIns: ({ course }) => ({ params: { id: course } }),
  readHandIn: ({ course }) => ({ params: { id: course, attemptId: 1 } }),
  gradeHandIn: ({ course }) => ({
    params: { id: course, attemptId: 1 },
    body: { grades: [{ questionId: 1, points: 0, comment: '' }], seen: 0 },
  }),
  removeLearner: ({ course, learner }) => ({
    params: { id: course, userId: learner },
    body: { reason: 'Left the company' },
  }),
  readCourseAccess: ({ course }) => ({ params: { id: course } }),
  lengthenAccess: ({ course }) => ({ params: { id: course } }),
  setLearnerAccess: ({ course, learner }) => ({
    params: { id: course, userId: learner },
    body: { endsOn: null },
  }),
  readStarts: ({ course }) => ({ params: { id: course } }),
  listCohorts: ({ course }) => ({ params: { id: course } }),
  createCohort: ({ course }) => ({
    params: { id: course },
    body: { name: 'Intake', startsOn: '2026-01-12' },
  }),
  updateCohort: ({ course }) => ({ params: { id: course, cohortId: 1 }, body: { name: 'Intake' } }),
  removeCohort: ({ course }) => ({ params: { id: course, cohortId: 1 } }),
  setSelfPaced: ({ course }) => ({ params: { id: course }, body: { selfPaced: true } }),
  moveLearners: ({ course, learner }) => ({
    params: { id: course },
    body: { userIds: [learner], cohortId: null },
  }),
  readPrerequisites: ({ course }) => ({ params: { id: course } }),
  savePrerequisites: ({ course }) => ({ params: { id: course }, body: { items: [] } }),
  listPrerequisiteChoices: ({ course }) => ({ params: { id: course } }),
  letLearnerStart: ({ course, learner }) => ({
    params: { id: course, userId: learner },
    body: { mayStart: true },
  }),
  restoreLearner: ({ course, learner }) => ({ params: { id: course, userId: learner } }),
  readCertificateNeeds: ({ course }) => ({ params: { id: course } }),
  claimCertificate: ({ course }) => ({ params: { id: course } }),
  readCertificateRule: ({ course }) => ({ params: { id: course } }),
  saveCertificateRule: ({ course }) => ({ params: { id: course }, body: { isOn: true } }),
  previewSales: ({ course }) => ({ params: { id: course } }),
  listLearnerMessages: ({ course, learner }) => ({ params: { id: course, userId: learner } }),
  writeLearnerMessage: ({ course, learner }) => ({
    params: { id: course, userId: learner },
    body: { body: 'How far are you?' },
  }),
  listAnnouncements: ({ course }) => ({ params: { id: course } }),
  writeAnnouncement: ({ course }) => ({
    params: { id: course },
    body: { title: 'News', body: 'Live on Friday' },
  }),
  updateAnnouncement: ({ course }) => ({
    params: { id: course, announcementId: 1 },
    body: { title: 'News' },
  }),
  removeAnnouncement: ({ course }) => ({ params: { id: course, announcementId: 1 } }),
  listLiveSessions: ({ course }) => ({ params: { id: course } }),
  createLiveSession: ({ course }) => ({
    params: { id: course },
    body: {
      ...{ title: 'Questions', startsAt: '2031-03-01T12:00:00Z', minutes: 60 },
      link: 'https://meet.example/1',
    },
  }),
  updateLiveSession: ({ course }) => ({ params: { id: course, sessionId: 1 }, body: { title: 'News' } }),
  removeLiveSession: ({ course }) => ({ params: { id: course, sessionId: 1 } }),
  readAttendance: ({ course }) => ({ params: { id: course, sessionId: 1 } }),
  saveAttendance: ({ course, learner }) => ({
    params: { id: course, sessionId: 1 },
    body: { learners: [{ userId: learner, isPresent: true }] },
  }),
  enrolPeople: ({ course }) => ({ params: { id: course }, body: { emails: ['someone@apogee.test'] } }),
  createInvite: ({ course }) => ({ params: { id: course }, body: {} }),
  revokeInvite: ({ course }) => ({ params: { id: course, inviteId: 1 } }),
  listInvitedPeople: ({ course }) => ({ params: { id: course } }),
  resendCourseInvitation: ({ course }) => ({ params: { id: course, personId: 1 }, body: {} }),
  withdrawCourseInvitation: ({ course }) => ({ params: { id: course, personId: 1 } }),
  courseProgress: ({ course }, self) => ({ params: { courseId: course, userId: self } }),
  lessonProgress: ({ content }, self) => ({ params: { courseContentId: content, userId: self } }),
  saveLessonProgress: ({ content }) => ({ body: { courseContentId: content, completed: true } }),
  saveResourceProgress: ({ resource }) => ({ params: { id: resource }, body: { position: 3 } }),
  readExercise: ({ resource }) => ({ params: { id: resource } }),
  saveExercise: ({ resource }) => ({ params: { id: resource }, body: { code: 'x', isPassing: false } }),
  archiveEnrolment: ({ course }) => ({ params: { courseId: course }, body: { archived: true } }),
  addToWishlist: ({ course }) => ({ params: { courseId: course } }),
  listNotes: ({ course }) => ({ params: { courseId: course } }),
  saveNote: ({ course, resource }) => ({
    params: { courseId: course, noteId },
    body: { resourceId: resource },
  }),
  deleteNote: ({ course }) => ({ params: { courseId: course, noteId } }),
  exportNotes: ({ course }) => ({ params: { courseId: course } }),
  createQuiz: ({ content }) => ({ params: { id: content }, body: { title: 'A quiz' } }),
  readQuizEdit: ({ resource }) => ({ params: { id: resource } }),
  saveQuizDraft: ({ resource }) => ({ params: { id: resource }, body: { quiz: emptyDraft } }),
  readMissedQuestions: ({ course }) => ({ params: { id: course } }),
  exportCourseFigures: ({ course }) => ({ params: { id: course }, query: {} }),
  readWatchFigures: ({ resource }) => ({ params: { id: resource }, query: {} }),
  readQuizStatistics: ({ resource }) => ({ params: { id: resource }, query: {} }),
  exportQuizStatistics: ({ resource }) => ({ params: { id: resource }, query: {} }),
  listBankQuestions: ({ resource }) => ({ params: { id: resource }, query: {} }),
  saveBankQuestion: ({ resource }) => ({
    params: { id: resource },
    body: { question: { ...newQuestion('true-false', 'q'), question: 'Round?' }, tags: [] },
  }),
  deleteBankQuestion: ({ resource }) => ({ params: { id: resource, bankQuestionId: 1 } }),
  publishQuiz: ({ resource }) => ({ params: { id: resource }, body: { quiz: emptyDraft } }),
  readResourceAssessment: ({ resource }) => ({ params: { id: resource } }),
  courseSales: ({ course }) => ({ params: { courseId: course } }),
  listReviews: ({ course }) => ({ params: { courseId: course } }),
  saveReview: ({ course }) => ({ params: { courseId: course }, body: { rating: 4 } }),
  searchLessons: ({ course }) => ({ params: { id: course }, query: { q: 'something' } }),
  readCourse: ({ course }) => ({ params: { courseId: course } }),
  payForCourse: ({ course }) => ({ body: { courseId: course } }),
}

let server: TestApp
let actors: Record<Standing, Actor>
let owner: TestPerson
/** Comes before every course of the walk. */
let first: TestCourse
let walked = 0

beforeAll(async () => {
  server = await startTestApp({ payments: { ...unusedPayments } })
  const admin = await server.person('admin')
  const stranger = await server.person('admin')
  owner = await server.person('instructor', { businessId: admin.businessId })
  actors = {
    AN: null,
    ST: await server.person(),
    EN: await server.person(),
    ED: await server.person(),
    WA: await server.person(),
    IO: owner,
    IX: await server.person('instructor', { businessId: stranger.businessId }),
    AO: admin,
    AX: stranger,
    SA: await server.person('superadmin'),
  }
  first = await makeCourse(server.database, { owner, contents: [{ resources: [{ seconds: 60 }] }] })
})
afterAll(() => server.stop())

async function target(form: Kind): Promise<Target> {
  const made: TestCourse = await makeCourse(server.database, {
    owner,
    ...form,
    contents: [{ resources: [{ type: 'video' }] }, { isPublished: false, resources: [{ type: 'pdf' }] }],
  })
  const learner = actors.EN?.id ?? 0
  await sql`INSERT INTO enrolments (user_id, course_id, source) VALUES (${learner}, ${made.id}, 'granted')`.execute(
    server.database.kysely,
  )
  await sql`
    INSERT INTO enrolments (user_id, course_id, source, access_ends_at)
    VALUES (${actors.ED?.id ?? 0}, ${made.id}, 'granted', now() - interval '1 second')`.execute(
    server.database.kysely,
  )
  await letWait(server.database, { courseId: made.id, firstId: first.id, userId: actors.WA?.id ?? 0 })
  const [published, draft] = made.contents
  // An ended learner changes a note that is there, and writes no new one.
  await sql`
    INSERT INTO lesson_notes (owner_id, id, course_id, resource_id, lesson_title, body, created_at, updated_at)
    SELECT unnest(${[actors.ED?.id ?? 0, actors.WA?.id ?? 0]}::bigint[]), ${noteId}, ${made.id}, ${published?.resources[0] ?? 0}, 'Lesson', 'Kepler', now(), now()
    ON CONFLICT (owner_id, id) DO UPDATE SET course_id = excluded.course_id, resource_id = excluded.resource_id`.execute(
    server.database.kysely,
  )
  return {
    course: made.id,
    content: published?.id ?? 0,
    resource: published?.resources[0] ?? 0,
    draftContent: draft?.id ?? 0,
    learner,
  }
}

async function ask(name: RouteName, attempt: Attempt, as: Actor) {
  walked += 1
  const answer = await server.call(name, { ...attempt, as } as Parameters<typeof server.call>[1])
  return { status: answer.status, errorCode: answer.body.errorCode, bytes: answer.raw.body }
}

/** A waiting learner is told so, where learners whose contents are open would be let in. */
const actor403 = (as: Actor, refusal: 'FORBIDDEN' | 'NOT_YOURS', name: RouteName) =>
  refusal === 'FORBIDDEN' &&
  as?.id === actors.WA?.id &&
  coursePermissions[capabilityOf(name)].public.EN === 'allow'
    ? 'PREREQUISITES_OPEN'
    : refusal

/** Checks that the answer matches the verdict: 401, 403, a 404 equal to that of a missing object, or none of these. */
async function expectVerdict(
  verdict: Verdict,
  name: RouteName,
  attempt: Attempt,
  nothing: Attempt,
  as: Actor,
  refusal: 'FORBIDDEN' | 'NOT_YOURS' = 'FORBIDDEN',
) {
  const answer = await ask(name, attempt, as)
  if (verdict === 'signIn') expect(answer).toMatchObject({ status: 401, errorCode: 'UNAUTHENTICATED' })
  if (verdict === 'refuse')
    expect(answer).toMatchObject({ status: 403, errorCode: actor403(as, refusal, name) })
  if (verdict === 'hide') {
    const absent = await ask(name, nothing, as)
    expect(answer.status).toBe(404)
    expect(answer.bytes).toBe(absent.bytes)
  }
  if (verdict === 'allow') {
    expect(answer.status).toBeLessThan(500)
    expect(policyRefusals).not.toContain(answer.errorCode)
  }
}

const rowFor = (permission: CoursePermission, form: Kind): Row => {
  if (form.isDraft || form.isArchived) return permission.offSale
  return form.isPrivate ? permission.private : permission.public
}

function capabilityOf(name: RouteName): CourseCapability {
  const { access: rule }: AnyEndpoint = endpoints[name]
  if (rule.kind !== 'course') throw new Error(`${name} has no course rule`)
  return typeof rule.capability === 'function' ? 'course.enrol' : rule.capability
}

test('every call has an access rule, and every call with a course rule is walked below', () => {
  expect(Object.values(endpoints).every(({ access }) => access.kind)).toBe(true)
  expect(Object.keys(endpoints).toSorted()).toEqual(Object.keys(routes).toSorted())
  const guarded = Object.entries(endpoints).filter(([, { access }]) => access.kind === 'course')
  expect(guarded.map(([name]) => name).toSorted()).toEqual(Object.keys(courseCalls).toSorted())
})

describe.each(Object.entries(kinds))('on %s', (_kind, form) => {
  for (const [name, build] of Object.entries(courseCalls) as [
    RouteName,
    NonNullable<(typeof courseCalls)[RouteName]>,
  ][]) {
    test(`on every kind of course ${routes[name]} answers each standing as the permission table says`, async () => {
      const permission = coursePermissions[capabilityOf(name)]
      const row = rowFor(permission, form)
      for (const standing of standings) {
        // Reading one's own progress needs an enrolled caller.
        const isAboutSelf = name === 'courseProgress' || name === 'lessonProgress'
        const actor = actors[standing]
        const verdict = isAboutSelf && !actor ? 'signIn' : verdictFor(row, [standing])
        const self = actor?.id ?? actors.ST?.id ?? 0
        await expectVerdict(verdict, name, build(await target(form), self), build(missing, self), actor)
      }
    })
  }

  test("a learner's progress is open to their teachers and to nobody else", async () => {
    const permission = coursePermissions['course.seeLearnersProgress']
    const row = rowFor(permission, form)
    for (const standing of standings) {
      const { course, content, learner } = await target(form)
      if (learner === actors[standing]?.id) continue
      await expectVerdict(
        verdictFor(row, [standing]),
        'courseProgress',
        { params: { courseId: course, userId: learner } },
        { params: { courseId: missing.course, userId: learner } },
        actors[standing],
        'NOT_YOURS',
      )
      await expectVerdict(
        verdictFor(row, [standing]),
        'lessonProgress',
        { params: { courseContentId: content, userId: learner } },
        { params: { courseContentId: missing.content, userId: learner } },
        actors[standing],
        'NOT_YOURS',
      )
    }
  })

  test("saving another user's progress is refused, or the course is not found", async () => {
    const permission = coursePermissions['course.saveProgress']
    const row = rowFor(permission, form)
    for (const standing of standings) {
      const { content, learner } = await target(form)
      if (learner === actors[standing]?.id) continue
      const save = (courseContentId: number) => ({
        body: { courseContentId, completed: true, userId: learner },
      })
      await expectVerdict(
        verdictFor(row, [standing]),
        'saveLessonProgress',
        save(content),
        save(missing.content),
        actors[standing],
        'NOT_YOURS',
      )
    }
  })

  test('an invitation can be read only for a course that the caller may enter', async () => {
    const row = rowFor(coursePermissions['course.enrolByInvite'], form)
    for (const standing of standings) {
      const { course } = await target(form)
      const enter = (courseId: number) => ({ params: { courseId }, body: { invite: 'no-such-invitation' } })
      const actor = actors[standing]
      const verdict = verdictFor(row, [standing])
      if (verdict === 'allow') continue
      await expectVerdict(verdict, 'enroll', enter(course), enter(missing.course), actor)
    }
  })

  test('an unpublished module is visible to its owners only', async () => {
    for (const standing of standings) {
      const { draftContent } = await target(form)
      const answer = await ask(
        'listContentResources',
        { params: { contentId: draftContent } },
        actors[standing],
      )
      const mayEdit = ['IO', 'AO', 'SA'].includes(standing)
      expect(answer.status === 200 || answer.status === 501).toBe(mayEdit)
      if (standing === 'EN') expect(answer.status).toBe(404)
      if (standing === 'ED' || standing === 'WA') expect(answer.status).toBe(403)
    }
  })

  test('a signed-out token is anonymous from the next request on', async () => {
    const person = await server.person()
    await server.call('logout', { as: person })
    const { course } = await target(form)
    expect((await ask('enroll', { params: { courseId: course }, body: {} }, person)).status).toBe(401)
  })

  test('a user who lost a role loses its rights with the next request', async () => {
    const fallen = await server.person('instructor', { businessId: owner.businessId })
    const made = await makeCourse(server.database, { owner: fallen, ...form })
    const rename = { params: { id: made.id }, body: { title: 'Mine' } }
    expect((await ask('updateCourse', rename, fallen)).status).toBe(200)
    await sql`UPDATE users SET role = 'student' WHERE id = ${fallen.id}`.execute(server.database.kysely)
    expect([403, 404]).toContain((await ask('updateCourse', rename, fallen)).status)
  })
})

describe('without a course', () => {
  async function inASessionOfItsOwn(actor: Actor): Promise<Actor> {
    if (!actor) return null
    const { body } = await server.call('login', { body: { email: actor.email, password: testPassword } })
    return { ...actor, token: body.data.token }
  }

  /** A person whom the test may change. */
  const oneLike = async (actor: Actor): Promise<Actor> =>
    actor && server.person(actor.role, { businessId: actor.businessId })

  test('every call with a role rule is walked below', () => {
    const guarded = Object.entries(endpoints).filter(([, { access }]) => access.kind === 'role')
    expect(guarded.map(([name]) => name).toSorted()).toEqual(Object.keys(roleCalls).toSorted())
  })

  test.each(Object.keys(roleCalls) as RouteName[])(
    '%s answers each role as the permission table says',
    async (name) => {
      const { access: rule }: AnyEndpoint = endpoints[name]
      if (rule.kind !== 'role') throw new Error(`${name} has no role rule`)
      for (const standing of standings) {
        const verdict = verdictFor(rolePermissions[rule.capability], [standing])
        const actor =
          name === 'logout'
            ? await inASessionOfItsOwn(actors[standing])
            : name === 'deleteUser'
              ? await oneLike(actors[standing])
              : actors[standing]
        const answer = await ask(name, roleCalls[name]?.(actor?.id ?? 1) ?? {}, actor)
        const response = { name, standing, status: answer.status, errorCode: answer.errorCode }
        if (verdict === 'signIn')
          expect(response).toMatchObject({ status: 401, errorCode: 'UNAUTHENTICATED' })
        if (verdict === 'refuse') expect(response).toMatchObject({ status: 403, errorCode: 'FORBIDDEN' })
        // An allowed caller may still get a validation error or a 404.
        if (verdict === 'allow') {
          expect([...policyRefusals, 'INTERNAL'], JSON.stringify(response)).not.toContain(response.errorCode)
        }
      }
    },
  )

  test('nobody can act as another user, whatever their role', async () => {
    const victim = await server.person()
    for (const standing of standings.filter((one) => one !== 'AN')) {
      const actor = actors[standing]
      const { course, content } = await target({ priceCents: 0, isPrivate: false })
      const attempts: [RouteName, Attempt][] = [
        ['listEnrolledCourses', { query: { userId: victim.id } }],
        ['enroll', { params: { courseId: course }, body: { userId: victim.id } }],
        ['payForCourse', { body: { courseId: course, userId: victim.id } }],
        ['paymentHistory', { params: { userId: victim.id } }],
        ['courseSales', { params: { courseId: course }, query: { userId: victim.id } }],
      ]
      for (const [name, attempt] of attempts) {
        expect({ name, ...(await ask(name, attempt, actor)) }).toMatchObject({
          status: 403,
          errorCode: 'NOT_YOURS',
        })
      }
      const progress = await ask(
        'saveLessonProgress',
        { body: { courseContentId: content, completed: true, userId: victim.id } },
        actor,
      )
      expect(progress).toMatchObject({ status: 403, errorCode: 'NOT_YOURS' })
    }
    const { rows } = await sql`SELECT 1 FROM enrolments WHERE user_id = ${victim.id}`.execute(
      server.database.kysely,
    )
    expect(rows).toEqual([])
  })
})

test('the walk of the permission table sent many requests', () => {
  expect(walked).toBeGreaterThan(700)
})
