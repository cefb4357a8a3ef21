import type { BusinessProfile } from '@apogee/contracts/businesses/profile.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, breakNetwork, refusal, type SentRequest } from '#web/testing/mock-api.ts'
import { admin } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'
import { answerSellersSettings } from '#web/testing/settings.ts'

/** Each test uses another business, because drafts live as long as the page. */
let businessId = 700
const profile = (given: Partial<BusinessProfile> = {}): BusinessProfile => ({
  name: 'Orbit Academy',
  email: 'hello@orbit.test',
  phone: '03-1111 1111',
  address: 'Ipoh',
  description: '',
  website: '',
  showsContact: false,
  logo: '',
  version: 3,
  ...given,
})

beforeEach(() => {
  businessId += 1
  answerSellersSettings()
})

const open = async (language?: 'ms') => {
  const page = await renderRoute('/studio/business', {
    user: { ...admin, businessId },
    ...(language && { language }),
  })
  const form = within(
    await screen.findByRole('region', { name: language ? 'Profil perniagaan' : 'Business profile' }),
  )
  return { ...page, form }
}

test('an admin changes fields of the profile, and only those are sent with the version they were read at', async () => {
  const sent: SentRequest[] = []
  answer('updateBusinessProfile', (request) => {
    sent.push(request)
    return {
      success: true,
      data: profile({ description: 'We teach orbits', showsContact: true, version: 4 }),
    }
  })
  const { form, press } = await open()
  await press.type(await form.findByRole('textbox', { name: /About the business/ }), 'We teach orbits')
  await press.click(form.getByRole('checkbox', { name: 'Show the contact details on sales pages' }))
  await press.click(form.getByRole('button', { name: 'Save profile' }))
  expect(await form.findByText('The business profile is saved. Sales pages show it now.')).toBeTruthy()
  expect(sent.map(({ body }) => body)).toEqual([
    { description: 'We teach orbits', showsContact: true, version: 3 },
  ])
})

test('a profile that a colleague has changed meanwhile is saved only after the admin has chosen', async () => {
  const sent: SentRequest[] = []
  answer('updateBusinessProfile', (request) => {
    sent.push(request)
    return sent.length > 1
      ? { success: true, data: profile({ website: 'https://mine.example', version: 6 }) }
      : refusal('EDIT_CONFLICT', undefined, {
          version: 5,
          fields: [
            {
              field: 'website',
              value: 'https://theirs.example',
              changedAt: '2026-11-25T00:00:00.000Z',
              changedBy: { id: 99, name: 'Mei Ling' },
            },
          ],
        })
  })
  const { form, press } = await open()
  await press.type(await form.findByRole('textbox', { name: 'Website' }), 'https://mine.example')
  await press.click(form.getByRole('button', { name: 'Save profile' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Changed while you were editing' }))
  expect(dialog.getByText('https://theirs.example')).toBeTruthy()
  await press.click(dialog.getByRole('radio', { name: 'Yours, not saved yet' }))
  await press.click(dialog.getByRole('button', { name: 'Save this choice' }))
  expect(await form.findByText('The business profile is saved. Sales pages show it now.')).toBeTruthy()
  expect(sent.map(({ body }) => body)).toEqual([
    { website: 'https://mine.example', version: 3 },
    { website: 'https://mine.example', version: 5 },
  ])
})

test('a failed save keeps what was typed, also when the page is opened again', async () => {
  breakNetwork('updateBusinessProfile')
  const { form, press, unmount } = await open()
  await press.type(await form.findByRole('textbox', { name: 'Website' }), 'orbit')
  await press.click(form.getByRole('button', { name: 'Save profile' }))
  expect(await form.findByText('Please enter an address that begins with https://')).toBeTruthy()
  await press.type(form.getByRole('textbox', { name: 'Website' }), '{Home}https://{End}.example')
  await press.click(form.getByRole('button', { name: 'Save profile' }))
  expect(await form.findByText('The business profile could not be saved')).toBeTruthy()
  unmount()
  const again = await open()
  const field = await again.form.findByRole<HTMLInputElement>('textbox', { name: 'Website' })
  expect(field.value).toBe('https://orbit.example')
})

test('a profile that could not be loaded says so and can be retried', async () => {
  breakNetwork('readBusinessProfile')
  const { form } = await open()
  expect(await form.findByText('The business profile could not be loaded')).toBeTruthy()
  expect(form.getByRole('button', { name: 'Try again' })).toBeTruthy()
})

test('the logo is removed at once, and the profile is available in Malay', async () => {
  const sent: SentRequest[] = []
  answer('readBusinessProfile', { success: true, data: profile({ logo: '/media/logo' }) })
  answer('updateBusinessProfile', (request) => {
    sent.push(request)
    return { success: true, data: profile({ version: 4 }) }
  })
  const { form, press } = await open('ms')
  await press.click(await form.findByRole('button', { name: 'Buang gambar' }))
  expect(await screen.findByText('Logo telah dibuang')).toBeTruthy()
  expect(sent.map(({ body }) => body)).toEqual([{ logo: '' }])
})

test('the page of the business has an index of its sections, each of which exists', async () => {
  const { container } = await open()
  const index = within(await screen.findByRole('navigation', { name: 'On this page' }))
  const targets = index.getAllByRole('link').map((link) => link.getAttribute('href')?.split('#')[1] ?? '')
  expect(targets).toHaveLength(10)
  await waitFor(() => expect(targets.filter((id) => container.querySelector(`#${id}`) === null)).toEqual([]))
})
