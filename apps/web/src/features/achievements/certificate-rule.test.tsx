import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer, breakNetwork, recordCalls } from '#web/testing/mock-api.ts'
import { aCourse, admin } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const title = 'Practical Machine Learning'
const rule = (isOn: boolean) => ({ success: true as const, data: { isOn } })

async function openDialog() {
  answer('readCourse', {
    success: true,
    data: { ...aCourse({ id: 5 }), contents: [], permissions: { study: true, manage: true } },
  })
  const { press } = await renderRoute('/course/5/manage', { user: admin })
  await press.click(await screen.findByRole('button', { name: `More actions, ${title}` }))
  await press.click(screen.getByRole('menuitem', { name: 'Certificate' }))
  return { press, dialog: within(await screen.findByRole('dialog', { name: 'Certificate' })) }
}

const givesOne = { name: 'Give a certificate on completion' }

test('people of the course turn its certificates off and on again', async () => {
  answer('readCertificateRule', rule(true))
  const calls = recordCalls('saveCertificateRule', rule(false))
  const { press, dialog } = await openDialog()
  const gives = await dialog.findByRole<HTMLInputElement>('switch', givesOne)
  expect(gives.checked).toBe(true)
  await press.click(gives)
  expect(await screen.findByText('This course no longer gives certificates')).toBeTruthy()
  expect(dialog.getByText(/^Off: nobody gets a new certificate/)).toBeTruthy()
  expect(dialog.getByText(/learners who have already completed the course get theirs/)).toBeTruthy()
  answer('saveCertificateRule', rule(true))
  await press.click(gives)
  expect(await screen.findByText('Learners who complete the course get a certificate')).toBeTruthy()
  expect(gives.checked).toBe(true)
  expect(calls.map(({ body }) => body)).toEqual([{ isOn: false }])
})

test('a change that could not be saved is taken back, and says so', async () => {
  answer('readCertificateRule', rule(true))
  breakNetwork('saveCertificateRule')
  const { press, dialog } = await openDialog()
  const gives = await dialog.findByRole<HTMLInputElement>('switch', givesOne)
  await press.click(gives)
  expect(await screen.findByText(/The setting could not be saved/)).toBeTruthy()
  expect(gives.checked).toBe(true)
})

test('a setting that could not be loaded can be asked for again', async () => {
  breakNetwork('readCertificateRule')
  const { press, dialog } = await openDialog()
  expect(await dialog.findByText(/The setting could not be loaded/)).toBeTruthy()
  expect(dialog.queryByRole('switch')).toBeNull()
  answer('readCertificateRule', rule(false))
  await press.click(dialog.getByRole('button', { name: 'Try again' }))
  expect((await dialog.findByRole<HTMLInputElement>('switch', givesOne)).checked).toBe(false)
})
