import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { aModule, aResource } from '#web/testing/managed-course.ts'
import { answer, recordCalls, refusal, refuse } from '#web/testing/mock-api.ts'
import { aCourse, admin } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const module = aModule({ title: 'First steps' })
const made = { success: true as const, data: aResource({ id: 90, title: 'Made' }) }

beforeEach(() =>
  answer('readCourse', {
    success: true,
    data: { ...aCourse({ id: 5 }), contents: [module], permissions: { study: true, manage: true } },
  }),
)

async function open() {
  const page = await renderRoute(`/course/5/manage?module=${module.id}`, { user: admin })
  const lesson = await screen.findByRole<HTMLInputElement>('textbox', {
    name: 'New lesson in First steps, as a draft',
  })
  return { ...page, lesson }
}
const paste = (input: HTMLElement, text: string) =>
  fireEvent.paste(input, { clipboardData: { getData: () => text } })

test('Enter adds a draft lesson with the typed name, and the input takes the next one at once', async () => {
  const calls = recordCalls('createLessonText', made)
  const { press, lesson } = await open()
  await press.type(lesson, '  Welcome aboard {Enter}Second{Enter}{Enter}')
  await waitFor(() =>
    expect(calls.map(({ params, body }) => [params['id'], body])).toEqual([
      [String(module.id), { title: 'Welcome aboard', clientKey: expect.any(String) }],
      [String(module.id), { title: 'Second', clientKey: expect.any(String) }],
    ]),
  )
  expect(await screen.findByText('Added: Second')).toHaveProperty('role', 'status')
  expect([lesson.value, document.activeElement]).toEqual(['', lesson])
})

test('each line of a pasted list becomes a lesson, without its bullets, and a single line is only pasted', async () => {
  const calls = recordCalls('createLessonText', made)
  const { lesson } = await open()
  paste(lesson, 'One line')
  paste(lesson, '- Pivot tables\r\n\n2) Lookup formulas\n• Clean data\n3D shapes')
  await waitFor(() => expect(calls).toHaveLength(4))
  expect(calls.map(({ body }) => (body as { title: string }).title)).toEqual([
    'Pivot tables',
    'Lookup formulas',
    'Clean data',
    '3D shapes',
  ])
})

test('a lesson that could not be saved keeps its name, is tried again under its key, and others are saved meanwhile', async () => {
  const refused: unknown[] = []
  answer('createLessonText', ({ body }) => {
    refused.push(body)
    return refusal('COURSE_FULL')
  })
  const { press, lesson } = await open()
  await press.type(lesson, 'Welcome{Enter}')
  const row = within((await screen.findByRole('alert')).closest('li') ?? document.body)
  expect(row.getByText('Welcome')).toBeTruthy()
  expect(row.getByText('A course holds at most 500 modules and 2,000 items')).toBeTruthy()
  const calls = recordCalls('createLessonText', made)
  await press.type(lesson, 'Another{Enter}')
  await waitFor(() => expect(calls).toHaveLength(1))
  await press.click(row.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByText('Welcome')).toBeNull())
  expect(calls.map(({ body }) => body)).toEqual([
    { title: 'Another', clientKey: expect.any(String) },
    refused[0],
  ])
})

test('a list that is too long is not taken at all, and says so', async () => {
  const { lesson } = await open()
  paste(lesson, Array.from({ length: 201 }, (_, at) => `Lesson ${at}`).join('\n'))
  expect(screen.getByRole('alert').textContent).toBe(
    'A list of at most 200 lines can be pasted. Nothing was added.',
  )
})

test('a lesson that is refused after another module was chosen is named in a notice', async () => {
  const other = aModule({ id: 12, title: 'Second steps' })
  answer('readCourse', {
    success: true,
    data: { ...aCourse({ id: 5 }), contents: [module, other], permissions: { study: true, manage: true } },
  })
  const { press, lesson } = await open()
  const { promise, resolve } = Promise.withResolvers<void>()
  answer('createLessonText', async () => {
    await promise
    return made
  })
  await press.type(lesson, 'First{Enter}Welcome{Enter}')
  await press.click(screen.getByRole('button', { name: /^Second steps/ }))
  await screen.findByRole('textbox', { name: 'New lesson in Second steps, as a draft' })
  refuse('createLessonText', 'COURSE_FULL')
  resolve()
  expect(await screen.findByText(/^Welcome: A course holds at most 500 modules/)).toBeTruthy()
})

test('a failed lesson is named in a notice when another module is chosen', async () => {
  const other = aModule({ id: 12, title: 'Second steps' })
  answer('readCourse', {
    success: true,
    data: { ...aCourse({ id: 5 }), contents: [module, other], permissions: { study: true, manage: true } },
  })
  refuse('createLessonText', 'COURSE_FULL')
  const { press, lesson } = await open()
  await press.type(lesson, '1. Welcome{Enter}')
  await screen.findByRole('alert')
  await press.click(screen.getByRole('button', { name: /^Second steps/ }))
  expect(await screen.findByText(/^1\. Welcome: A course holds at most 500 modules/)).toBeTruthy()
})

test('Change takes the name of a failed lesson back into the input', async () => {
  refuse('createLessonText', 'COURSE_FULL')
  const { press, lesson } = await open()
  await press.type(lesson, 'Welcom{Enter}')
  await press.click(await screen.findByRole('button', { name: 'Change' }))
  expect([lesson.value, document.activeElement]).toEqual(['Welcom', lesson])
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a module is added by its name below the modules, also in Malay', async () => {
  const calls = recordCalls('createContent', { success: true, data: module })
  const { press } = await renderRoute('/course/5/manage', { user: admin, language: 'ms' })
  await press.type(await screen.findByRole('textbox', { name: 'Modul baharu, sebagai draf' }), 'Asas{Enter}')
  await waitFor(() => expect(calls.map(({ body }) => body)).toMatchObject([{ courseId: 5, title: 'Asas' }]))
})
