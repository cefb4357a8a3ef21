import type { PublicCertificate } from '@apogee/contracts/achievements/achievements.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { answer, breakNetwork, forgiveConsoleErrors, refuse } from '#web/testing/mock-api.ts'
import { aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const id = 'AbCdEfGhIjKlMnOpQrStUv'
const certificate = (given: Partial<PublicCertificate> = {}): PublicCertificate => ({
  id,
  learnerName: 'Aisyah Rahman',
  courseTitle: 'Git Without Fear',
  sellerName: 'Orbit Academy Sdn Bhd',
  teacherName: 'Daniel Wong',
  videoMinutes: 195,
  // The date in Kuala Lumpur is already the 19th.
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
  expect(sheet.getByText('Daniel Wong')).toBeTruthy()
  expect(sheet.getByText('3h 15m of video')).toBeTruthy()
  expect(sheet.getByText('19 Nov 2026')).toBeTruthy()
  expect(sheet.getByText(id)).toBeTruthy()
  expect(sheet.getByText(`http://localhost:3000/certificates/${id}`)).toBeTruthy()
})

test('the page of a certificate says that it is valid, and what is certified by whom', async () => {
  shows()
  await renderRoute(`/certificates/${id}`)
  const verdict = (await screen.findByText('This certificate is valid')).parentElement
  expect(verdict?.textContent).toBe(
    'This certificate is valid Apogee confirms that Aisyah Rahman has completed the course “Git Without Fear”, offered by Orbit Academy Sdn Bhd.',
  )
})

test('facts that a certificate does not have are left out', async () => {
  shows({ teacherName: null, videoMinutes: null })
  await renderRoute(`/certificates/${id}`)
  const sheet = within(await screen.findByRole('article'))
  expect(sheet.getByText('Date')).toBeTruthy()
  expect(sheet.queryByText('Instructor')).toBeNull()
  expect(sheet.queryByText('Length')).toBeNull()
})

test('a certificate shows the signature above its name, and the logo beside the seller', async () => {
  const signer = { name: 'Dr. Aminah', role: 'Head of Training', signature: '/media/signature?u=0&e=1&s=x' }
  shows({ signer, logo: '/media/logo' })
  await renderRoute(`/certificates/${id}`)
  const sheet = await screen.findByRole('article')
  const signature = within(sheet).getByRole<HTMLImageElement>('img', { name: 'Signature of Dr. Aminah' })
  expect(signature.getAttribute('src')).toBe('/media/signature?u=0&e=1&s=x')
  expect(signature.nextElementSibling?.textContent).toBe('Dr. Aminah')
  // The signer's name already stands below the picture, so it is not repeated among the facts.
  expect(within(sheet).queryByText('Signed by')).toBeNull()
  const seller = within(sheet).getByText('offered by Orbit Academy Sdn Bhd')
  expect(seller.previousElementSibling?.getAttribute('src')).toBe('/media/logo')
})

test('a certificate without pictures names its signer among the facts', async () => {
  shows({ signer: { name: 'Dr. Aminah', role: 'Head of Training' } })
  await renderRoute(`/certificates/${id}`)
  const sheet = await screen.findByRole('article')
  expect(within(sheet).getByText('Signed by').nextElementSibling?.textContent).toBe(
    'Dr. Aminah, Head of Training',
  )
  expect(sheet.querySelector('img')).toBeNull()
})

test("the preview of a certificate's link names the course and not the person, and the page is not indexed", async () => {
  shows()
  await renderRoute(`/certificates/${id}`, { language: 'ms' })
  await screen.findByRole('article')
  const meta = (name: string) =>
    document.head.querySelector(`meta[property="${name}"], meta[name="${name}"]`)?.getAttribute('content')
  expect(meta('og:title')).toBe('Sijil tamat kursus: Git Without Fear · Apogee')
  expect(meta('og:url')).toBe(`http://localhost:3000/certificates/${id}?lang=ms`)
  expect(meta('og:image')).toBe(`http://localhost:3000/share/certificate-${id}.png?lang=ms`)
  expect(meta('twitter:card')).toBe('summary_large_image')
  expect(meta('robots')).toBe('noindex')
  const previews = [...document.head.querySelectorAll('meta')].map((element) => element.content)
  expect(previews.filter((content) => content.includes('Aisyah'))).toEqual([])
})

test('a certificate downloads as PDF in the language of the page', async () => {
  shows()
  await renderRoute(`/certificates/${id}`, { language: 'ms' })
  const link = await screen.findByRole('link', { name: 'Muat turun PDF' })
  expect(link.getAttribute('href')).toBe(`/api/certificates/${id}/pdf?lang=ms`)
  expect(link.hasAttribute('download')).toBe(true)
})

test('the link to add a certificate to LinkedIn is shown only to its learner', async () => {
  shows()
  const asked: unknown[] = []
  answer('listCertificates', ({ query }) => {
    asked.push(query)
    return { success: true, data: [], meta: { total: 0, nextCursor: null } }
  })
  const other = await renderRoute(`/certificates/${id}`, { user: aisyah })
  await waitFor(() => expect(asked).toEqual([{ id, limit: '1' }]))
  expect(screen.queryByRole('link', { name: /LinkedIn/ })).toBeNull()
  other.unmount()

  const { sellerName, courseTitle, issuedAt } = certificate()
  const own = { id, courseId: 5, courseTitle, sellerName, issuedAt, isSeen: true }
  answer('listCertificates', { success: true, data: [own], meta: { total: 1, nextCursor: null } })
  await renderRoute(`/certificates/${id}`, { user: aisyah })
  const link = await screen.findByRole('link', {
    name: 'Add to LinkedIn profile (opens in a new tab)',
  })
  expect(link.getAttribute('rel')).toContain('noopener')
  const { origin, pathname, searchParams } = new URL(link.getAttribute('href') ?? '')
  expect(origin + pathname).toBe('https://www.linkedin.com/profile/add')
  expect(Object.fromEntries(searchParams)).toEqual({
    startTask: 'CERTIFICATION_NAME',
    name: 'Git Without Fear',
    organizationName: 'Orbit Academy Sdn Bhd',
    issueYear: '2026',
    issueMonth: '11',
    certUrl: `http://localhost:3000/certificates/${id}`,
    certId: id,
  })
})

test('a certificate is shared with the device, where it can share', async () => {
  shows()
  const without = await renderRoute(`/certificates/${id}`)
  await screen.findByRole('article')
  expect(screen.queryByRole('button', { name: 'Share' })).toBeNull()
  without.unmount()
  const share = vi.fn<(data: ShareData) => Promise<void>>().mockResolvedValue()
  Object.defineProperty(navigator, 'share', { value: share, configurable: true })
  try {
    const page = await renderRoute(`/certificates/${id}`)
    await page.press.click(await screen.findByRole('button', { name: 'Share' }))
    expect(share).toHaveBeenCalledExactlyOnceWith({
      title: 'Certificate of completion: Git Without Fear',
      url: `http://localhost:3000/certificates/${id}`,
    })
  } finally {
    Reflect.deleteProperty(navigator, 'share')
  }
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
