/** What spec §2 and §9 say of the creators' page and no other test of it asserts. */
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderRoute } from '#web/testing/render-route.tsx'

test('the creators’ page shows features and pricing plans, and makes the static claims', async () => {
  await renderRoute('/business')
  const main = within(screen.getByRole('main'))
  expect(main.getByRole('heading', { name: 'Features' })).toBeTruthy()
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
