import type { PublicCertificate } from '@apogee/contracts/achievements/achievements.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import {
  answer,
  answerFile,
  breakNetwork,
  forgiveConsoleErrors,
  refusal,
  refuse,
} from '#web/testing/mock-api.ts'
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
    await waitFor(() =>
      expect(share).toHaveBeenCalledExactlyOnceWith({
        title: 'Certificate of completion: Git Without Fear',
        url: `http://localhost:3000/certificates/${id}`,
      }),
    )
  } finally {
    Reflect.deleteProperty(navigator, 'share')
  }
})

test('a certificate is shared with its picture where the device takes files, and without it when the picture does not arrive', async () => {
  shows()
  const shared: ShareData[] = []
  const device = { share: async (data: ShareData) => void shared.push(data), canShare: () => true }
  for (const [name, value] of Object.entries(device))
    Object.defineProperty(navigator, name, { value, configurable: true })
  try {
    const reads = answerFile(`/share/certificate-${id}.png`, 'a picture')
    const page = await renderRoute(`/certificates/${id}`)
    const share = await screen.findByRole('button', { name: 'Share' })
    expect(reads()).toBe(0)
    await page.press.click(share)
    await waitFor(() => expect(shared).toHaveLength(1))
    expect(shared[0]?.url).toBe(`http://localhost:3000/certificates/${id}`)
    expect(shared[0]?.files?.map(({ name, type, size }) => [name, type, size])).toEqual([
      ['certificate.png', 'image/png', 9],
    ])
    answerFile(`/share/certificate-${id}.png`, null)
    await page.press.click(share)
    await waitFor(() => expect(shared).toHaveLength(2))
    expect(shared[1]).not.toHaveProperty('files')
  } finally {
    for (const name of Object.keys(device)) Reflect.deleteProperty(navigator, name)
  }
  forgiveConsoleErrors()
})

const path = {
  modules: [
    { title: 'Commits', lessons: 3, quizzes: 0 },
    { title: 'Branches', lessons: 2, quizzes: 1 },
  ],
  watchedPercent: 80,
  quizPercent: 70,
}

test('a certificate says what it took, who issued it and how it is checked, and draws its modules', async () => {
  shows({ path })
  await renderRoute(`/certificates/${id}`)
  const taken = (await screen.findByRole('heading', { level: 2, name: 'What it took' })).parentElement
  expect(taken?.querySelector('p')?.textContent).toBe(
    '2 modules: 5 lessons and 1 quiz. At least 80% of each video was watched. Each quiz was passed with 70% or more.',
  )
  expect(
    within(taken ?? document.body)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Commits', 'Branches'])
  expect(screen.getByText('Orbit Academy Sdn Bhd issued it on 19 Nov 2026, through Apogee.')).toBeTruthy()
  expect(
    screen.getByText(/is exactly localhost:3000 and the address ends with the certificate ID, AbCdEf/),
  ).toBeTruthy()
  expect(screen.getByRole('article').querySelectorAll('.certificate-station')).toHaveLength(2)
})

test('a certificate from before modules were recorded says nothing about them', async () => {
  shows()
  await renderRoute(`/certificates/${id}`)
  expect(await screen.findByRole('heading', { level: 2, name: 'How to check this certificate' })).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'What it took' })).toBeNull()
  expect(screen.getByRole('article').querySelector('.certificate-path')).toBeNull()
})

/** Answers as for a certificate of Aisyah that may be private. */
function isOfAisyah(isPrivate: boolean): { isPrivate: boolean } {
  const now = { isPrivate }
  answer('readCertificate', ({ bearer }) => {
    if (now.isPrivate && bearer === null) return refusal('CERTIFICATE_NOT_FOUND')
    return { success: true, data: certificate(now.isPrivate ? { isPrivate: true } : {}) }
  })
  const { courseTitle, sellerName, issuedAt } = certificate()
  const own = { id, courseId: 5, courseTitle, sellerName, issuedAt, isSeen: true }
  answer('listCertificates', { success: true, data: [own], meta: { total: 1, nextCursor: null } })
  answer('setCertificateVisibility', ({ body }) => {
    Object.assign(now, body)
    return { success: true }
  })
  return now
}

test('a learner makes their certificate private, which takes away what would show it to others, and public again', async () => {
  const now = isOfAisyah(false)
  const page = await renderRoute(`/certificates/${id}`, { user: aisyah })
  await page.press.click(await screen.findByRole('button', { name: 'Make private' }))
  expect(await screen.findByText(/^Only you can see this certificate\./)).toBeTruthy()
  expect(now.isPrivate).toBe(true)
  expect(screen.queryByText('Verify at')).toBeNull()
  for (const name of [/LinkedIn/, 'Download picture', 'Download PDF'])
    expect(screen.queryByRole('link', { name })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Copy link' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Download PDF' })).toBeTruthy()
  await page.press.click(screen.getByRole('button', { name: 'Show to everybody with the link' }))
  expect(await screen.findByRole('link', { name: 'Download picture' })).toBeTruthy()
  expect(now.isPrivate).toBe(false)
  expect(screen.getByText('Verify at')).toBeTruthy()
})

test('a visitor finds no private certificate, on whose page nothing tells that it exists', async () => {
  isOfAisyah(true)
  await renderRoute(`/certificates/${id}`)
  expect(await screen.findByRole('heading', { level: 1, name: 'Certificate not found' })).toBeTruthy()
  expect(document.body.textContent).not.toContain('Git Without Fear')
  forgiveConsoleErrors()
})

test('a learner gets the picture of their certificate in the language of the page', async () => {
  isOfAisyah(false)
  await renderRoute(`/certificates/${id}`, { user: aisyah, language: 'ms' })
  const link = await screen.findByRole('link', { name: 'Muat turun gambar' })
  expect(link.getAttribute('href')).toBe(`/share/certificate-${id}.png?named=1&lang=ms`)
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
  expect(screen.getByLabelText('Certificate ID or address')).toBeTruthy()
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
