import { expect, open, test } from '../support/journey.ts'
import { mailedLink } from '../support/mailbox.ts'
import { as, signInAs, demoPerson, newEmail, newLearner } from '../support/people.ts'

test('a company pays an invoice by bank transfer, and its learner is enrolled once their address is verified', async ({
  page,
  request,
  anotherBrowser,
}) => {
  const seller = await demoPerson(request, 'admin')
  const learner = await newLearner(request)
  const contact = newEmail('contact')
  const title = `Seats for ${learner.email.split('@')[0]}`
  const created = await request.post('/api/courses', {
    ...as(seller),
    data: { title, description: 'Sold by invoice', price: 12_000, isPrivate: true },
  })
  expect(created.status(), await created.text()).toBe(201)

  await signInAs(page, seller)
  await open(page, '/admin/invoices')
  await page.getByRole('link', { name: 'New invoice' }).click()
  await page.getByLabel('Company name').fill('Ladang Hijau Sdn Bhd')
  await page.getByLabel('Address').fill('3 Jalan Ladang, 43000 Kajang')
  await page.getByLabel('Contact’s email').fill(contact)
  await page.getByLabel('Course', { exact: true }).selectOption({ label: `${title} (private)` })
  await page.getByLabel('Seats').fill('2')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByRole('heading', { name: 'Draft for Ladang Hijau Sdn Bhd' })).toBeVisible()

  await page.getByRole('button', { name: 'Add people' }).click()
  await page.getByRole('textbox', { name: 'People' }).fill(`Zainab Idris, ${learner.email}\nnobody`)
  await page.getByRole('button', { name: 'Check the list' }).click()
  await expect(page.getByText('no email address')).toBeVisible()
  await page.getByRole('button', { name: 'Add one person' }).click()
  await expect(page.getByRole('row', { name: new RegExp(learner.email) })).toContainText('Added')

  await page.getByRole('button', { name: 'Issue invoice' }).click()
  await page.getByRole('button', { name: 'Issue for RM 240.00' }).click()
  await expect(page.getByRole('heading', { name: /^INV-/ })).toBeVisible()

  const dataDir = process.env['JOURNEY_DATA_DIR'] ?? ''
  const shared = async () => mailedLink(dataDir, contact, 'invoices')
  await expect.poll(shared).toContain('/invoices/')
  const company = await anotherBrowser()
  await open(company, new URL(await shared()).pathname)
  await expect(company.getByRole('heading', { name: 'Pay by bank transfer' })).toBeVisible()

  await page.getByRole('button', { name: 'Mark as paid' }).click()
  await page.getByLabel('Amount received').fill('240.00')
  await page.getByLabel('Bank reference').fill('IBG 4711')
  await page.getByRole('button', { name: 'Record RM 240.00' }).click()
  await expect(page.getByRole('row', { name: new RegExp(learner.email) })).toContainText('Waiting')
  await company.reload()
  const [receipt] = await Promise.all([
    company.waitForEvent('download'),
    company.getByRole('link', { name: 'Receipt (PDF)' }).click(),
  ])
  expect(receipt.suggestedFilename()).toMatch(/^R-\d{4}-\d+\.pdf$/)

  const proof = async () => mailedLink(dataDir, learner.email, 'verify-email')
  await expect.poll(proof).toContain('/verify-email/')
  const learning = await anotherBrowser()
  await signInAs(learning, learner)
  await open(learning, new URL(await proof()).pathname)
  await learning.getByRole('button', { name: 'Confirm address' }).click()
  const places = async () => {
    const answer = await request.get('/api/courses/enrolled', as(learner))
    return answer.ok() ? await answer.text() : ''
  }
  await expect.poll(places).toContain(title)
  await page.reload()
  await expect(page.getByRole('row', { name: new RegExp(learner.email) })).toContainText('Enrolled')
})
