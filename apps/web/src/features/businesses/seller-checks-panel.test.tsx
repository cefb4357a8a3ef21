import { checkKinds, type ChecksOfSeller } from '@apogee/contracts/businesses/seller-checks.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { answer, recordCalls, refusal, refuse } from '#web/testing/mock-api.ts'
import { admin } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const superadmin = { ...admin, id: 1, name: 'Devi', role: 'superadmin' as const, businessId: null }
/** A busy machine needs longer than the default of a second. */
const patience = { timeout: 10_000 }
const at = '2026-11-27T01:00:00.000Z'
const seller = (given: Partial<ChecksOfSeller> = {}): ChecksOfSeller => ({
  id: 31,
  name: 'Orbit Academy',
  isRequired: true,
  sellerKind: 'business',
  nameVerdict: 'similar',
  checks: checkKinds.map((kind) => ({
    kind,
    state: 'submitted',
    isComplete: true,
    reason: null,
    submittedAt: at,
    decidedAt: null,
    revision: 3,
  })),
  registration: {
    kind: 'individual',
    legalName: 'Aminah binti Ali',
    number: null,
    numberEndsWith: '5678',
    savedAt: at,
  },
  bank: { bankName: 'Maybank', accountEndsWith: '1234', accountHolder: 'AMINAH ALI', savedAt: at },
  contact: { email: 'office@orbit.test', phone: '03-1234 5678', provenAt: at, codeUntil: null },
  documents: [
    {
      id: 9,
      purpose: 'identity',
      name: 'card.jpg',
      contentType: 'image/jpeg',
      bytes: 2048,
      addedAt: at,
    },
  ],
  decisions: [],
  ...given,
})

/** Each test uses another seller, because drafts live as long as the page. */
let id = 500
beforeEach(() => {
  id += 1
  answer('platformSummary', {
    success: true,
    data: {
      people: 1,
      businesses: 1,
      courses: 1,
      enrolments: 1,
      settledOrders: 0,
      money: { sales: 0, refunds: 0, chargebacks: 0, fees: 0, net: 0, paidOut: 0, owed: 0 },
      unreadMessages: 0,
      jobs: { waiting: 0, failed: 0 },
    },
  })
  answer('listMessages', { success: true, data: [], meta: { total: 0, nextCursor: null } })
  answer('listWaitingSellers', { success: true, data: [], meta: { total: 0, nextCursor: null } })
  answer('listReportedReviews', { success: true, data: [], meta: { total: 0, nextCursor: null } })
  answer('listSellersToCheck', {
    success: true,
    data: [{ id, name: 'Orbit Academy', sellerKind: 'business', kinds: ['bank', 'contact'], since: at }],
    meta: { total: 1, nextCursor: null },
  })
})

const open = async (language?: 'ms') => {
  const page = await renderRoute('/platform?tab=verification', {
    user: superadmin,
    ...(language && { language }),
  })
  const name = language ? 'Semak Orbit Academy' : 'Check Orbit Academy'
  await page.press.click(await screen.findByRole('button', { name }))
  const region = language ? 'Pengesahan penjual' : 'Verification of the seller'
  return { ...page, panel: within(await screen.findByRole('region', { name: region })) }
}

test('superadmins see who waits, and a seller’s facts beside each other', async () => {
  answer('readChecksOfSeller', { success: true, data: seller({ id }) })
  const { panel } = await open()
  const bank = within(await panel.findByRole('region', { name: 'Bank account' }))
  expect(bank.getByText('Aminah binti Ali')).toBeTruthy()
  expect(bank.getByText('AMINAH ALI')).toBeTruthy()
  expect(bank.getByText('Names are similar')).toBeTruthy()
  expect(panel.getByText('office@orbit.test (confirmed 27 Nov 2026)')).toBeTruthy()
  expect(panel.getByText('No decision yet.')).toBeTruthy()
  expect(screen.getByRole('tab', { name: 'Verification (1)' })).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Orbit Academy' })).toBeTruthy()
})

test('the number of an identity card is shown in full after a press', async () => {
  answer('readChecksOfSeller', { success: true, data: seller({ id }) })
  answer('readSellerNumber', { success: true, data: { number: '900228145678' } })
  const { panel, press } = await open()
  expect(await panel.findByText('••••5678')).toBeTruthy()
  await press.click(panel.getByRole('button', { name: 'Show in full' }))
  expect(await panel.findByText('900228145678')).toBeTruthy()
})

test('a number that was shown in full goes when the seller has entered another one', async () => {
  answer('readChecksOfSeller', { success: true, data: seller({ id }) })
  answer('readSellerNumber', { success: true, data: { number: '900228145678' } })
  refuse('decideSellerCheck', 'SELLER_CHECK_CHANGED')
  const { panel, press } = await open()
  await press.click(await panel.findByRole('button', { name: 'Show in full' }, patience))
  expect(await panel.findByText('900228145678', {}, patience)).toBeTruthy()
  const { registration } = seller({ id })
  answer('readChecksOfSeller', {
    success: true,
    data: seller({
      id,
      registration: registration && {
        ...registration,
        legalName: 'Badrul bin Ahmad',
        numberEndsWith: '4321',
        savedAt: '2026-11-27T05:00:00.000Z',
      },
    }),
  })
  await press.click(panel.getByRole('button', { name: 'Verify: Bank account' }))
  await press.click(
    within(await screen.findByRole('dialog', {}, patience)).getByRole('button', { name: 'Verify' }),
  )
  expect((await panel.findAllByText('Badrul bin Ahmad', {}, patience)).length).toBeGreaterThan(0)
  expect(panel.getByText('••••4321')).toBeTruthy()
  expect(panel.queryByText('900228145678')).toBeNull()
})

test('a check is verified with a note and the revision that was read', async () => {
  answer('readChecksOfSeller', { success: true, data: seller({ id }) })
  const decided = recordCalls('decideSellerCheck', {
    success: true,
    data: seller({
      id,
      decisions: [
        {
          id: 1,
          kind: 'bank',
          outcome: 'verified',
          note: 'Statement of October',
          at,
          by: { id: 1, name: 'Devi' },
          facts: ['Maybank ••••1234', 'AMINAH ALI'],
        },
      ],
    }),
  })
  const { panel, press } = await open()
  await press.click(await panel.findByRole('button', { name: 'Verify: Bank account' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Verify “Bank account”?' }))
  await press.type(dialog.getByRole('textbox', { name: 'How you checked it' }), 'Statement of October')
  await press.click(dialog.getByRole('button', { name: 'Verify' }))
  expect(await panel.findByText('Bank account verified')).toBeTruthy()
  expect(panel.getByText('Maybank ••••1234 · AMINAH ALI')).toBeTruthy()
  expect(decided.map(({ body }) => body)).toEqual([
    { outcome: 'verified', note: 'Statement of October', revision: 3 },
  ])
})

test('a return needs a reason, in Malay too, and stays as typed when somebody was faster', async () => {
  answer('readChecksOfSeller', { success: true, data: seller({ id }) })
  refuse('decideSellerCheck', 'SELLER_CHECK_CHANGED')
  const { panel, press } = await open('ms')
  await press.click(await panel.findByRole('button', { name: 'Kembalikan: Dokumen' }))
  const dialog = within(await screen.findByRole('dialog'))
  const reason = dialog.getByRole('textbox', { name: 'Sebab' })
  await press.type(reason, 'Kabur')
  await press.click(dialog.getByRole('button', { name: 'Kembalikan' }))
  expect(await dialog.findByText(/sekurang-kurangnya 10 aksara/)).toBeTruthy()
  await press.type(reason, ' dan tidak boleh dibaca')
  await press.click(dialog.getByRole('button', { name: 'Kembalikan' }))
  expect(await dialog.findByText(/pentadbir utama lain telah mengubahnya/)).toBeTruthy()
  expect(reason).toHaveProperty('value', 'Kabur dan tidak boleh dibaca')
})

test('a seller who has entered nothing is verified by hand, and nothing can be returned', async () => {
  const nothing = seller({
    id,
    registration: null,
    bank: null,
    contact: null,
    documents: [],
    nameVerdict: null,
    checks: checkKinds.map((kind) => ({
      kind,
      state: 'missing',
      isComplete: false,
      reason: null,
      submittedAt: null,
      decidedAt: null,
      revision: 0,
    })),
  })
  answer('readChecksOfSeller', { success: true, data: nothing })
  const { panel, press } = await open()
  expect(await panel.findAllByText('Nothing entered')).toHaveLength(4)
  expect(panel.queryByRole('button', { name: /^Return/ })).toBeNull()
  await press.click(panel.getByRole('button', { name: 'Verify: Contact' }))
  expect(await screen.findByText(/You verify it by hand, so please write why/)).toBeTruthy()
})

test('without a seller who waits the list says so, and a list that failed says that', async () => {
  answer('listSellersToCheck', { success: true, data: [], meta: { total: 0, nextCursor: null } })
  await renderRoute('/platform?tab=verification', { user: superadmin })
  expect(await screen.findByRole('heading', { name: 'Nothing to check' })).toBeTruthy()
})

test('a seller who cannot be loaded can be loaded again', async () => {
  refuse('readChecksOfSeller', 'SELLER_NOT_FOUND')
  const { panel } = await open()
  expect(await panel.findByText('The verification could not be loaded')).toBeTruthy()
})

test('a document of a seller is saved after the person has confirmed who they are', async () => {
  answer('readChecksOfSeller', { success: true, data: seller({ id }) })
  answer('listSignInProviders', { success: true, data: { google: null, github: null } })
  answer('confirmIdentity', { success: true, data: { token: 'renewed' } })
  const bearers: (string | null)[] = []
  answer('openSellerDocument', ({ bearer }) => {
    bearers.push(bearer)
    return bearer === 'renewed'
      ? { success: true, data: { url: '/seller-documents?key=k' } }
      : refusal('FRESH_PROOF_REQUIRED')
  })
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.getAttribute('href') ?? '')
  })
  onTestFinished(() => void vi.restoreAllMocks())
  const { panel, press } = await open()
  await press.click(await panel.findByRole('button', { name: 'Download card.jpg' }))
  const asked = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }, patience))
  await press.type(asked.getByLabelText('Password'), 'Right-1')
  await press.click(asked.getByRole('button', { name: 'Confirm' }))
  await vi.waitFor(() => expect(saved).toEqual(['/seller-documents?key=k']), patience)
  expect(bearers).toEqual(['token-of-1', 'renewed'])
})
