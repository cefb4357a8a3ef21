import {
  checkKinds,
  type CheckKind,
  type OwnSellerChecks,
  type SellerCheck,
} from '@apogee/contracts/businesses/seller-checks.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, breakNetwork, recordCalls, refusal, refuse } from '#web/testing/mock-api.ts'
import { admin } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'
import { answerSellersSettings } from '#web/testing/settings.ts'

const at = '2026-11-27T01:00:00.000Z'
const checksIn = (
  state: SellerCheck['state'],
  given: Partial<Record<CheckKind, Partial<SellerCheck>>> = {},
): SellerCheck[] =>
  checkKinds.map((kind) => ({
    kind,
    state,
    isComplete: state !== 'missing',
    reason: null,
    submittedAt: null,
    decidedAt: null,
    revision: 0,
    ...given[kind],
  }))
const own = (given: Partial<OwnSellerChecks> = {}) => ({
  success: true as const,
  data: {
    isRequired: true,
    sellerKind: 'business' as const,
    registration: null,
    contact: null,
    bank: null,
    documents: [],
    checks: checksIn('missing'),
    suggested: { name: 'Orbit Academy', email: 'office@orbit.test', phone: '03-1234 5678' },
    ...given,
  },
})
const contact = { email: 'office@orbit.test', phone: '03-1234 5678', provenAt: null, codeUntil: null }
const document = {
  id: 4,
  purpose: 'registration' as const,
  name: 'ssm.pdf',
  contentType: 'application/pdf',
  bytes: 2048,
  addedAt: at,
}

/** Each test uses another person, because drafts live as long as the page. */
let userId = 800
beforeEach(() => {
  userId += 1
  answerSellersSettings()
})

const open = async (language?: 'ms') => {
  const page = await renderRoute('/studio/business', {
    user: { ...admin, id: userId },
    ...(language && { language }),
  })
  const name = language ? 'Pengesahan' : 'Verification'
  const section = within(await screen.findByRole('region', { name }))
  return { ...page, section }
}

test('a new seller sees four steps and what is missing, and cannot send them yet', async () => {
  answer('readSellerChecks', own())
  const { section } = await open()
  expect(await section.findByText(/Apogee pays you after it has verified who you are/)).toBeTruthy()
  const headings = section.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)
  expect(headings).toEqual(['Registration', 'Bank account', 'Contact', 'Documents'])
  expect(section.getAllByText('Not sent')).toHaveLength(4)
  expect(section.getByText('Still to complete: Registration, Bank account, Contact, Documents.')).toBeTruthy()
  expect(section.getByRole('button', { name: 'Send for checking' })).toHaveProperty('disabled', true)
})

test('a demo says in Malay that nothing waits for the verification', async () => {
  answer('readSellerChecks', own({ isRequired: false }))
  const { section } = await open('ms')
  expect(await section.findByText(/tiada apa-apa yang diwajibkan/)).toBeTruthy()
  expect(section.getByRole('button', { name: 'Hantar untuk disemak' })).toBeTruthy()
})

test('a registration with a wrong number names the right form, and is saved with a right one', async () => {
  answer('readSellerChecks', own())
  const saved = recordCalls(
    'saveSellerRegistration',
    own({
      registration: {
        kind: 'enterprise',
        legalName: 'Orbit Enterprise',
        number: '202003123456',
        numberEndsWith: '3456',
        savedAt: at,
      },
      checks: checksIn('missing', { registration: { isComplete: true } }),
    }),
  )
  const { section, press } = await open()
  await press.click(await section.findByRole('button', { name: 'Enter: Registration' }))
  await press.selectOptions(section.getByRole('combobox', { name: 'You are' }), 'enterprise')
  const name = section.getByRole('textbox', { name: 'Legal name' })
  await press.clear(name)
  await press.type(name, 'Orbit Enterprise')
  const number = section.getByRole('textbox', { name: 'SSM registration number' })
  await press.type(number, '202001123456')
  await press.click(section.getByRole('button', { name: 'Save registration' }))
  expect(await section.findByText(/SSM number of the business, such as 202003123456/)).toBeTruthy()
  expect(saved).toEqual([])
  await press.clear(number)
  await press.type(number, '202003123456')
  await press.click(section.getByRole('button', { name: 'Save registration' }))
  expect(await section.findByText('Orbit Enterprise · 202003123456')).toBeTruthy()
  expect(section.getByText('Ready to send')).toBeTruthy()
  expect(saved.map(({ body }) => body)).toEqual([
    { kind: 'enterprise', legalName: 'Orbit Enterprise', registrationNumber: '202003123456' },
  ])
  expect(section.getByRole('heading', { name: 'Registration' })).toBe(
    section.getByRole('heading', { name: 'Registration' }).ownerDocument.activeElement,
  )
})

test('a person types the number of the identity card; what was typed stays when saving fails', async () => {
  answer('readSellerChecks', own({ sellerKind: 'person' }))
  breakNetwork('saveSellerRegistration')
  const { section, press } = await open()
  await press.click(await section.findByRole('button', { name: 'Enter: Registration' }))
  await press.selectOptions(section.getByRole('combobox', { name: 'You are' }), 'individual')
  const number = section.getByRole('textbox', { name: 'Identity card number (MyKad)' })
  await press.type(number, '900228-14-5678')
  await press.click(section.getByRole('button', { name: 'Save registration' }))
  expect(await section.findByRole('alert')).toBeTruthy()
  expect(number).toHaveProperty('value', '900228-14-5678')
})

test('a contact is proved by the code that was sent; a wrong code is named and can be typed again', async () => {
  answer('readSellerChecks', own({ contact }))
  answer('sendContactCode', own({ contact: { ...contact, codeUntil: at } }))
  refuse('confirmContactCode', 'CONTACT_CODE_WRONG')
  const { section, press } = await open()
  await press.click(await section.findByRole('button', { name: 'Send a code' }))
  const code = await section.findByRole('textbox', { name: 'Code' })
  await press.type(code, '123 456')
  await press.click(section.getByRole('button', { name: 'Confirm address' }))
  expect(await section.findByText(/This code is not correct/)).toBeTruthy()
  const confirmed = recordCalls(
    'confirmContactCode',
    own({
      contact: { ...contact, provenAt: at },
      checks: checksIn('missing', { contact: { isComplete: true } }),
    }),
  )
  await press.click(section.getByRole('button', { name: 'Confirm address' }))
  expect(await section.findByText('Address confirmed')).toBeTruthy()
  expect(confirmed.map(({ body }) => body)).toEqual([{ code: '123456' }])
})

test('a document is uploaded once, and added again without the upload after a failure', async () => {
  answer('readSellerChecks', own())
  const url = '/media/AAAAAAAAAAAAAAAAAAAAAA'
  let uploads = 0
  answer('uploadFile', () => {
    uploads += 1
    return { success: true, url, data: { url, size: 3, contentType: 'application/pdf' } }
  })
  refuse('addSellerDocument', 'UNAVAILABLE')
  const { section, press } = await open()
  await press.selectOptions(await section.findByRole('combobox', { name: 'What it is' }), 'bank')
  const input = section.getByLabelText(/File/)
  await press.upload(input, new File(['%PDF-'], 'statement.pdf', { type: 'application/pdf' }))
  const again = await section.findByRole('button', { name: 'Try again' })
  const added = recordCalls('addSellerDocument', own({ documents: [{ ...document, purpose: 'bank' }] }))
  await press.click(again)
  expect(await section.findByRole('button', { name: 'Download ssm.pdf' })).toBeTruthy()
  expect([uploads, added.map(({ body }) => body)]).toEqual([1, [{ url, purpose: 'bank' }]])
})

test('a file of another kind is refused before it is sent, and a document can be removed', async () => {
  answer('readSellerChecks', own({ documents: [document] }))
  const removed = recordCalls('removeSellerDocument', own())
  const { section, press } = await open()
  // The browser does not filter dropped files.
  const drop = (await section.findByLabelText(/File/)).closest('.ap-drop') ?? window.document.body
  fireEvent.drop(drop, { dataTransfer: { files: [new File(['x'], 'notes.docx')] } })
  expect(await section.findByText('Please choose a PDF, JPEG or PNG.')).toBeTruthy()
  await press.click(section.getByRole('button', { name: 'Remove ssm.pdf' }))
  await waitFor(() => expect(section.queryByText('ssm.pdf')).toBeNull(), { timeout: 10_000 })
  expect(removed.map(({ params }) => params['id'])).toEqual(['4'])
})

test('a returned step shows its reason, and everything is sent again', async () => {
  const reason = 'The statement names somebody else.'
  answer(
    'readSellerChecks',
    own({ checks: checksIn('submitted', { bank: { state: 'returned', reason } }), documents: [document] }),
  )
  answer('sendSellerChecks', own({ checks: checksIn('submitted') }))
  const { section, press } = await open()
  expect(await section.findByText(reason)).toBeTruthy()
  expect(section.getByText('Change needed')).toBeTruthy()
  expect(section.queryByRole('button', { name: 'Remove ssm.pdf' })).toBeNull()
  await press.click(section.getByRole('button', { name: 'Send for checking' }))
  expect(await section.findByText(/Apogee is checking what you sent/)).toBeTruthy()
})

test('a verified seller reads it, and is warned before a change', async () => {
  answer('readSellerChecks', own({ checks: checksIn('verified'), contact: { ...contact, provenAt: at } }))
  const { section, press } = await open()
  expect(await section.findByText(/You are verified/)).toBeTruthy()
  await press.click(section.getByRole('button', { name: 'Change: Contact' }))
  expect(section.getByText(/Apogee checks it again, and payouts wait until then/)).toBeTruthy()
})

test('a verification that could not be loaded can be loaded again', async () => {
  let asked = 0
  answer('readSellerChecks', () => {
    asked += 1
    return asked > 1 ? own() : refusal('FORBIDDEN')
  })
  const { section, press } = await open()
  expect(await section.findByText('Your verification could not be loaded')).toBeTruthy()
  await press.click(section.getByRole('button', { name: /again/i }))
  expect(await section.findByRole('heading', { name: 'Registration' })).toBeTruthy()
})
