import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { aModule, aResource } from '#web/testing/managed-course.ts'
import { answer, recordCalls } from '#web/testing/mock-api.ts'
import { aCourse, admin } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const video = aResource({
  title: 'Welcome',
  seconds: 120,
  version: 2,
  chapters: [{ atSeconds: 0, title: 'Start' }],
})
beforeEach(() => {
  const reading = aResource({ id: 32, title: 'Handout', fileType: 'pdf' })
  answer('readCourse', {
    success: true,
    data: {
      ...aCourse({ id: 5 }),
      contents: [aModule({ title: 'First steps', resources: [video, reading] })],
      permissions: { study: true, manage: true },
    },
  })
})

async function openChapters(language?: 'ms') {
  const page = await renderRoute('/course/5/manage', { user: admin, ...(language && { language }) })
  await page.press.click(await screen.findByRole('button', { name: /^First steps/ }))
  const open = language === 'ms' ? 'Bab bagi Welcome' : 'Chapters of Welcome'
  await page.press.click(await screen.findByRole('button', { name: /(More actions for|untuk) Welcome$/ }))
  await page.press.click(screen.getByRole('menuitem', { name: open }))
  return { ...page, dialog: within(await screen.findByRole('dialog', { name: /“Welcome”/ })) }
}

test('chapters are typed as lines, a wrong line is named, and nothing typed is lost', async () => {
  const calls = recordCalls('updateResource', { success: true, data: video })
  const { press, dialog } = await openChapters()
  const field = dialog.getByRole<HTMLTextAreaElement>('textbox', { name: /^Chapters/ })
  expect(field.value).toBe('0:00 Start')
  const save = async (typed: string) => {
    fireEvent.change(field, { target: { value: typed } })
    await press.click(dialog.getByRole('button', { name: 'Save chapters' }))
  }
  await save('0:00 Start\nOrbits')
  expect(await dialog.findByText('Line 2: start with a time, such as 1:35')).toBeTruthy()
  await save('0:00 Start\n\n2:00 The end')
  expect(await dialog.findByText('Line 3: the video ends at 2:00')).toBeTruthy()
  await save(`0:00 ${'x'.repeat(101)}`)
  expect(await dialog.findByText('Line 1: use at most 100 characters')).toBeTruthy()
  expect(field.value).toHaveLength(106)
  await save('0:00 Start\n1:05 Orbits')
  await expect.poll(() => calls).toHaveLength(1)
  const chapters = [
    { atSeconds: 0, title: 'Start' },
    { atSeconds: 65, title: 'Orbits' },
  ]
  expect(calls[0]?.body).toEqual({ chapters, version: 2 })
})

test('an empty field removes the chapters, in Malay too', async () => {
  const calls = recordCalls('updateResource', { success: true, data: video })
  const { press, dialog } = await openChapters('ms')
  await press.clear(dialog.getByRole('textbox', { name: /^Bab/ }))
  await press.click(dialog.getByRole('button', { name: 'Simpan bab' }))
  await expect.poll(() => calls[0]?.body).toEqual({ chapters: [], version: 2 })
})
