/** Tests sentences of docs/specification.md#route-table about the creators' page that no other test asserts. */
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderRoute } from '#web/testing/render-route.tsx'

test("the creators' page shows features and pricing plans, and makes the static claims", async () => {
  await renderRoute('/business')
  const main = within(screen.getByRole('main'))
  expect(await main.findByRole('heading', { name: 'Features' })).toBeTruthy()
  const pricing = main.getByRole('heading', { name: 'Pricing' }).closest('section') as HTMLElement
  const plan = (name: string) =>
    within(pricing).getByRole('heading', { name }).closest('li')?.textContent ?? ''
  expect(plan('Basic')).toMatch(/\$29\/mo.*Up to 5 courses/)
  expect(plan('Professional')).toMatch(/Recommended.*\$79\/mo.*Unlimited courses/)
  expect(plan('Enterprise')).toContain('Custom')
  for (const claim of ['30-day money-back guarantee', 'Lifetime access', 'Certificate of completion']) {
    expect(main.getByText(claim)).toBeTruthy()
  }
})

test("invented figures and people on the creators' page have a badge that says so", async () => {
  await renderRoute('/business')
  const badgeBeside = async (words: string) =>
    (await screen.findByText(words)).closest('figure')?.querySelector('figcaption')?.textContent
  expect(await badgeBeside('Pricing a Small Business')).toBe('Example')
  expect(await badgeBeside('aina@example.com')).toBe('Example')
  expect(await badgeBeside('Week 1: 4')).toBe('Sample data')
})

test("the creators' page explains payments to the own account, and repeats both links at the end", async () => {
  await renderRoute('/business')
  const path = await screen.findByRole('region', { name: 'Get paid directly' })
  const stations = within(path).getAllByRole('heading', { level: 3 })
  expect(stations.map(({ textContent }) => textContent)).toEqual([
    'The learner',
    'Through CHIP',
    'Your own account',
  ])
  expect(
    screen.getAllByRole('link', { name: 'Become a Partner' }).map((link) => link.getAttribute('href')),
  ).toContain('/admin/register')
  expect(
    screen
      .getAllByRole('link', { name: 'Partner Login' })
      .every((link) => link.getAttribute('href') === '/login'),
  ).toBe(true)
})
