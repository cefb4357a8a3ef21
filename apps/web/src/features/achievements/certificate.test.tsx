import type { PublicCertificate } from '@apogee/contracts/achievements/achievements.ts'
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { answer, breakNetwork, forgiveConsoleErrors, refuse } from '#web/testing/mock-api.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const id = 'AbCdEfGhIjKlMnOpQrStUv'
const certificate = (given: Partial<PublicCertificate> = {}): PublicCertificate => ({
  id,
  learnerName: 'Aisyah Rahman',
  courseTitle: 'Git Without Fear',
  sellerName: 'Orbit Academy Sdn Bhd',
  // In Kuala Lumpur it is the 19th already.
  issuedAt: '2026-11-18T16:30:00.000Z',
  ...given,
})
const shows = (given?: Partial<PublicCertificate>) =>
  answer('readCertificate', { success: true, data: certificate(given) })

test('a public certificate shows who completed what, when, and its id', async () => {
  shows()
  await renderRoute(`/certificates/${id}`)
  expect(await screen.findByRole('heading', { level: 1, name: 'Aisyah Rahman' })).toBeTruthy()
  const sheet = within(screen.getByRole('article'))
  expect(sheet.getByText('Certificate of completion')).toBeTruthy()
  expect(sheet.getByText('Git Without Fear')).toBeTruthy()
  expect(sheet.getByText('offered by Orbit Academy Sdn Bhd')).toBeTruthy()
  expect(sheet.getByText('19 Nov 2026')).toBeTruthy()
  expect(sheet.getByText(id)).toBeTruthy()
  expect(sheet.getByText(`http://localhost:3000/certificates/${id}`)).toBeTruthy()
})

test('a person without a name is an unnamed user', async () => {
  shows({ learnerName: null })
  await renderRoute(`/certificates/${id}`)
  expect(await screen.findByRole('heading', { level: 1, name: 'Unnamed User' })).toBeTruthy()
})

test("a certificate's whole link can be copied, and it can be printed", async () => {
  shows()
  const page = await renderRoute(`/certificates/${id}`)
  const printed = vi.fn<() => void>()
  vi.stubGlobal('print', printed)
  await page.press.click(await screen.findByRole('button', { name: 'Copy link' }))
  expect(await screen.findByRole('button', { name: 'Copied!' })).toBeTruthy()
  expect(await screen.findByText('Certificate link copied to clipboard!')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe(`http://localhost:3000/certificates/${id}`)
  await page.press.click(screen.getByRole('button', { name: 'Print' }))
  expect(printed).toHaveBeenCalledOnce()
  vi.unstubAllGlobals()
})

test('an unknown certificate is not found', async () => {
  refuse('readCertificate', 'CERTIFICATE_NOT_FOUND')
  await renderRoute('/certificates/nothing')
  expect(await screen.findByRole('heading', { level: 1, name: 'Certificate not found' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go to the marketplace' })).toBeTruthy()
  forgiveConsoleErrors()
})

test('a certificate of a refunded course is shown as invalid, without a name', async () => {
  refuse('readCertificate', 'CERTIFICATE_REVOKED')
  await renderRoute(`/certificates/${id}`)
  expect(
    await screen.findByRole('heading', { level: 1, name: 'This certificate is no longer valid' }),
  ).toBeTruthy()
  expect(screen.queryByText('Aisyah Rahman')).toBeNull()
})

test('a certificate that could not be loaded can be retried', async () => {
  breakNetwork('readCertificate')
  const page = await renderRoute(`/certificates/${id}`)
  await screen.findByRole('heading', { level: 1, name: 'This certificate could not be loaded' })
  shows()
  await page.press.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Aisyah Rahman' })).toBeTruthy()
})

test('a certificate is available in Malay', async () => {
  shows()
  await renderRoute(`/certificates/${id}`, { language: 'ms' })
  expect(await screen.findByText('Sijil tamat kursus')).toBeTruthy()
  expect(screen.getByText('telah menamatkan kursus')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Cetak' })).toBeTruthy()
})
