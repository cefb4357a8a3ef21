/** The author's own exercise for a lesson, from the manage page. */
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { aModule, aResource } from '#web/testing/managed-course.ts'
import { answer, recordCalls } from '#web/testing/mock-api.ts'
import { aCourse, admin } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const resource = aResource({ title: 'Welcome', version: 2 })
beforeEach(() => {
  answer('readCourse', {
    success: true,
    data: {
      ...aCourse({ id: 5 }),
      contents: [aModule({ title: 'First steps', resources: [resource] })],
      permissions: { study: true, manage: true },
    },
  })
})

async function openPractice(language?: 'ms') {
  const page = await renderRoute('/course/5/manage', { user: admin, ...(language && { language }) })
  await page.press.click(await screen.findByRole('button', { name: /^First steps/ }))
  const open = language === 'ms' ? 'Latihan di bawah Welcome' : 'Practice under Welcome'
  await page.press.click(await screen.findByRole('button', { name: open }))
  return { ...page, dialog: within(await screen.findByRole('dialog', { name: /“Welcome”/ })) }
}

test('an own exercise is written with checks, tried out and saved with the lesson', async () => {
  const calls = recordCalls('updateResource', { success: true, data: resource })
  const { press, dialog } = await openPractice()
  await press.click(dialog.getByRole('radio', { name: 'An exercise of your own' }))
  await press.click(dialog.getByRole('button', { name: 'Save practice' }))
  expect(await dialog.findByText('Describe what learners should do')).toBeTruthy()
  await press.type(dialog.getByRole('textbox', { name: /^Task/ }), 'Return one.')
  await press.click(dialog.getByRole('button', { name: 'Add check' }))
  const check = within(dialog.getByRole('group', { name: 'Check 1' }))
  await press.type(check.getByRole('textbox', { name: 'Expression' }), 'one()')
  await press.type(check.getByRole('textbox', { name: 'Expected result' }), 'eins')
  await press.click(dialog.getByRole('button', { name: 'Save practice' }))
  expect(await check.findByText('Enter a value as code: 3, "ok", true, [1, 2]')).toBeTruthy()
  await press.clear(check.getByRole('textbox', { name: 'Expected result' }))
  await press.type(check.getByRole('textbox', { name: 'Expected result' }), '1')
  expect(dialog.getByRole('region', { name: 'Practice Exercise' })).toBeTruthy()
  await press.click(dialog.getByRole('button', { name: 'Save practice' }))
  await expect.poll(() => calls).toHaveLength(1)
  expect(calls[0]?.body).toEqual({
    practice: {
      ...{ kind: 'exercise', language: 'javascript', prompt: 'Return one.', starter: '' },
      checks: [{ expression: 'one()', expected: '1' }],
    },
    version: 2,
  })
})

test('practice is disabled for one lesson, and scratchpads for the whole course, in Malay too', async () => {
  const lessons = recordCalls('updateResource', { success: true, data: resource })
  const courses = recordCalls('updateCourse', { success: true, data: aCourse({ id: 5 }) })
  const { press, dialog } = await openPractice('ms')
  await press.click(dialog.getByRole('switch', { name: 'Pad conteng dalam kursus ini' }))
  await expect.poll(() => courses[0]?.body).toEqual({ hasScratchpad: false })
  await press.click(dialog.getByRole('radio', { name: 'Tiada latihan' }))
  await press.click(dialog.getByRole('button', { name: 'Simpan latihan' }))
  await expect.poll(() => lessons[0]?.body).toEqual({ practice: { kind: 'off' }, version: 2 })
})
