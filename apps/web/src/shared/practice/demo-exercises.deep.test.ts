import type { PracticeExercise, PythonExercise, SqlExercise } from '@apogee/contracts/courses/practice.ts'
import { expect, test } from 'vitest'
import { runCode } from './run/run-code.ts'
import { loadPython } from './run/run-python.ts'
import { runSql } from './run/run-sql.ts'
import { passesAll } from './use-run.ts'

interface Course {
  title: string
  outline: { resources: { key: string; practice?: PracticeExercise }[] }[]
}

const courses = import.meta.glob<Course>('../../../../../content/demo-school/courses/*/course.json', {
  eager: true,
  import: 'default',
})

const all = Object.values(courses).flatMap(({ title, outline }) =>
  outline
    .flatMap(({ resources }) => resources)
    .flatMap(({ key, practice }): [string, PracticeExercise][] =>
      practice ? [[`${title}: ${key}`, practice]] : [],
    ),
)
const exercises = all.flatMap(([name, exercise]): [string, SqlExercise][] =>
  exercise.language === 'sql' ? [[name, exercise]] : [],
)
const pythonExercises = all.flatMap(([name, exercise]): [string, PythonExercise][] =>
  exercise.language === 'python' ? [[name, exercise]] : [],
)

test('each lesson of the course about SQL has an exercise in SQL', () => {
  const course = Object.values(courses).find(({ title }) => title === 'SQL for People with Questions')
  const lessons = course?.outline.flatMap(({ resources }) => resources) ?? []
  expect(lessons.length).toBeGreaterThanOrEqual(20)
  for (const { key, practice } of lessons) expect(practice?.language, key).toBe('sql')
})

test.each(exercises)(
  '%s is solved by its own query, and not by what learners start with',
  async (_name, exercise) => {
    const verdict = async (code: string) => (await runSql({ ...exercise, code })).verdict
    expect(await verdict(exercise.solution)).toEqual({ kind: 'right' })
    expect(await verdict(exercise.starter)).not.toEqual({ kind: 'right' })
  },
)

test('each exercise in Python is solved by its own solution, and not by what learners start with', async () => {
  expect(pythonExercises.length).toBeGreaterThanOrEqual(2)
  const python = await loadPython()
  for (const [name, { checks, starter, solution = '' }] of pythonExercises) {
    const passes = (code: string) => passesAll({ ...python({ code, checks }, () => undefined), lines: [] })
    expect(passes(solution), name).toBe(true)
    expect(passes(starter), name).toBe(false)
  }
})

type JavascriptExercise = Extract<PracticeExercise, { language: 'javascript' }>

/** Learners of these courses need not know a programming language, because they write their answers between comments. */
const coursesWithoutProgramming = [
  'Akaun Mudah untuk Peniaga Kecil',
  'Hamparan untuk Pejabat: Dari Data ke Laporan',
  'Your First Ten Customers',
]
const answerExercises = all.flatMap(([name, exercise]): [string, JavascriptExercise][] =>
  exercise.language === 'javascript' &&
  coursesWithoutProgramming.some((title) => name.startsWith(`${title}:`))
    ? [[name, exercise]]
    : [],
)

test('the courses that teach no programming have exercises that ask for answers', () => {
  for (const title of coursesWithoutProgramming)
    expect(answerExercises.filter(([name]) => name.startsWith(`${title}:`)).length, title).toBeGreaterThan(4)
})

test.each(answerExercises)('%s asks for answers only, and is solved by them', async (_name, exercise) => {
  const { checks, starter, solution = '' } = exercise
  const statements = starter.split('\n').filter((line) => line !== '' && !line.startsWith('//'))
  expect(statements).toEqual(checks.map(({ expression }) => expect.stringMatching(emptyAnswer(expression))))
  expect(passesAll(await runCode({ code: solution, checks }))).toBe(true)
  expect(passesAll(await runCode({ code: starter, checks }))).toBe(false)
})

const emptyAnswer = (name: string): RegExp => new RegExp(`^${name} = (?:null|'')$`)
