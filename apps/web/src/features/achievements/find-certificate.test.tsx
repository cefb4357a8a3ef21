/** Tests the page on which anybody finds a certificate by its ID. */
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refuse } from '#web/testing/mock-api.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const field = async () => screen.findByRole('textbox', { name: /Certificate ID or address/ })

test('a typed ID or a pasted address opens the certificate', async () => {
  refuse('readCertificate', 'CERTIFICATE_NOT_FOUND')
  for (const typed of [
    ' AbCd_12 ',
    'https://learn.example.my/certificates/AbCd_12?lang=ms#top',
    'learn.example.my/certificates/AbCd_12/',
  ]) {
    const page = await renderRoute('/verify')
    await page.press.type(await field(), typed)
    await page.press.click(screen.getByRole('button', { name: 'Check certificate' }))
    expect(await screen.findByRole('heading', { level: 1, name: /not found|unknown/i })).toBeTruthy()
    expect(page.address()).toBe('/certificates/AbCd_12')
    page.unmount()
  }
})

test('an empty field says what is missing, and has the focus', async () => {
  const page = await renderRoute('/verify')
  await field()
  await page.press.click(screen.getByRole('button', { name: 'Check certificate' }))
  expect(await screen.findByText('Please enter the certificate ID')).toBeTruthy()
  expect(document.activeElement).toBe(await field())
  expect(page.address()).toBe('/verify')
})

test.each([' AbCd_12 ', 'https://learn.example.my/certificates/AbCd_12?lang=en#top'])(
  'the address that the form sends without scripts leads to the certificate: %s',
  async (typed) => {
    refuse('readCertificate', 'CERTIFICATE_NOT_FOUND')
    const page = await renderRoute(`/verify?${new URLSearchParams({ certificate: typed, lang: 'ms' })}`)
    expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy()
    expect(page.address()).toBe('/certificates/AbCd_12?lang=ms')
  },
)
