/** Tests money collected by the platform: receipted to the buyer, owed to the seller, paid out, and equal in both books. */
import { randomBytes } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { expect, open, test } from '../support/journey.ts'
import { payByCard, expectPaymentPage } from '../support/payment-page.ts'
import { as, signInAs, demoPerson, newEmail, newLearner, newPassword } from '../support/people.ts'

/** Creates a business without an account at the provider, with one course of RM 150.00. */
async function ownSeller(request: APIRequestContext) {
  const name = `Melaka Maps ${randomBytes(3).toString('hex').toUpperCase()}`
  const registered = await request.post('/api/auth/admin/register', {
    data: {
      name: 'Siti Aminah',
      email: newEmail('seller'),
      password: newPassword,
      businessName: name,
      businessEmail: newEmail('office'),
      businessPhone: '+60 6 555 1234',
      businessAddress: '2 Jalan Hang Tuah, Melaka',
    },
  })
  const { token } = ((await registered.json()) as { data: { token: string } }).data
  // Without a money-back promise nothing is reserved for refunds, so today's sale can be paid out today.
  const promised = await request.put('/api/rates/money-back', { data: { days: 0 }, ...as({ token }) })
  expect(promised.ok(), await promised.text()).toBe(true)
  const made = await request.post('/api/courses', {
    data: { title: `Reading Sea Charts of ${name}`, description: 'From ink to depth.', price: 15_000 },
    ...as({ token }),
  })
  const { id: courseId } = ((await made.json()) as { data: { id: number } }).data
  const bank = await request.put('/api/payout-bank', {
    data: { bank: 'Maybank', otherBankName: '', accountNumber: '5140 1234 5678', accountHolder: name },
    ...as({ token }),
  })
  expect(bank.ok(), await bank.text()).toBe(true)
  return { name, token, courseId }
}

test('a sale is receipted, owed to its seller, and paid out', async ({ page, request }) => {
  const seller = await ownSeller(request)
  const learner = await newLearner(request)
  await signInAs(page, learner)

  await test.step('the buyer pays, reads the receipt and downloads it', async () => {
    const placed = await request.post('/api/payments', {
      data: { courseId: seller.courseId },
      ...as(learner),
    })
    expect(placed.ok(), await placed.text()).toBe(true)
    const { payment_url: url, purchase_id: id } = (await placed.json()) as {
      payment_url: string
      purchase_id: string
    }
    await page.goto(url)
    await expectPaymentPage(page, 'RM 150.00')
    await payByCard(page)
    await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
    await open(page, `/purchases/${id}`)
    await page.getByRole('link', { name: /R-\d{4}-000001/ }).click()
    await expect(page.getByRole('heading', { name: 'Receipt', level: 1 })).toBeVisible()
    await expect(page.getByText(seller.name, { exact: true })).toBeVisible()
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download PDF' }).click()
    expect((await saved).suggestedFilename()).toMatch(/^R-\d{4}-000001\.pdf$/)
  })

  await test.step('a superadmin enters the bank transfer', async () => {
    await signInAs(page, await demoPerson(request, 'superadmin'))
    await open(page, '/admin/ledger')
    // The list of sellers moves down when the figures above it arrive.
    await expect(page.getByRole('heading', { name: 'The platform itself' })).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search sellers' }).fill(seller.name)
    await page.getByRole('button', { name: seller.name }).click()
    await expect(page.getByRole('heading', { name: `Ledger of ${seller.name}` })).toBeVisible()
    await page.getByRole('button', { name: 'Record payout' }).click()
    await expect(page.getByLabel('Amount in RM')).toHaveValue('150.00')
    await expect(page.getByRole('region', { name: 'Pay to this account' })).toContainText('514012345678')
    await page.getByLabel('Bank reference').fill('MBB 240715')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('alertdialog')).toContainText(
      `RM 150.00 to ${seller.name}. After this the platform owes them RM 0.00.`,
    )
    await page.getByRole('button', { name: 'Record transfer' }).click()
    await expect(page.getByText('Ready to be paid RM 0.00, held for refunds RM 0.00')).toBeVisible()
  })

  await test.step('the seller finds both in their statement', async () => {
    await signInAs(page, seller)
    await open(page, '/admin/ledger')
    const statement = page.getByRole('table', { name: 'Statement' })
    await expect(statement.getByRole('row', { name: /Payout.*MBB 240715.*−RM 150\.00/ })).toBeVisible()
    await expect(statement.getByRole('row', { name: /Sale.*Reading Sea Charts.*RM 150\.00/ })).toBeVisible()
    await expect(page.getByText('Ready to be paid RM 0.00, held for refunds RM 0.00')).toBeVisible()
  })
})
