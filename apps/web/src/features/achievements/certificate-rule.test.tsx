import type { CertificateRule } from '@apogee/contracts/achievements/achievements.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { answer, breakNetwork, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { aCourse, admin } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const title = 'Practical Machine Learning'
const plain: CertificateRule = {
  isOn: true,
  watchedPercent: null,
  quizPercent: null,
  minutes: null,
  signer: null,
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
      isOn: true,
      watchedPercent: 90,
      quizPercent: 70,
      minutes: 750,
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

describe('the signature', () => {
  const png = (name = 'signature.png', type = 'image/png', bytes = 3) =>
    new File([new Uint8Array(bytes)], name, { type })
  const field = 'Picture of the signature'
  const signer = { name: 'Dr. Aminah', role: 'Head of Training' }
  const url = '/media/new?u=1&e=2&s=x'
  beforeEach(() => {
    URL.createObjectURL = () => 'blob:preview'
    URL.revokeObjectURL = () => {}
  })
  const uploaded = () =>
    answer('uploadFile', { success: true, url, data: { url, size: 3, contentType: 'image/png' } })

  test('the signature is shown as chosen, and uploaded and saved with the settings', async () => {
    answer('readCertificateRule', rule({ signer }))
    uploaded()
    const calls = recordCalls('saveCertificateRule', rule({ signer, signature: url }))
    const { press, dialog } = await openSettings()
    await press.upload(dialog.getByLabelText(field), png())
    const preview = dialog.getByRole('img', { name: 'Preview of the signature' })
    expect(preview.getAttribute('src')).toBe('blob:preview')
    await press.click(dialog.getByRole('button', save))
    await screen.findByText('Certificate settings saved')
    expect(calls[0]?.body).toEqual({ ...plain, signer, signature: url })
  })

  test('the signature is removed, or stays when nothing is chosen', async () => {
    answer('readCertificateRule', rule({ signer, signature: '/media/old' }))
    const calls = recordCalls('saveCertificateRule', rule({ signer, signature: '/media/old' }))
    const { press, dialog } = await openSettings()
    const preview = { name: 'Preview of the signature' }
    expect(dialog.getByRole('img', preview).getAttribute('src')).toBe('/media/old')
    await press.click(dialog.getByRole('button', save))
    await screen.findByText('Certificate settings saved')
    const again = await openSettings()
    await again.press.click(again.dialog.getByRole('button', { name: 'Remove picture' }))
    expect(again.dialog.queryByRole('img', preview)).toBeNull()
    await again.press.click(again.dialog.getByRole('button', save))
    await screen.findAllByText('Certificate settings saved')
    expect(calls.map(({ body }) => body)).toEqual([
      { ...plain, signer },
      { ...plain, signer, signature: null },
    ])
  })

  test('the signature is removed when another name is saved, unless it is the signature of that name, too', async () => {
    answer('readCertificateRule', rule({ signer, signature: '/media/old' }))
    const calls = recordCalls('saveCertificateRule', rule({ signer, signature: '/media/old' }))
    const rename = async (name: string) => {
      const { press, dialog } = await openSettings()
      await press.clear(dialog.getByLabelText('Signed by'))
      await press.type(dialog.getByLabelText('Signed by'), name)
      return { press, dialog }
    }
    const first = await rename('Encik Farid')
    expect(first.dialog.getByText(/^The picture was saved for Dr. Aminah/)).toBeTruthy()
    expect(first.dialog.queryByRole('img')).toBeNull()
    await first.press.click(first.dialog.getByRole('button', save))
    await screen.findByText('Certificate settings saved')
    const again = await rename('Dr. Aminah Yusof')
    await again.press.click(
      again.dialog.getByRole('checkbox', { name: /^The picture is the signature of Dr. Aminah Yusof/ }),
    )
    expect(again.dialog.getByRole('img').getAttribute('src')).toBe('/media/old')
    await again.press.click(again.dialog.getByRole('button', save))
    await screen.findAllByText('Certificate settings saved')
    expect(calls.map(({ body }) => body)).toEqual([
      { ...plain, signer: { ...signer, name: 'Encik Farid' }, signature: null },
      { ...plain, signer: { ...signer, name: 'Dr. Aminah Yusof' } },
    ])
  })

  test('needs the name of the signer', async () => {
    answer('readCertificateRule', rule({ signer, signature: '/media/old' }))
    const calls = recordCalls('saveCertificateRule', rule())
    const { press, dialog } = await openSettings()
    await press.clear(dialog.getByLabelText('Signed by'))
    await press.clear(dialog.getByLabelText('Role of the signer'))
    await press.click(dialog.getByRole('button', save))
    expect(
      dialog.getByText('Enter the name of the signer, or remove the picture of the signature.'),
    ).toBeTruthy()
    expect(calls).toEqual([])
  })

  test.each([
    [png('signature.gif', 'image/gif'), /^Unsupported file type/],
    [png('signature.png', 'image/png', 2 * 1_048_576 + 1), 'This picture is larger than 2 MB.'],
  ])('a signature of another kind or too large is refused (%#)', async (file, problem) => {
    answer('readCertificateRule', rule({ signer }))
    const { press, dialog } = await openSettings()
    await press.setup({ applyAccept: false }).upload(dialog.getByLabelText(field), file)
    expect(dialog.getByText(problem)).toBeTruthy()
    expect(dialog.queryByRole('img')).toBeNull()
  })

  test('that could not be uploaded says why, and the settings stay as typed', async () => {
    answer('readCertificateRule', rule({ signer }))
    refuse('uploadFile', 'FILE_UNREADABLE')
    const calls = recordCalls('saveCertificateRule', rule())
    const { press, dialog } = await openSettings()
    await press.upload(dialog.getByLabelText(field), png())
    await press.click(dialog.getByRole('button', save))
    expect(await dialog.findByRole('alert')).toBeTruthy()
    expect(dialog.getByRole('img', { name: 'Preview of the signature' })).toBeTruthy()
    expect(calls).toEqual([])
  })
})
