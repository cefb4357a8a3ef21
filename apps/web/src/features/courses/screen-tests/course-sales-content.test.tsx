import { salesContentLimits } from '@apogee/contracts/limits.ts'
import type { SalesContent } from '@apogee/contracts/courses/sales-content.forms.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { aCourse, admin } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const saved: SalesContent = {
  subtitle: 'From the first ellipse.',
  outcomes: ['Draw an orbit', 'Read an orbit', 'Leave an orbit'],
  requirements: [],
  audience: [],
  faq: [{ question: 'Is it hard?', answer: 'Only once.' }],
  planLines: [],
}

/** Each test uses another course, because drafts live as long as the page. */
let id = 100

beforeEach(() => {
  id += 1
  answer('readCourse', {
    success: true,
    data: { ...aCourse({ id }), contents: [], permissions: { study: true, manage: true } },
  })
  answer('readSalesContent', { success: true, data: saved })
})

const open = () => renderRoute(`/course/${id}/manage?part=sales`, { user: admin })
const list = async (name: string) => within(await screen.findByRole('group', { name }))
const outcomes = () => list('What learners will be able to do')
const save = () => screen.getByRole('button', { name: 'Save sales page' })
const valuesIn = ({ getAllByRole }: Awaited<ReturnType<typeof outcomes>>) =>
  getAllByRole<HTMLInputElement>('textbox').map(({ value }) => value)

test('the sales page is a part of managing a course, with a link to it', async () => {
  const { press, address } = await renderRoute(`/course/${id}/manage`, { user: admin })
  await press.click(await screen.findByRole('link', { name: 'Sales page' }))
  expect(await screen.findByRole('heading', { name: 'Sales page' })).toBeTruthy()
  expect(address()).toBe(`/course/${id}/manage?part=sales`)
  expect((await screen.findByRole('link', { name: 'Preview' })).getAttribute('href')).toBe(`/sp/${id}/`)
})

test('lines are added, moved and removed by keyboard alone, and saved in order', async () => {
  const calls = recordCalls('updateSalesContent', { success: true, data: saved })
  const { press } = await open()
  const lines = await outcomes()
  lines.getByRole('button', { name: 'Move Outcome 3 up' }).focus()
  await press.keyboard('{Enter}')
  expect(valuesIn(lines)).toEqual(['Draw an orbit', 'Leave an orbit', 'Read an orbit'])
  expect(document.activeElement).toBe(lines.getByRole('button', { name: 'Move Outcome 2 up' }))
  expect(lines.getByText('Outcome 3 is now 2 of 3')).toBeTruthy()
  lines.getByRole('button', { name: 'Remove Outcome 1' }).focus()
  await press.keyboard('{Enter}')
  expect(document.activeElement).toBe(lines.getByRole('textbox', { name: 'Outcome 1' }))
  lines.getByRole('button', { name: 'Add: What learners will be able to do' }).focus()
  await press.keyboard('{Enter}')
  await press.keyboard('Come back')
  await press.keyboard('{Enter}')
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(calls[0]?.body).toEqual({ outcomes: ['Leave an orbit', 'Read an orbit', 'Come back'] })
  expect(await screen.findByText('The sales page is saved.')).toBeTruthy()
})

test('empty entries are left out, and a question without an answer is reported', async () => {
  const calls = recordCalls('updateSalesContent', { success: true, data: saved })
  const { press } = await open()
  await press.click((await outcomes()).getByRole('button', { name: /^Add/ }))
  const questions = await list('Questions and answers')
  await press.clear(questions.getByRole('textbox', { name: 'Answer 1' }))
  await press.click(save())
  expect(await questions.findByText('Please write something')).toBeTruthy()
  expect(valuesIn(await outcomes())).toHaveLength(3)
  expect(calls).toHaveLength(0)
  await press.clear(questions.getByRole('textbox', { name: 'Question 1' }))
  await press.click(save())
  await waitFor(() => expect(calls[0]?.body).toEqual({ faq: [] }))
})

test('limits are shown while writing, and enforced', async () => {
  const { press } = await open()
  const subtitle = await screen.findByRole('textbox', { name: 'Subtitle' })
  await press.clear(subtitle)
  await press.click(subtitle)
  await press.paste('x'.repeat(salesContentLimits.subtitle + 1))
  expect(screen.getByText('161 of 160 characters')).toBeTruthy()
  await press.click(save())
  expect(await screen.findByText('Must be at most 160 characters')).toBeTruthy()
  const plan = await list('What the price includes')
  for (let line = 0; line < salesContentLimits.planLines.most; line += 1) {
    await press.click(plan.getByRole('button', { name: /^Add/ }))
  }
  expect(plan.getByText('8 of 8')).toBeTruthy()
  await press.click(plan.getByRole('button', { name: /^Add/ }))
  expect(plan.getAllByRole('textbox')).toHaveLength(8)
})

test('unsaved sales content survives switching to the modules', async () => {
  const { press } = await open()
  await press.type(await screen.findByRole('textbox', { name: 'Subtitle' }), ' And back.')
  expect(screen.getByText(/^You have unsaved changes/)).toBeTruthy()
  await press.click(screen.getByRole('link', { name: 'Content' }))
  expect(await screen.findByText('No modules yet')).toBeTruthy()
  await press.click(screen.getByRole('link', { name: 'Sales page' }))
  const subtitle = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Subtitle' })
  expect(subtitle.value).toBe('From the first ellipse. And back.')
})

test("the server's issues are shown at their fields, and no input is lost", async () => {
  refuse('updateSalesContent', 'VALIDATION', [{ path: 'outcomes.1', message: 'Please write something' }])
  const { press } = await open()
  const lines = await outcomes()
  await press.type(lines.getByRole('textbox', { name: 'Outcome 2' }), '!')
  await press.click(save())
  expect(await lines.findByText('Please write something')).toBeTruthy()
  expect(valuesIn(lines)).toContain('Read an orbit!')
})

test('a refused save moves the focus to the first invalid field, whose error clears when it is corrected', async () => {
  const { press } = await open()
  const subtitle = await screen.findByRole('textbox', { name: 'Subtitle' })
  await press.click(subtitle)
  await press.paste('x'.repeat(salesContentLimits.subtitle))
  const answer = (await list('Questions and answers')).getByRole('textbox', { name: 'Answer 1' })
  await press.clear(answer)
  await press.click(save())
  expect(document.activeElement).toBe(subtitle)
  await press.clear(subtitle)
  expect(screen.queryByText('Must be at most 160 characters')).toBeNull()
  expect(document.activeElement).toBe(subtitle)
  expect(screen.getByText('Please check the highlighted fields.')).toBeTruthy()
  await press.type(answer, 'Yes.')
  expect(screen.queryByText('Please write something')).toBeNull()
  expect(screen.queryByText('Please check the highlighted fields.')).toBeNull()
})

test('the browser asks before it discards unsaved content, and only then', async () => {
  const { press } = await open()
  const leaving = () => {
    const event = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(event)
    return event.defaultPrevented
  }
  const subtitle = await screen.findByRole('textbox', { name: 'Subtitle' })
  expect(leaving()).toBe(false)
  await press.type(subtitle, '!')
  expect(leaving()).toBe(true)
  await press.type(subtitle, '{Backspace}')
  expect(leaving()).toBe(false)
})
