/** Tests exercises below lessons, in languages whose engines run only in a browser. */
import type { Locator, Page } from '@playwright/test'
import { expect, open, test } from '../support/journey.ts'
import { demoPerson, newLearner, signInAs } from '../support/people.ts'
import { courseNamed, courses, enrol, lessonsOf } from '../support/school.ts'

test('the practice exercise runs code in the browser, isolated from the page', async ({ page, request }) => {
  const course = await courseNamed(request, courses.git)
  const learner = await newLearner(request)
  await enrol(request, learner, course.id)
  const [lesson] = await lessonsOf(request, course.id)
  await signInAs(page, learner)
  await open(page, `/lesson/${lesson?.courseContentId}/resources`)
  const exercise = page.getByRole('region', { name: 'Practice Exercise' })
  const code = exercise.getByRole('textbox', { name: 'Exercise code' })
  await code.fill(`function average(numbers) {
    console.log('sees', typeof document, typeof fetch)
    return numbers.reduce((sum, n) => sum + n, 0) / numbers.length
  }
  console.log('average', average([2, 4, 6]))`)
  await exercise.getByRole('button', { name: 'Run Code' }).click()
  await expect(exercise.getByLabel('What your code printed')).toContainText('average 4')
  await expect(exercise.getByLabel('What your code printed')).toContainText('sees undefined undefined')
  await code.fill('for (;;) {}')
  await code.press('Control+Enter')
  await expect(exercise.getByText(/ran for more than 2 seconds and was stopped/)).toBeVisible()
})

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
  const code = exercise.getByRole('textbox', { name: 'Exercise code' })
  // The engine is not loaded yet: the first run loads it, and so does opening the tables.
  expect(engines).toEqual([])
  await exercise.getByText('Tables of this exercise').click()
  await expect(exercise.getByRole('region', { name: 'sales' }).getByRole('row')).toHaveCount(8)
  await exercise.getByText('The SQL that makes them').click()
  await expect(exercise.getByText(/CREATE TABLE sales/)).toBeVisible()
  await code.fill('SELECT outlet, item, sold FROM sales')
  await exercise.getByRole('button', { name: 'Run Code' }).click()
  await expect(exercise.getByText('The result has 7 rows, but should have 3.')).toBeVisible()
  await expect(
    exercise.getByRole('region', { name: 'Result' }).getByRole('cell', { name: 'white loaf' }).first(),
  ).toBeVisible()
  await code.fill('SELECT price FROM sales')
  await code.press('Control+Enter')
  await expect(exercise.getByText('no such column: price')).toBeVisible()
  await code.fill('SELECT outlet, item, sold FROM sales WHERE sold > 40')
  await code.press('Control+Enter')
  await expect(exercise.getByText('Right: this is the result that was asked for.')).toBeVisible()
  await expect(exercise.getByText('Passed')).toBeVisible()
})

test('an exercise in Python runs in the browser: its engine loads with the first run, code without end is stopped, and code reaches no network, no storage and no page of the learner', async ({
  page,
  request,
}) => {
  const course = await courseNamed(request, courses.python)
  const [lesson] = await lessonsOf(request, course.id)
  await signInAs(page, await demoPerson(request, 'superadmin'))
  const engines: string[] = []
  page.on('request', (asked) => {
    // The grammar that colours the code is another file whose name begins with `python`.
    if (/pyodide|python\.worker/i.test(new URL(asked.url()).pathname)) engines.push(asked.url())
  })
  await open(page, lesson?.path ?? '')
  const exercise = page.getByRole('region', { name: 'Practice Exercise' })
  const code = exercise.getByRole('textbox', { name: 'Exercise code' })
  await expect(code).toHaveValue(/def empty_shelves\(rows\)/)
  expect(engines).toEqual([])
  const run = exercise.getByRole('button', { name: 'Run Code' })
  await run.click()
  await expect(exercise.getByText('1 of 4 checks passed')).toBeVisible({ timeout: 60_000 })
  await code.fill('print("before")\nwhile True:\n    pass')
  await code.press('Control+Enter')
  await expect(exercise.getByText(/ran for more than 5 seconds and was stopped/)).toBeVisible({
    timeout: 60_000,
  })
  await expect(exercise.getByLabel('What your code printed')).toHaveText('before')
  await expect(exercise.getByText('The author’s solution')).toBeHidden()
  await code.fill('names = "x" * 2_000_000_000')
  await code.press('Control+Enter')
  await expect(exercise.getByText('Your code used too much memory and was stopped.')).toBeVisible({
    timeout: 60_000,
  })
  // The solution can be read after three attempts.
  await exercise.getByText('The author’s solution').click()
  await expect(exercise.getByText(/int ignores spaces at the ends/)).toBeVisible()
  await code.fill('')
  await code.pressSequentially(
    'def empty_shelves(rows):\nreturn [row["item"] for row in rows if int(row["left"]) == 0]',
    {
      delay: 0,
    },
  )
  // After a colon, Enter indents the next line.
  await expect(code).toHaveValue(/:\n {4}return/)
  await code.press('End')
  await code.pressSequentially('\n')
  await code.press('Backspace')
  await code.press('Control+Enter')
  await expect(exercise.getByText('3 of 4 checks passed')).toBeVisible()
  // The engine is loaded here. Loading it again would take more time than the rest of the journey.
  await expectNoWayOut(page, exercise)
})

/** Expects that code in a loaded engine is refused every way out of it. */
async function expectNoWayOut(page: Page, exercise: Locator): Promise<void> {
  const calls: string[] = []
  page.on('request', (asked) => calls.push(asked.url()))
  const code = exercise.getByRole('textbox', { name: 'Exercise code' })
  await code.fill(attempts)
  await code.press('Control+Enter')
  await expect(exercise.getByLabel('What your code printed')).toHaveText(
    ['js', 'constructor', 'pyodide_js', 'urllib', 'socket', 'pyfetch']
      .map((way) => `${way} refused`)
      .join('\n'),
  )
  expect(calls.filter((url) => url.includes('/api/'))).toEqual([])
}

/** This code prints the name of each attempt, and what the attempt reached or that it was refused. */
const attempts = `
def attempt(name, way):
    try:
        print(name, 'reached', way())
    except BaseException:
        print(name, 'refused')

def from_js():
    import js
    return js.fetch('/api/auth/me')

def from_constructor():
    import pyodide_js
    function = pyodide_js.constructor.constructor
    return function('return globalThis')()

def from_pyodide():
    import pyodide_js
    return pyodide_js.loadPackage.constructor('return fetch("/api/auth/me")')()

def from_urllib():
    import urllib.request
    return urllib.request.urlopen('http://127.0.0.1:4321/api/auth/me').read()

def from_socket():
    import socket
    return socket.create_connection(('127.0.0.1', 4321), 1).recv(1)

def from_pyfetch():
    from pyodide.http import pyfetch
    import asyncio
    return asyncio.get_event_loop().run_until_complete(pyfetch('/api/auth/me'))

attempt('js', from_js)
attempt('constructor', from_constructor)
attempt('pyodide_js', from_pyodide)
attempt('urllib', from_urllib)
attempt('socket', from_socket)
attempt('pyfetch', from_pyfetch)
`
