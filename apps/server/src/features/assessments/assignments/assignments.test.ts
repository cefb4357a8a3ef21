/** Tests assignments over HTTP: the task, tries, verdicts by rubric, due dates and the completion of the item. */
import { emptyDraft, newQuestion } from '@apogee/contracts/assessments/draft-parts.ts'
import type { DraftQuestion, QuizDraft } from '@apogee/contracts/assessments/quiz-draft.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestPerson } from '#server/app/testing.ts'
import { startTestSchool, type TestSchool } from '#server/features/courses/testing.ts'
import { uploadFile } from '#server/features/media/testing.ts'
import { minutesOfQuiz, quizFile } from '@apogee/contracts/assessments/quiz-file.ts'
import { isAssignment } from '../quizzes/quiz-archives.ts'

let school: TestSchool
beforeAll(async () => {
  school = await startTestSchool()
})
afterAll(() => school.server.stop())

const noRule = { dueOn: '', dueAfterDays: '', refusesLate: false, cohorts: [] }
type Rule = NonNullable<QuizDraft['settings']['assignment']>

const rubric = [
  {
    criterion: 'Structure',
    levels: [
      { points: '0', words: 'No order' },
      { points: '6', words: 'Clear order' },
    ],
  },
  {
    criterion: 'Sources',
    levels: [
      { points: '0', words: 'None' },
      { points: '2', words: 'Some' },
      { points: '4', words: 'All named' },
    ],
  },
]

function draftOf(
  question: Partial<DraftQuestion> = {},
  rule: Partial<Rule> = {},
  settings: Partial<QuizDraft['settings']> = {},
): QuizDraft {
  const task = { ...newQuestion('hand-in', 'task'), question: 'Write a plan', files: '2', ...question }
  return {
    settings: { ...emptyDraft.settings, ...settings, assignment: { ...noRule, ...rule } },
    questions: [task],
  }
}

async function createdAssignment() {
  const { server, teacher } = school
  const course = await school.makeCourse(teacher)
  const module = await school.makeContent(teacher, course.id, { isPublished: true })
  const body = { title: 'Plan', isAssignment: true }
  const created = await server.call('createQuiz', { params: { id: module.id }, body, as: teacher })
  return { courseId: course.id, moduleId: module.id, resource: created.body.data }
}

async function publishedAssignment(quiz: QuizDraft = draftOf()) {
  const { server, teacher: as } = school
  const { courseId, moduleId, resource } = await createdAssignment()
  const published = await server.call('publishQuiz', { params: { id: resource.id }, body: { quiz }, as })
  expect(published.status).toBe(200)
  const learner = await server.person()
  await school.enrol(learner, courseId)
  return { courseId, moduleId, resourceId: resource.id, id: published.body.data.assessmentId, learner }
}

const shown = async (as: TestPerson, id: number) =>
  (await school.server.call('readAssessment', { params: { id }, as })).body.data

const start = (as: TestPerson, id: number) => school.server.call('startAttempt', { params: { id }, as })

const submit = (as: TestPerson, id: number, number: number) =>
  school.server.call('submitAttempt', { params: { id, number }, as })

async function handIn(
  as: TestPerson,
  id: number,
  answer: string | null = 'First, then, last',
  files?: string[],
) {
  const { data } = (await start(as, id)).body
  const params = { id, number: data.number, questionId: data.questions[0]?.id ?? 0 }
  const body = { answer, ...(files && { files }) }
  const saved = await school.server.call('saveAnswer', { params, body, as })
  return { saved, submitted: await submit(as, id, data.number) }
}

const waitingIn = async (courseId: number) => {
  const query = { state: 'waiting' as const }
  const { body } = await school.server.call('listHandIns', {
    params: { id: courseId },
    query,
    as: school.teacher,
  })
  return body.data.items
}

async function grade(
  courseId: number,
  sent: { points: number; levels?: number[]; comment?: string; verdict?: 'pass' | 'return' },
) {
  const { server, teacher: as } = school
  const [item] = await waitingIn(courseId)
  const params = { id: courseId, attemptId: item?.attemptId ?? 0 }
  const { data } = (await server.call('readHandIn', { params, as })).body
  const { verdict, comment = verdict === 'return' ? 'Not yet' : '', ...given } = sent
  return server.call('gradeHandIn', {
    params,
    body: {
      seen: data.seen,
      grades: [{ questionId: data.answers[0]?.questionId ?? 0, comment, ...given }],
      ...(verdict && { verdict }),
    },
    as,
  })
}

const isCompleted = async (as: TestPerson, courseId: number, resourceId: number) => {
  const { body } = await school.server.call('readCourse', { params: { courseId }, as })
  const resources = body.data.contents.flatMap((content) => content.resources)
  return resources.find(({ id }) => id === resourceId)?.progress?.completed
}

test('a new assignment is an unpublished item whose draft is one', async () => {
  const { resource } = await createdAssignment()
  expect(resource).toMatchObject({ fileType: 'quiz', isAssignment: true, isPublished: false })
  const params = { id: resource.id }
  const { body } = await school.server.call('readQuizEdit', { params, as: school.teacher })
  expect(body.data.quiz).toMatchObject({ settings: { assignment: noRule }, questions: [] })
})

test('an assignment is one hand-in, and only an assignment has its settings', async () => {
  const { server, teacher: as } = school
  const { resource, moduleId } = await createdAssignment()
  const publish = (quiz: QuizDraft, id = resource.id) =>
    server.call('publishQuiz', { params: { id }, body: { quiz }, as })
  const draft = draftOf()
  const other = { ...newQuestion('true-false', 'other'), question: 'Late?' }
  expect((await publish({ ...draft, questions: [...draft.questions, other] })).body.errorCode).toBe(
    'QUIZ_INCOMPLETE',
  )
  expect((await publish({ ...draft, questions: [other] })).body.errorCode).toBe('QUIZ_INCOMPLETE')
  expect((await publish({ ...draft, settings: emptyDraft.settings })).body.errorCode).toBe('VALIDATION')
  const both = draftOf({}, { dueOn: '2026-12-31', dueAfterDays: '3' })
  expect((await publish(both)).body.errorCode).toBe('QUIZ_INCOMPLETE')
  const created = await server.call('createQuiz', { params: { id: moduleId }, body: { title: 'Quiz' }, as })
  expect((await publish(draft, created.body.data.id)).body.errorCode).toBe('VALIDATION')
})

test('learners see instructions and rubric before the first try, and the rubric gives the points', async () => {
  const { id, learner } = await publishedAssignment(draftOf({ rubric, points: '99' }))
  const { assignment, totalPoints, attemptsLeft } = await shown(learner, id)
  expect({ totalPoints, attemptsLeft }).toEqual({ totalPoints: 10, attemptsLeft: null })
  expect(assignment).toMatchObject({
    instructions: 'Write a plan',
    filesAllowed: 2,
    dueAt: null,
    refusesLate: false,
    rubric: [
      { criterion: 'Structure', levels: [{ points: 0, words: 'No order' }, { points: 6 }] },
      { criterion: 'Sources' },
    ],
  })
})

test('returned work has its points, completes nothing and opens a new try; passed work completes the item', async () => {
  const quiz = draftOf({ rubric }, {}, { passPercentage: '1', attemptsAllowed: '2' })
  const { id, courseId, resourceId, learner } = await publishedAssignment(quiz)
  expect((await handIn(learner, id)).submitted.body.data.state).toBe('waiting')
  expect((await shown(learner, id)).attemptsLeft).toBe(0)
  expect((await start(learner, id)).body.errorCode).toBe('NO_ATTEMPTS_LEFT')
  const returned = await grade(courseId, {
    points: 8,
    levels: [1, 1],
    comment: 'Name all sources',
    verdict: 'return',
  })
  expect(returned.body.data).toMatchObject({ isAssignment: true, percentage: 0 })
  expect(returned.body.data.answers[0]?.grades[0]).toMatchObject({
    points: 8,
    levels: [1, 1],
    verdict: 'return',
  })
  expect(await isCompleted(learner, courseId, resourceId)).toBe(false)
  const { attempts, attemptsLeft } = await shown(learner, id)
  expect({ attemptsLeft, attempts }).toMatchObject({
    attemptsLeft: 1,
    attempts: [{ earnedPoints: 8, percentage: 0 }],
  })
  const read = await school.server.call('readAttempt', { params: { id, number: 1 }, as: learner })
  expect(read.body.data.results[0]).toMatchObject({ comment: 'Name all sources', levels: [1, 1] })

  await handIn(learner, id, 'With sources')
  expect((await grade(courseId, { points: 0, levels: [0, 0], verdict: 'pass' })).body.data.percentage).toBe(1)
  expect(await isCompleted(learner, courseId, resourceId)).toBe(true)
  expect((await shown(learner, id)).attemptsLeft).toBe(0)
  expect((await start(learner, id)).body.errorCode).toBe('NO_ATTEMPTS_LEFT')
})

test('returned work of an assignment without a pass mark completes nothing either', async () => {
  const { id, courseId, resourceId, learner } = await publishedAssignment()
  await handIn(learner, id)
  await grade(courseId, { points: 10, verdict: 'return' })
  expect(await isCompleted(learner, courseId, resourceId)).toBe(false)
})

test('a later grade changes the verdict of a try', async () => {
  const { id, courseId, learner } = await publishedAssignment(draftOf({}, {}, { passPercentage: '1' }))
  await handIn(learner, id)
  const { body } = await grade(courseId, { points: 4, verdict: 'return' })
  const { attemptId, seen, answers } = body.data
  const again = (points: number, verdict: 'pass' | 'return', read: number) =>
    school.server.call('gradeHandIn', {
      params: { id: courseId, attemptId },
      body: {
        seen: read,
        verdict,
        grades: [{ questionId: answers[0]?.questionId ?? 0, points, comment: 'Read again' }],
      },
      as: school.teacher,
    })
  const passed = await again(4, 'pass', seen)
  expect(passed.body.data.percentage).toBe(40)
  expect((await again(4, 'return', passed.body.data.seen)).body.data.percentage).toBe(0)
})

test('a grade needs a verdict, and one level of each criterion that adds up to the points', async () => {
  const { id, courseId, learner } = await publishedAssignment(draftOf({ rubric }))
  await handIn(learner, id)
  for (const wrong of [
    { points: 8, levels: [1, 1] },
    { points: 8, verdict: 'pass' },
    { points: 8, levels: [1], verdict: 'pass' },
    { points: 8, levels: [1, 3], verdict: 'pass' },
    { points: 7, levels: [1, 1], verdict: 'pass' },
    { points: 8, levels: [1, 1], verdict: 'return', comment: ' ' },
  ] as const)
    expect((await grade(courseId, { ...wrong, levels: wrong.levels && [...wrong.levels] })).status).toBe(400)
  expect((await grade(courseId, { points: 10, levels: [1, 2], verdict: 'pass' })).status).toBe(200)
})

test('work without an answer is refused, and a file alone is an answer where the author asks for files', async () => {
  const { id, learner } = await publishedAssignment(draftOf({ isFilesOnly: true }))
  const { number } = (await start(learner, id)).body.data
  expect((await submit(learner, id, number)).body.errorCode).toBe('HAND_IN_EMPTY')
  const text = await handIn(learner, id, 'Words')
  expect(text.saved.status).toBe(400)
  const { url } = await uploadFile(school.server, learner, Buffer.from('A plan'), 'plan.txt', 'hand-in')
  expect((await handIn(learner, id, null, [url])).submitted.body.data.state).toBe('waiting')
})

test('late work is marked, or refused where the author closes the assignment', async () => {
  const open = await publishedAssignment(draftOf({}, { dueAfterDays: '2' }))
  const closed = await publishedAssignment(draftOf({}, { dueAfterDays: '2', refusesLate: true }))
  const begun = await school.server.person()
  await school.enrol(begun, closed.courseId)
  await start(begun, closed.id)
  const dueAt = new Date((await shown(open.learner, open.id)).assignment?.dueAt ?? 0)
  expect(dueAt.getTime() - school.server.clock.now().getTime()).toBeGreaterThan(2 * 86_400_000)
  expect(dueAt.toISOString()).toMatch(/T16:00:00.000Z$/)
  expect((await shown(closed.learner, closed.id)).assignment?.refusesLate).toBe(true)
  school.server.clock.advance(4 * 86_400_000)
  await handIn(open.learner, open.id)
  expect(await waitingIn(open.courseId)).toMatchObject([{ isLate: true }])
  expect((await start(closed.learner, closed.id)).body.errorCode).toBe('ASSIGNMENT_CLOSED')
  expect((await submit(begun, closed.id, 1)).body.errorCode).toBe('ASSIGNMENT_CLOSED')
  // The due date is that of the first try.
  await grade(open.courseId, { points: 1, verdict: 'return' })
  await handIn(open.learner, open.id)
  expect((await waitingIn(open.courseId))[0]?.isLate).toBeUndefined()
})

test('the end of access hands in written work for a grade, and leaves an empty try open', async () => {
  const { server } = school
  const { id, courseId, learner } = await publishedAssignment()
  const idle = await server.person()
  await school.enrol(idle, courseId)
  const begun = (await start(learner, id)).body.data
  await server.call('saveAnswer', {
    params: { id, number: begun.number, questionId: begun.questions[0]?.id ?? 0 },
    body: { answer: 'First, then, last' },
    as: learner,
  })
  await start(idle, id)
  const { kysely } = server.database
  const endsAt = new Date(Date.now() - 60_000)
  await sql`
    UPDATE enrolments SET access_ends_at = ${endsAt}, granted_at = ${endsAt}::timestamptz - interval '30 days'
     WHERE user_id IN (${learner.id}, ${idle.id})`.execute(kysely)
  await server.services.assessments.grader.endAfterAccess()
  await server.services.assessments.grader.sweep()
  expect(await waitingIn(courseId)).toMatchObject([{ userId: learner.id }])
  const tries = await server.services.assessments.attemptsOfEach(idle.id, [id])
  expect(tries.get(id)).toMatchObject([{ state: 'open' }])
  expect(await server.services.assessments.bestInCourse(kysely, idle.id, courseId)).toEqual(new Map())
})

test('a grade does not change where the learner continues, and passed work has the full result', async () => {
  const { server, teacher: as } = school
  const { id, courseId, moduleId, resourceId, learner } = await publishedAssignment(
    draftOf({ rubric }, {}, { passPercentage: '1' }),
  )
  await school.makeResource(as, moduleId, 'Left.pdf')
  const begun = await school.makeResource(as, moduleId, 'Begun.pdf')
  await handIn(learner, id)
  server.clock.advance(60_000)
  const read = { params: { id: begun.id }, body: { page: 1 }, as: learner }
  expect((await server.call('saveResourceProgress', read)).status).toBe(200)
  server.clock.advance(60_000)
  await grade(courseId, { points: 2, levels: [0, 1], verdict: 'pass' })
  expect(await isCompleted(learner, courseId, resourceId)).toBe(true)
  const next = await server.services.learning.toContinue(server.database.kysely, [learner.id])
  expect(next.get(learner.id)?.id).toBe(begun.id)
  const best = await server.services.assessments.bestInCourse(server.database.kysely, learner.id, courseId)
  expect(best.get(resourceId)).toBe(100)
  expect(await server.services.assessments.averageScoreOf(learner.id)).toBeNull()
})

test('a rubric and files without a text belong to assignments, which have no time limit', () => {
  const question = { type: 'hand-in', question: 'Write', points: 6, files: 1 }
  const levels = [
    { points: 0, words: 'No order' },
    { points: 6, words: 'Order' },
  ]
  const problemsOf = (file: object) => {
    const read = quizFile.safeParse({ title: 'Plan', ...file })
    return read.success ? [] : read.error.issues.map(({ path }) => path.join('.'))
  }
  const withRubric = { ...question, rubric: [{ criterion: 'Structure', levels }] }
  expect(problemsOf({ questions: [withRubric] })).toEqual(['questions.0.rubric'])
  expect(problemsOf({ questions: [{ ...question, text: false }] })).toEqual(['questions.0.text'])
  expect(problemsOf({ assignment: {}, questions: [withRubric] })).toEqual([])
  expect(problemsOf({ assignment: {}, timeLimitMinutes: 30, questions: [question] })).toEqual([
    'timeLimitMinutes',
  ])
  expect(minutesOfQuiz({ assignment: {} })).toBeNull()
})

test('a copy of the course has the assignment with its rubric and rule, without the dates of cohorts', async () => {
  const { server, teacher: as } = school
  const cohorts = [{ id: 1, dueOn: '2026-12-31' }]
  const { courseId } = await publishedAssignment(draftOf({ rubric }, { dueAfterDays: '3', cohorts }))
  const copied = await server.call('duplicateCourse', { params: { id: courseId }, body: {}, as })
  const { body } = await server.call('readCourse', { params: { courseId: copied.body.data.id }, as })
  const [resource] = body.data.contents.flatMap((content) => content.resources)
  expect(resource).toMatchObject({ isAssignment: true })
  const read = await server.call('readQuizEdit', { params: { id: resource?.id ?? 0 }, as })
  expect(read.body.data.quiz).toMatchObject({
    settings: { assignment: { dueAfterDays: '3', cohorts: [] } },
    questions: [{ rubric: [{ criterion: 'Structure' }, { criterion: 'Sources' }] }],
  })
})

test('an archive keeps an assignment, also one that is not written yet, without the dates of cohorts', async () => {
  const { quizArchives } = school.server.services
  const cohorts = [{ id: 1, dueOn: '2026-12-31' }]
  const { resourceId } = await publishedAssignment(draftOf({ rubric }, { dueAfterDays: '3', cohorts }))
  const archived = await quizArchives.read(resourceId)
  expect(archived.published).toMatchObject({ questions: [{ rubric: [{ criterion: 'Structure' }, {}] }] })
  expect(archived.published?.assignment).toEqual({ dueAfterDays: 3 })
  const unwritten = await quizArchives.read((await createdAssignment()).resource.id)
  expect(unwritten.published).toBeNull()
  expect([archived, unwritten].map(isAssignment)).toEqual([true, true])
})
