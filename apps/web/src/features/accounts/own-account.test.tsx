import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, breakNetwork, recordCalls, refuse, type SentRequest } from '#web/testing/mock-api.ts'
import { admin, aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'
import { answerSellersSettings } from '#web/testing/settings.ts'

beforeEach(() => {
  answer('listSessions', { success: true, data: [], meta: { total: 0, nextCursor: null } })
})

const open = (user: CurrentUser = aisyah) => renderRoute('/settings', { user })
const account = async () => within(await screen.findByRole('region', { name: 'Your account' }))
const png = () => new File(['abc'], 'me.png', { type: 'image/png' })

test("changing one's own name updates the account menu at once", async () => {
  const page = await open()
  const region = await account()
  const name = region.getByLabelText<HTMLInputElement>('Name')
  expect(name.value).toBe('Aisyah Rahman')
  expect(region.getByLabelText<HTMLInputElement>('Email').readOnly).toBe(true)
  await page.press.clear(name)
  await page.press.click(region.getByRole('button', { name: 'Save' }))
  expect(await region.findByText('Name is required')).toBeTruthy()
  const calls = recordCalls('updateUser', { success: true, data: { ...aisyah, name: 'Aisyah binti Rahman' } })
  await page.press.type(name, 'Aisyah binti Rahman')
  await page.press.click(region.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Your name has been saved')).toBeTruthy()
  expect(calls.map(({ params, body }) => [params['id'], body])).toEqual([
    ['7', { name: 'Aisyah binti Rahman' }],
  ])
  expect(await screen.findByRole('button', { name: /Aisyah binti Rahman/ })).toBeTruthy()
})

test('a name that could not be saved shows Failed to update user', async () => {
  const page = await open()
  const region = await account()
  breakNetwork('updateUser')
  await page.press.click(region.getByRole('button', { name: 'Save' }))
  expect(await region.findByText('Failed to update user')).toBeTruthy()
})

test("the server's issue with the name is shown at its field only", async () => {
  const page = await open()
  const region = await account()
  refuse('updateUser', 'VALIDATION', [{ path: 'name', message: 'Not a name' }])
  await page.press.click(region.getByRole('button', { name: 'Save' }))
  expect(await region.findByText('Not a name')).toBeTruthy()
  expect(region.queryByText('name: Not a name')).toBeNull()
})

test('a picture is uploaded as avatar and removed again', async () => {
  const page = await open()
  const region = await account()
  const sent: SentRequest[] = []
  answer('uploadFile', (request) => {
    sent.push(request)
    return { success: true, url: '/media/a', data: { url: '/media/a', size: 3, contentType: 'image/png' } }
  })
  const calls = recordCalls('updateUser', {
    success: true,
    data: { ...aisyah, metadata: { avatar: '/media/a' } },
  })
  await page.press.upload(region.getByLabelText('Your picture', { selector: 'input' }), png())
  expect(await screen.findByText('Your picture has been saved')).toBeTruthy()
  expect(sent[0]?.query).toEqual({ purpose: 'avatar' })
  expect(calls[0]?.body).toEqual({ avatar: '/media/a' })
  const removals = recordCalls('updateUser', { success: true, data: aisyah })
  await page.press.click(region.getByRole('button', { name: 'Remove picture' }))
  expect(await screen.findByText('Your picture has been removed')).toBeTruthy()
  expect(removals[0]?.body).toEqual({ avatar: '' })
  expect(region.getByRole('button', { name: 'Choose a picture' })).toBeTruthy()
})

test("a failed upload shows Failed to upload image, or the server's own reason", async () => {
  const page = await open()
  const input = (await account()).getByLabelText('Your picture', { selector: 'input' })
  breakNetwork('uploadFile')
  await page.press.upload(input, png())
  expect(await screen.findByText('Failed to upload image')).toBeTruthy()
  refuse('uploadFile', 'UPLOAD_QUOTA_REACHED')
  await page.press.upload(input, png())
  expect(await screen.findByText('Your storage is full. Please remove files you no longer use.')).toBeTruthy()
})

test('a file that is no picture, or too large, is refused before the upload', async () => {
  await open()
  const input = (await account()).getByLabelText('Your picture', { selector: 'input' })
  fireEvent.change(input, { target: { files: [new File(['abc'], 'a.gif', { type: 'image/gif' })] } })
  expect(
    await screen.findByText('Unsupported file type. Only PNG, JPEG and WebP images are allowed.'),
  ).toBeTruthy()
  const large = png()
  Object.defineProperty(large, 'size', { value: 10_485_761 })
  fireEvent.change(input, { target: { files: [large] } })
  expect(await screen.findByText('This image is larger than 10 MB.')).toBeTruthy()
})

async function openLeaving(user?: CurrentUser) {
  const page = await open(user)
  const region = within(await screen.findByRole('region', { name: 'Delete my account' }))
  return { page, region }
}

test('Delete my account explains its consequences, confirms the password and signs out', async () => {
  const { page, region } = await openLeaving()
  expect(region.getByText(/You are signed out on every device immediately/)).toBeTruthy()
  expect(region.getByText(/Orders and receipts are kept for accounting/)).toBeTruthy()
  expect(region.queryByText(/Your business keeps its courses/)).toBeNull()
  await page.press.click(region.getByRole('button', { name: 'Delete my account' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete your account?' }))
  refuse('leave', 'WRONG_PASSWORD')
  await page.press.type(dialog.getByLabelText('Password'), 'Apogee-Demo-1')
  await page.press.click(dialog.getByRole('button', { name: 'Delete my account' }))
  expect(await dialog.findByText('Your current password is not correct')).toBeTruthy()
  const calls = recordCalls('leave', { success: true, eraseAfter: '2026-12-04T01:00:00.000Z' })
  await page.press.click(dialog.getByRole('button', { name: 'Delete my account' }))
  expect(await screen.findByText(/Your account will be deleted on 4 Dec 2026/)).toBeTruthy()
  await waitFor(() => expect(page.address()).toBe('/login'))
  expect(calls[0]?.body).toEqual({ password: 'Apogee-Demo-1' })
})

test('with a second factor, Delete my account asks for its code too', async () => {
  const { page, region } = await openLeaving()
  await page.press.click(region.getByRole('button', { name: 'Delete my account' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  refuse('leave', 'SECOND_FACTOR_REQUIRED')
  await page.press.type(dialog.getByLabelText('Password'), 'Apogee-Demo-1')
  expect(dialog.queryByLabelText('Code')).toBeNull()
  await page.press.click(dialog.getByRole('button', { name: 'Delete my account' }))
  await page.press.type(await dialog.findByLabelText('Code'), '123456')
  expect(dialog.getByText('Please enter the code of your authenticator app')).toBeTruthy()
  const calls = recordCalls('leave', { success: true, eraseAfter: '2026-12-04T01:00:00.000Z' })
  await page.press.click(dialog.getByRole('button', { name: 'Delete my account' }))
  await waitFor(() => expect(page.address()).toBe('/login'))
  expect(calls[0]?.body).toEqual({ password: 'Apogee-Demo-1', code: '123456' })
})

test('teachers read what becomes of their courses', async () => {
  answerSellersSettings()
  const { page, region } = await openLeaving({ ...admin, role: 'instructor', businessId: null })
  expect(region.getByText(/Your business keeps its courses/)).toBeTruthy()
  refuse('leave', 'COURSES_HAVE_LEARNERS')
  await page.press.click(region.getByRole('button', { name: 'Delete my account' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await page.press.click(dialog.getByRole('button', { name: 'Delete my account' }))
  expect(
    await dialog.findByText(
      /Learners have courses that only this account manages. Delete those courses first/,
    ),
  ).toBeTruthy()
})

test("one's own account is available in Malay", async () => {
  await renderRoute('/settings', { user: aisyah, language: 'ms' })
  expect(await screen.findByRole('heading', { name: 'Akaun anda' })).toBeTruthy()
})

test('teachers write a biography; students are not asked', async () => {
  answerSellersSettings()
  const page = await open({ ...admin, bio: 'Surveyor, Ipoh.' })
  const region = await account()
  const bio = region.getByLabelText<HTMLTextAreaElement>('About you')
  expect(bio.value).toBe('Surveyor, Ipoh.')
  const calls = recordCalls('updateUser', { success: true, data: { ...admin, bio: 'Surveyor, Ipoh. Maps.' } })
  await page.press.type(bio, ' Maps.')
  await page.press.click(region.getByRole('button', { name: 'Save description' }))
  expect(await screen.findByText('Your description has been saved')).toBeTruthy()
  expect(calls.map(({ body }) => body)).toEqual([{ bio: 'Surveyor, Ipoh. Maps.' }])
  page.unmount()
  await open()
  expect((await account()).queryByLabelText('About you')).toBeNull()
})
