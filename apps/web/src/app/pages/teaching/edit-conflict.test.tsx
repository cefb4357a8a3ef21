/** The tests let two people, or one person in two tabs, change the same field. */
import type { EditConflict } from '@apogee/contracts/edits.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { aModule } from '#web/testing/managed-course.ts'
import { answer, refusal, type SentRequest } from '#web/testing/mock-api.ts'
import { aCourse, admin } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'
import { answerSellersSettings } from '#web/testing/settings.ts'

/** Each test uses another course, because drafts live as long as the page. */
let id = 700
const module = aModule({ title: 'Orbits', description: 'How they begin', version: 3 })

beforeEach(() => {
  id += 1
  answer('readCourse', {
    success: true,
    data: { ...aCourse({ id }), contents: [module], permissions: { study: true, manage: true } },
  })
})

const changedBy = { id: 99, name: 'Farid Hakim' }
const changedAt = '2026-11-21T04:05:00.000Z'

/** Answers the first write with the conflict and accepts later ones. */
function conflictOnce(conflict: EditConflict): SentRequest[] {
  const calls: SentRequest[] = []
  answer('updateContent', (sent) => {
    calls.push(sent)
    return calls.length === 1
      ? refusal('EDIT_CONFLICT', undefined, conflict)
      : { success: true, data: { ...module, version: conflict.version + 1 } }
  })
  return calls
}

async function editModule(description: string) {
  const page = await renderRoute(`/course/${id}/manage`, { user: admin })
  await page.press.click(await screen.findByRole('button', { name: /^Orbits/ }))
  await page.press.click(await screen.findByRole('button', { name: 'Edit Orbits' }))
  const form = within(await screen.findByRole('dialog', { name: 'Edit Module' }))
  const field = form.getByRole('textbox', { name: /Description/ })
  await page.press.clear(field)
  await page.press.type(field, description)
  await page.press.click(form.getByRole('button', { name: 'Save' }))
  return page
}
const conflictDialog = async () =>
  within(await screen.findByRole('alertdialog', { name: 'Changed while you were editing' }))

test('a conflict names person and time, shows both texts, and saves the chosen one', async () => {
  const calls = conflictOnce({
    version: 5,
    fields: [{ field: 'description', value: 'Where they begin', changedAt, changedBy }],
  })
  const { press } = await editModule('What makes them begin')
  const dialog = await conflictDialog()
  expect(dialog.getByText(/^Farid Hakim, .*2026/)).toBeTruthy()
  expect(dialog.getByText('Where they begin')).toBeTruthy()
  expect(dialog.getByText('What makes them begin')).toBeTruthy()
  await press.click(dialog.getByRole('button', { name: 'Save this choice' }))
  expect(await dialog.findByText('Choose what to save')).toBeTruthy()
  await press.click(dialog.getByRole('radio', { name: 'Yours, not saved yet' }))
  await press.click(dialog.getByRole('button', { name: 'Save this choice' }))
  await expect.poll(() => calls).toHaveLength(2)
  expect(calls.map(({ body }) => body)).toEqual([
    { description: 'What makes them begin', version: 3 },
    { description: 'What makes them begin', version: 5 },
  ])
})

test("the other text can be chosen, and a change in one's own other tab is named as such", async () => {
  const calls = conflictOnce({
    version: 4,
    fields: [
      { field: 'description', value: 'From another tab', changedAt, changedBy: { id: admin.id, name: 'Me' } },
    ],
  })
  const { press } = await editModule('From this tab')
  const dialog = await conflictDialog()
  await press.click(dialog.getByRole('radio', { name: /^You, in another tab or on another device/ }))
  await press.click(dialog.getByRole('button', { name: 'Save this choice' }))
  await expect.poll(() => calls.at(1)?.body).toEqual({ description: 'From another tab', version: 4 })
})

test('returning to the form keeps all input, and saving asks again', async () => {
  const calls = conflictOnce({
    version: 4,
    fields: [{ field: 'description', value: 'Theirs', changedAt, changedBy: null }],
  })
  const { press } = await editModule('Mine, and long enough to be missed')
  const dialog = await conflictDialog()
  expect(dialog.getByText(/^Someone else, /)).toBeTruthy()
  await press.click(dialog.getByRole('button', { name: 'Back to the form' }))
  const form = within(await screen.findByRole('dialog', { name: 'Edit Module' }))
  const field = form.getByRole<HTMLTextAreaElement>('textbox', { name: /Description/ })
  expect(field.value).toBe('Mine, and long enough to be missed')
  expect(form.getByText(/^Someone changed this while you were editing/)).toBeTruthy()
  expect(calls).toHaveLength(1)
})

test('two lists can be combined, and unchanged fields are never asked about', async () => {
  const read = {
    subtitle: 'From the first ellipse.',
    outcomes: ['Draw an orbit'],
    requirements: [],
    audience: [],
    faq: [],
    planLines: [],
    version: 1,
  }
  answer('readSalesContent', { success: true, data: read })
  const calls: SentRequest[] = []
  answer('updateSalesContent', (sent) => {
    calls.push(sent)
    if (calls.length > 1) return { success: true, data: { ...read, version: 3 } }
    const value = ['Draw an orbit', 'Leave an orbit']
    return refusal('EDIT_CONFLICT', undefined, {
      version: 2,
      fields: [{ field: 'outcomes', value, changedAt, changedBy }],
    })
  })
  const { press } = await renderRoute(`/course/${id}/manage?part=sales`, { user: admin })
  const outcomes = within(await screen.findByRole('group', { name: 'What learners will be able to do' }))
  await press.click(outcomes.getByRole('button', { name: /^Add/ }))
  await press.type(outcomes.getByRole('textbox', { name: 'Outcome 2' }), 'Read an orbit')
  await press.click(screen.getByRole('button', { name: 'Save sales page' }))
  const dialog = await conflictDialog()
  await press.click(dialog.getByRole('radio', { name: 'Both, one after the other' }))
  await press.click(dialog.getByRole('button', { name: 'Save this choice' }))
  await expect
    .poll(() => calls.at(1)?.body)
    .toEqual({
      outcomes: ['Draw an orbit', 'Leave an orbit', 'Read an orbit'],
      version: 2,
    })
  expect(calls[0]?.body).toEqual({ outcomes: ['Draw an orbit', 'Read an orbit'], version: 1 })
})

test('a change of the other side in a field that is sent unchanged is accepted without a question', async () => {
  answerSellersSettings()
  answer('readReceiptDetails', {
    success: true,
    data: {
      legalName: 'Orbit',
      registrationNumber: '',
      sstNumber: '',
      address: 'Ipoh',
      isSaved: true,
      version: 1,
    },
  })
  const calls: SentRequest[] = []
  answer('updateReceiptDetails', (sent) => {
    calls.push(sent)
    if (calls.length === 1) {
      const fields = [{ field: 'address', value: 'Melaka', changedAt, changedBy }]
      return refusal('EDIT_CONFLICT', undefined, { version: 2, fields })
    }
    const data = { legalName: 'Orbit Sdn Bhd', registrationNumber: '', sstNumber: '', address: 'Melaka' }
    return { success: true, data: { ...data, isSaved: true, version: 3 } }
  })
  const { press } = await renderRoute('/studio/business', { user: admin })
  const name = await screen.findByRole('textbox', { name: 'Legal name' })
  await press.type(name, ' Sdn Bhd')
  const form = within(name.closest('form') ?? document.body)
  await press.click(form.getByRole('button', { name: 'Save receipt details' }))
  await expect.poll(() => calls).toHaveLength(2)
  expect(calls[1]?.body).toMatchObject({ legalName: 'Orbit Sdn Bhd', address: 'Melaka', version: 2 })
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect((await form.findByRole<HTMLTextAreaElement>('textbox', { name: /Address/ })).value).toBe('Melaka')
})
