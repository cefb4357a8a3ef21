/** Helps tests to write quizzes in the editor as a teacher and to take them as learners. */
import type { Attempt, GivenAnswer } from '@apogee/contracts/assessments/assessments.ts'
import { emptySettings } from '@apogee/contracts/assessments/draft-parts.ts'
import type { DraftQuestion, QuizDraft } from '@apogee/contracts/assessments/quiz-draft.ts'
import type { QuizEdit } from '@apogee/contracts/assessments/quiz-editor.ts'
import type { TestPerson } from '#server/app/testing.ts'
import type { TestSchool } from '#server/features/courses/testing.ts'

export const quizOfQuestions = (
  questions: DraftQuestion[],
  settings: Partial<QuizDraft['settings']> = {},
): QuizDraft => ({ settings: { ...emptySettings, timeLimitMinutes: '30', ...settings }, questions })

/** Publishes a quiz in a new course. */
export async function publishedQuiz({ server, ...school }: TestSchool, quiz: QuizDraft): Promise<QuizEdit> {
  const as = school.teacher
  const course = await school.makeCourse(as)
  const module = await school.makeContent(as, course.id, { isPublished: true })
  const created = await server.call('createQuiz', {
    params: { id: module.id },
    body: { title: 'A quiz' },
    as,
  })
  const params = { id: created.body.data.id }
  return (await server.call('publishQuiz', { params, body: { quiz }, as })).body.data
}

export async function learnersOf(school: TestSchool, courseId: number, count: number): Promise<TestPerson[]> {
  const people: TestPerson[] = []
  for (let index = 0; index < count; index += 1) {
    const person = await school.server.person()
    await school.enrol(person, courseId)
    people.push(person)
  }
  return people
}

/** Answers each question and submits. `answerOf` returns the answer to a question; undefined leaves the question unanswered. */
export async function takeQuiz(
  { server }: TestSchool,
  as: TestPerson,
  assessmentId: number,
  answerOf: (question: Attempt['questions'][number]) => GivenAnswer | undefined,
): Promise<Attempt> {
  const { number, questions } = (await server.call('startAttempt', { params: { id: assessmentId }, as })).body
    .data
  for (const question of questions) {
    const answer = answerOf(question)
    const params = { id: assessmentId, number, questionId: question.id }
    if (answer !== undefined) await server.call('saveAnswer', { params, body: { answer }, as })
  }
  return (await server.call('submitAttempt', { params: { id: assessmentId, number }, as })).body.data
}
