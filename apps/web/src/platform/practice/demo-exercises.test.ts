/** The SQL exercises of the demo school. */
import type { PracticeExercise, SqlExercise } from '@apogee/contracts/courses/practice.ts'
import { expect, test } from 'vitest'
import { runSql } from './run-sql.ts'

interface Course {
  title: string
  outline: { resources: { key: string; practice?: PracticeExercise }[] }[]
}

const courses = import.meta.glob<Course>('../../../../../content/demo-school/courses/*/course.json', {
  eager: true,
  import: 'default',
})

const exercises = Object.values(courses).flatMap(({ title, outline }) =>
  outline
    .flatMap(({ resources }) => resources)
    .flatMap(({ key, practice }): [string, SqlExercise][] =>
      practice?.language === 'sql' ? [[`${title}: ${key}`, practice]] : [],
    ),
)

test('the course about SQL has exercises in SQL', () => {
  expect(exercises.length).toBeGreaterThanOrEqual(8)
})

test.each(exercises)(
  '%s is solved by its own query, and not by what learners start with',
  async (_name, exercise) => {
    const verdict = async (code: string) => (await runSql({ ...exercise, code })).verdict
    expect(await verdict(exercise.solution)).toEqual({ kind: 'right' })
    expect(await verdict(exercise.starter)).not.toEqual({ kind: 'right' })
  },
)
