import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { CertificateNeeds } from '@apogee/contracts/achievements/achievements.ts'
import { answer, breakNetwork, recordCalls } from '#web/testing/mock-api.ts'
import { aCourse, aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const missing = { resourceId: 7, courseContentId: 11, title: 'Orbits', percent: 40 }
const needs: CertificateNeeds = {
  isOn: true,
  lessons: { done: 2, total: 2 },
  videos: { percent: 80, done: 1, total: 2, missing: [missing] },
  quizzes: null,
}
const fulfilled: CertificateNeeds = { ...needs, videos: { percent: 80, done: 2, total: 2, missing: [] } }

async function openCourse() {
  answer('readCourse', {
    success: true,
    data: {
      ...aCourse({ id: 5, isEnrolled: true }),
      contents: [],
      hasCertificateRequirements: true,
      permissions: { study: true, manage: false },
    },
  })
  answer('listCertificates', { success: true, data: [], meta: { total: 0, nextCursor: null } })
  return renderRoute('/course/5', { user: aisyah })
}

const findList = async () =>
  within(await screen.findByRole('region', { name: 'What your certificate needs' }))

test('a learner sees what is done, what is missing, and the way there', async () => {
  answer('readCertificateNeeds', { success: true, data: needs })
  const { press } = await openCourse()
  const list = await findList()
  expect(list.getByText('2 of 2')).toBeTruthy()
  expect(list.getByText('Watch at least 80% of each video')).toBeTruthy()
  expect(list.queryByRole('button')).toBeNull()
  await press.click(list.getByText('1 is missing'))
  expect(list.getByText('40% so far')).toBeTruthy()
  expect(list.getByRole('link', { name: 'Orbits' }).getAttribute('href')).toBe('/lesson/11/resources/7')
})

test('with everything done the certificate is one press away; a failure is told', async () => {
  answer('readCertificateNeeds', { success: true, data: fulfilled })
  const { press } = await openCourse()
  const list = await findList()
  breakNetwork('claimCertificate')
  await press.click(list.getByRole('button', { name: 'Get certificate' }))
  expect(await screen.findByRole('alert')).toBeTruthy()
  const calls = recordCalls('claimCertificate', { success: true, data: fulfilled })
  await press.click(list.getByRole('button', { name: 'Get certificate' }))
  await waitFor(() => expect(calls).toHaveLength(1))
})

test.each([
  ['certificates are off', { ...needs, isOn: false }],
  ['completed lessons are enough', { ...needs, videos: null }],
])('nothing is shown when %s', async (_, given) => {
  const calls = recordCalls('readCertificateNeeds', { success: true, data: given })
  await openCourse()
  await waitFor(() => expect(calls).toHaveLength(1))
  await screen.findByRole('heading', { level: 1 })
  expect(screen.queryByRole('region', { name: 'What your certificate needs' })).toBeNull()
})
