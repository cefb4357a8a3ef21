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
  sample: {
    from: 'Apogee',
    subject: 'Receipt R-2026-0001 from Sekolah Angkasa',
    body: 'Hello',
    amount: 14_900,
  },
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
  const preview = within(section.getByRole('region', { name: 'Preview' }))
  expect(preview.getByText(/From: Sekolah Angkasa via Apogee · Answers to: hello@angkasa.test/)).toBeTruthy()
  await press.click(section.getByRole('button', { name: 'Save brand' }))
  expect(await section.findByText(/^The brand is saved/)).toBeTruthy()
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

test('the preview shows receipt and certificate with the typed colour and the logo', async () => {
  const { section, press } = await open()
  await press.type(await section.findByRole('textbox', { name: /^Colour/ }), '#ffd34d')
  const preview = within(section.getByRole('region', { name: 'Preview' }))
  await press.click(preview.getByRole('tab', { name: 'Receipt' }))
  const receipt = preview.getByRole('tabpanel', { name: 'Receipt' })
  expect(within(receipt).getByText('Sekolah Angkasa')).toBeTruthy()
  expect(receipt.querySelector('img')?.getAttribute('src')).toBe('/media/logo')
  expect(receipt.querySelector('rect')?.getAttribute('fill')).toBe('#ffd34d')
  expect(receipt.querySelector('[data-ink]')?.getAttribute('data-ink')).toBe('dark')
  await press.click(preview.getByRole('tab', { name: 'Certificate' }))
  expect(await preview.findByText('offered by Sekolah Angkasa')).toBeTruthy()
  const certificate = preview.getByRole('tabpanel', { name: 'Certificate' })
  expect(certificate.querySelector('rect')?.getAttribute('fill')).toBe('#ffd34d')
})
