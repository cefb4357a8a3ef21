import type { CertificateStanding, PublicCertificate } from '@apogee/contracts/achievements/achievements.ts'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer, breakNetwork, forgiveConsoleErrors, refuse } from '#web/testing/mock-api.ts'
import { admin, aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const id = 'AbCdEfGhIjKlMnOpQrStUv'
const address = `/certificates/${id}`
const certificate: PublicCertificate = {
  id,
  learnerName: 'Aisyah Rahman',
  courseTitle: 'Git Without Fear',
  sellerName: 'Orbit Academy Sdn Bhd',
  teacherName: 'Daniel Wong',
  videoMinutes: 195,
  issuedAt: '2026-11-18T16:30:00.000Z',
}

/** Simulates the server's certificate for the people of its course. */
function keeps(withdrawal: CertificateStanding['withdrawal'] = null) {
  let now: CertificateStanding = { certificate, withdrawal, todaysName: null, reissuedAt: null }
  const standing = () => ({ success: true as const, data: now })
  const readable = () => {
    if (now.withdrawal) refuse('readCertificate', 'CERTIFICATE_REVOKED')
    else answer('readCertificate', { success: true, data: certificate })
  }
  const become = (next: CertificateStanding['withdrawal']) => {
    now = { ...now, withdrawal: next }
    readable()
    return standing()
  }
  readable()
  answer('listCertificates', { success: true, data: [], meta: { total: 0, nextCursor: null } })
  answer('readCertificateStanding', standing)
  answer('withdrawCertificate', ({ body }) =>
    become({ at: '2026-11-20T04:00:00.000Z', reason: (body as { reason: string }).reason }),
  )
  answer('restoreCertificate', () => become(null))
}

test('people of the course withdraw a certificate with a reason, and restore it', async () => {
  keeps()
  const { press } = await renderRoute(address, { user: admin })
  await press.click(await screen.findByRole('button', { name: 'Withdraw certificate' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Withdraw this certificate?' }))
  await press.click(dialog.getByRole('button', { name: 'Withdraw certificate' }))
  expect(await dialog.findByText('A reason is required')).toBeTruthy()
  await press.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Copied answers')
  await press.click(dialog.getByRole('button', { name: 'Withdraw certificate' }))
  expect(await screen.findByText('The certificate was withdrawn')).toBeTruthy()
  expect(
    await screen.findByRole('heading', { level: 1, name: 'This certificate is no longer valid' }),
  ).toBeTruthy()
  expect(
    screen.getByText('The certificate of Aisyah Rahman for “Git Without Fear” was withdrawn on 20 Nov 2026.'),
  ).toBeTruthy()
  expect(screen.getByText('Reason: Copied answers')).toBeTruthy()

  await press.click(screen.getByRole('button', { name: 'Restore certificate' }))
  expect(await screen.findByText('The certificate is valid again')).toBeTruthy()
  expect(await screen.findByRole('heading', { level: 1, name: 'Aisyah Rahman' })).toBeTruthy()
  forgiveConsoleErrors()
})

test('a restored certificate is announced, also when its button is gone before the certificate is read again', async () => {
  let now: CertificateStanding = {
    certificate,
    withdrawal: { at: '2026-11-20T04:00:00.000Z', reason: 'Copied answers' },
    todaysName: null,
    reissuedAt: null,
  }
  const isButtonGone = Promise.withResolvers<void>()
  refuse('readCertificate', 'CERTIFICATE_REVOKED')
  answer('readCertificateStanding', () => ({ success: true, data: now }))
  answer('restoreCertificate', () => {
    now = { ...now, withdrawal: null }
    answer('readCertificate', async () => {
      await isButtonGone.promise
      return { success: true, data: certificate }
    })
    return { success: true, data: now }
  })
  const { press } = await renderRoute(address, { user: admin })
  await press.click(await screen.findByRole('button', { name: 'Restore certificate' }))
  await screen.findByRole('button', { name: 'Withdraw certificate' })
  isButtonGone.resolve()
  expect(await screen.findByText('The certificate is valid again')).toBeTruthy()
  forgiveConsoleErrors()
})

test('a failure keeps the typed reason and says what happened', async () => {
  keeps()
  breakNetwork('withdrawCertificate')
  const { press } = await renderRoute(address, { user: admin })
  await press.click(await screen.findByRole('button', { name: 'Withdraw certificate' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Withdraw this certificate?' }))
  await press.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Copied answers')
  await press.click(dialog.getByRole('button', { name: 'Withdraw certificate' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('The certificate could not be withdrawn')
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Reason' }).value).toBe('Copied answers')
})

test('people of other courses are offered nothing', async () => {
  keeps()
  refuse('readCertificateStanding', 'CERTIFICATE_NOT_FOUND')
  await renderRoute(address, { user: admin })
  await screen.findByRole('button', { name: 'Print' })
  await screen.findByRole('button', { name: 'Copy link' })
  expect(screen.queryByRole('button', { name: 'Withdraw certificate' })).toBeNull()
  forgiveConsoleErrors()
})

test.each([undefined, aisyah])('nothing is asked for visitors and learners (%#)', async (user) => {
  answer('readCertificate', { success: true, data: certificate })
  answer('listCertificates', { success: true, data: [], meta: { total: 0, nextCursor: null } })
  // The mock network fails the test when the standing is requested.
  await renderRoute(address, user && { user })
  expect(await screen.findByRole('button', { name: 'Print' })).toBeTruthy()
})

test('people of the course reissue a certificate with the name of today, and the former address says so', async () => {
  keeps()
  const newId = 'ZyXwVuTsRqPoNmLkJiHgFe'
  const renamed = { ...certificate, id: newId, learnerName: 'Aisyah binti Rahman' }
  answer('readCertificateStanding', {
    success: true,
    data: { certificate, withdrawal: null, todaysName: 'Aisyah binti Rahman', reissuedAt: null },
  })
  const reissued = {
    success: true as const,
    data: {
      certificate: renamed,
      withdrawal: null,
      todaysName: null,
      reissuedAt: '2026-11-20T04:00:00.000Z',
    },
  }
  answer('reissueCertificate', () => {
    answer('readCertificate', ({ params }) => {
      if (params['id'] === newId) return { success: true, data: renamed }
      throw new Error('the former certificate is not read again at once')
    })
    answer('readCertificateStanding', reissued)
    return reissued
  })
  const page = await renderRoute(address, { user: admin })
  const { press } = page
  await press.click(await screen.findByRole('button', { name: 'Reissue certificate' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Reissue this certificate?' }))
  expect(
    dialog.getByText(/in the name of Aisyah Rahman\. The learner is called Aisyah binti Rahman/),
  ).toBeTruthy()
  await press.click(dialog.getByRole('button', { name: 'Reissue certificate' }))
  expect(await screen.findByText('The certificate was reissued')).toBeTruthy()
  expect(await screen.findByRole('heading', { level: 1, name: 'Aisyah binti Rahman' })).toBeTruthy()
  expect(page.address()).toBe(`/certificates/${newId}`)
  expect(await screen.findByText('Reissued with another name on 20 Nov 2026.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Reissue certificate' })).toBeNull()
})

test.each([
  ['its learner', aisyah, 1],
  ['somebody else', aisyah, 0],
  ['a visitor', undefined, 0],
] as const)(
  'a replaced certificate says so, and leads %s to the newer one or nowhere',
  async (_, user, found) => {
    refuse('readCertificate', 'CERTIFICATE_REPLACED')
    const newer = {
      id: 'ZyXwVuTsRqPoNmLkJiHgFe',
      courseId: 1,
      courseTitle: 'Git Without Fear',
      sellerName: 'Orbit Academy Sdn Bhd',
      issuedAt: certificate.issuedAt,
      isSeen: true,
    }
    answer('listCertificates', {
      success: true,
      data: [newer].slice(0, found),
      meta: { total: found, nextCursor: null },
    })
    await renderRoute(address, user && { user })
    expect(
      await screen.findByRole('heading', { level: 1, name: 'This certificate was replaced' }),
    ).toBeTruthy()
    if (found) expect(await screen.findByRole('link', { name: 'Open the newer certificate' })).toBeTruthy()
    else expect(screen.queryByRole('link', { name: 'Open the newer certificate' })).toBeNull()
    forgiveConsoleErrors()
  },
)

test('a learner with another name today reads who reissues the certificate', async () => {
  answer('readCertificate', { success: true, data: { ...certificate, learnerName: 'Aisya Rahman' } })
  answer('listCertificates', {
    success: true,
    data: [
      {
        id,
        courseId: 1,
        courseTitle: 'Git Without Fear',
        sellerName: 'Orbit Academy Sdn Bhd',
        issuedAt: certificate.issuedAt,
        isSeen: true,
      },
    ],
    meta: { total: 1, nextCursor: null },
  })
  await renderRoute(address, { user: aisyah })
  expect(await screen.findByText(/^Your name is .* today\. The people of the course/)).toBeTruthy()
})
