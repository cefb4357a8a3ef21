/** Exercises below lessons, in languages whose engines only a browser has. */
import { expect, open, test } from './journey.ts'
import { demoPerson, signInAs } from './people.ts'
import { courseNamed, courses, lessonsOf } from './school.ts'

test('an exercise in SQL runs in the browser: a wrong result is told how it differs, the right one passes', async ({
  page,
  request,
}) => {
  const course = await courseNamed(request, courses.sql)
  const [lesson] = await lessonsOf(request, course.id)
  const teacher = await demoPerson(request, 'admin')
  await signInAs(page, teacher)
  const engines: string[] = []
  page.on('request', (asked) => {
    if (/sqlite|quickjs|emscripten/i.test(asked.url())) engines.push(asked.url())
  })
  await open(page, lesson?.path ?? '')
  const exercise = page.getByRole('region', { name: 'Practice Exercise' })
  await exercise.getByText('Tables of this exercise').click()
  await expect(exercise.getByText(/CREATE TABLE sales/)).toBeVisible()
  const code = exercise.getByRole('textbox', { name: 'Exercise code' })
  // The engine is loaded by the first run.
  expect(engines).toEqual([])
  await code.fill('SELECT outlet, item, sold FROM sales')
  await exercise.getByRole('button', { name: 'Run Code' }).click()
  await expect(exercise.getByText('The result has 7 rows, but should have 3.')).toBeVisible()
  await expect(exercise.getByRole('cell', { name: 'white loaf' }).first()).toBeVisible()
  await code.fill('SELECT price FROM sales')
  await code.press('Control+Enter')
  await expect(exercise.getByText('no such column: price')).toBeVisible()
  await code.fill('SELECT outlet, item, sold FROM sales WHERE sold > 40')
  await code.press('Control+Enter')
  await expect(exercise.getByText('Right: this is the result that was asked for.')).toBeVisible()
  await expect(exercise.getByText('Passed')).toBeVisible()
})
