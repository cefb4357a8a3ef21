import type { CertificateRule } from '@apogee/contracts/achievements/achievements.ts'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer, breakNetwork, recordCalls } from '#web/testing/mock-api.ts'
import { aCourse, admin } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const title = 'Practical Machine Learning'
const plain: CertificateRule = {
  ...{ isOn: true, watchedPercent: null, quizPercent: null, minutes: null, signer: null },
}
const rule = (given: Partial<CertificateRule> = {}) => ({
  success: true as const,
  data: { ...plain, ...given },
})

async function openDialog() {
  answer('readCourse', {
    success: true,
    data: { ...aCourse({ id: 5 }), contents: [], permissions: { study: true, manage: true } },
  })
  const { press } = await renderRoute('/course/5/manage', { user: admin })
  await press.click(await screen.findByRole('button', { name: `More actions, ${title}` }))
  await press.click(screen.getByRole('menuitem', { name: 'Certificate' }))
  return press
}

const give = { name: 'Give a certificate on completion' }

/** The dialog with its settings. */
async function openSettings() {
  const press = await openDialog()
  await screen.findByRole('checkbox', give)
  return { press, dialog: within(screen.getByRole('dialog', { name: 'Certificate' })) }
}
const save = { name: 'Save' }

test('people of the course say what a certificate needs and prints', async () => {
  answer('readCertificateRule', rule())
  const calls = recordCalls('saveCertificateRule', rule())
  const { press, dialog } = await openSettings()
  await press.click(await dialog.findByRole('checkbox', { name: /^Each video must be watched/ }))
  await press.clear(dialog.getByLabelText(/^Share of each video/))
  await press.type(dialog.getByLabelText(/^Share of each video/), '90')
  await press.click(dialog.getByRole('checkbox', { name: /^Each quiz needs a result/ }))
  await press.type(dialog.getByLabelText('Hours on the certificate'), '12.5')
  await press.type(dialog.getByLabelText('Signed by'), 'Dr. Aminah')
  await press.type(dialog.getByLabelText('Role of the signer'), 'Head of Training')
  await press.click(dialog.getByRole('button', save))
  expect(await screen.findByText('Certificate settings saved')).toBeTruthy()
  expect(calls.map(({ body }) => body)).toEqual([
    {
      ...{ isOn: true, watchedPercent: 90, quizPercent: 70, minutes: 750 },
      signer: { name: 'Dr. Aminah', role: 'Head of Training' },
    },
  ])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('certificates are turned off, and the settings that they had are sent along', async () => {
  answer('readCertificateRule', rule({ watchedPercent: 80, minutes: 90 }))
  const calls = recordCalls('saveCertificateRule', rule({ isOn: false }))
  const { press, dialog } = await openSettings()
  expect((await dialog.findByLabelText<HTMLInputElement>('Hours on the certificate')).value).toBe('1.5')
  await press.click(dialog.getByRole('checkbox', give))
  expect(dialog.getByText(/^Nobody gets a new certificate/)).toBeTruthy()
  expect(dialog.queryByLabelText('Signed by')).toBeNull()
  await press.click(dialog.getByRole('button', save))
  await screen.findByText('Certificate settings saved')
  expect(calls[0]?.body).toEqual({ ...plain, isOn: false, watchedPercent: 80, minutes: 90 })
})

test.each([
  [/^Share of each video/, '49', 'Enter a whole number from 50 to 95.'],
  ['Hours on the certificate', '1.3', 'Enter hours in steps of 0.5, from 0.5 to 1000.'],
  ['Role of the signer', 'Head', 'Enter the name of the signer, or leave the role empty.'],
])('%s with %s is no rule, and what was typed stays', async (label, typed, problem) => {
  answer('readCertificateRule', rule({ watchedPercent: 80 }))
  const calls = recordCalls('saveCertificateRule', rule())
  const { press, dialog } = await openSettings()
  const field = await dialog.findByLabelText<HTMLInputElement>(label)
  await press.clear(field)
  await press.type(field, typed)
  await press.click(dialog.getByRole('button', save))
  expect(dialog.getByText(problem)).toBeTruthy()
  expect(field.value).toBe(typed)
  expect(calls).toEqual([])
})

test('a change that could not be saved says so and stays', async () => {
  answer('readCertificateRule', rule())
  breakNetwork('saveCertificateRule')
  const { press, dialog } = await openSettings()
  const gives = await dialog.findByRole<HTMLInputElement>('checkbox', give)
  await press.click(gives)
  await press.click(dialog.getByRole('button', save))
  expect(await dialog.findByRole('alert')).toBeTruthy()
  expect(gives.checked).toBe(false)
})

test('settings that could not be loaded can be asked for again', async () => {
  breakNetwork('readCertificateRule')
  const press = await openDialog()
  expect(await screen.findByText(/The settings could not be loaded/)).toBeTruthy()
  answer('readCertificateRule', rule({ isOn: false }))
  await press.click(screen.getByRole('button', { name: 'Try again' }))
  expect((await screen.findByRole<HTMLInputElement>('checkbox', give)).checked).toBe(false)
})
