import type { OwnBrand } from '@apogee/contracts/businesses/brand.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { admin } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'
import { answerSellersSettings } from '#web/testing/settings.ts'

const brand = (given: Partial<OwnBrand> = {}): OwnBrand => ({
  colour: '',
  senderName: '',
  footer: '',
  repliesToContact: false,
  contactEmail: 'hello@angkasa.test',
  paper: { name: 'Sekolah Angkasa', logo: '/media/logo' },
  sample: { from: 'Apogee', subject: 'Receipt R-2026-0001 from Sekolah Angkasa', body: 'Hello' },
  version: 2,
  ...given,
})

beforeEach(() => {
  answerSellersSettings()
  refuse('readBusinessProfile', 'NOT_FOUND')
  answer('readOwnBrand', { success: true, data: brand() })
})

const open = async (language?: 'ms') => {
  const page = await renderRoute('/studio/business', { user: admin, ...(language && { language }) })
  const name = language ? 'Jenama' : 'Brand'
  return { ...page, section: within(await screen.findByRole('region', { name })) }
}

test('the seller chooses a colour, a name and an address for answers, and sees the mail', async () => {
  const sent = recordCalls('updateOwnBrand', { success: true, data: brand({ version: 3 }) })
  const { section, press } = await open()
  await press.type(await section.findByRole('textbox', { name: /^Colour/ }), '#ffd34d')
  expect(section.getByText(/the text is black \(contrast 14/)).toBeTruthy()
  await press.type(section.getByRole('textbox', { name: /Name of the sender/ }), 'Sekolah Angkasa')
  await press.click(section.getByRole('checkbox', { name: /Answers to your mails go to/ }))
  const preview = within(section.getByRole('region', { name: 'Preview of a receipt’s mail' }))
  expect(preview.getByText(/From: Sekolah Angkasa via Apogee · Answers to: hello@angkasa.test/)).toBeTruthy()
  await press.click(section.getByRole('button', { name: 'Save brand' }))
  expect(await section.findByText('The brand is saved. Your next mails use it.')).toBeTruthy()
  expect(sent.map(({ body }) => body)).toEqual([
    { colour: '#ffd34d', senderName: 'Sekolah Angkasa', repliesToContact: true, version: 2 },
  ])
})

test('a name that imitates the platform is refused before it is sent, in Malay', async () => {
  const { section, press } = await open('ms')
  await press.type(await section.findByRole('textbox', { name: /Nama penghantar/ }), 'Ap0gee Support')
  await press.click(section.getByRole('button', { name: 'Simpan jenama' }))
  expect(await section.findByText(/Nama ini boleh dikelirukan/)).toBeTruthy()
})

test('without a verified address the section leads to the verification', async () => {
  answer('readOwnBrand', { success: true, data: brand({ contactEmail: null }) })
  const { section } = await open()
  const link = await section.findByRole('link', { name: 'Verification' })
  expect(link.getAttribute('href')).toContain('#verification-heading')
  expect(section.queryByRole('checkbox')).toBeNull()
})
