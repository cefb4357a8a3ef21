import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Breadcrumb } from '../navigation/breadcrumb.tsx'
import { Price } from '../figures/price.tsx'
import { Progress } from '../figures/progress.tsx'
import { Rating } from '../figures/rating.tsx'
import { Loading, Skeleton } from '../feedback/skeleton.tsx'
import { Steps } from '../navigation/steps.tsx'
import { BottomBar, BottomBarLink, PurchaseBar } from '../navigation/top-bar.tsx'

afterEach(cleanup)

test('progress shows percent and lessons, and stays between 0 and 100', () => {
  const { rerender } = render(
    <Progress value={61.8} label="Course progress" valueText="62% complete (21/34 lessons)" />,
  )
  const bar = screen.getByRole('progressbar', { name: 'Course progress' })
  expect(bar.getAttribute('aria-valuenow')).toBe('62')
  expect(bar.getAttribute('aria-valuetext')).toBe('62% complete (21/34 lessons)')
  expect(bar.querySelector('circle')?.getAttribute('cx')).toBe('62%')
  rerender(<Progress value={140} label="Course progress" />)
  expect(bar.getAttribute('aria-valuenow')).toBe('100')
  rerender(<Progress value={-3} label="Course progress" craft={false} />)
  expect(bar.getAttribute('aria-valuenow')).toBe('0')
  expect(bar.querySelector('circle')).toBeNull()
})

test('a breadcrumb is a navigation whose last part is the current page', () => {
  render(
    <Breadcrumb
      as={({ to, children }) => <a href={to}>{children}</a>}
      label="Breadcrumb"
      places={[['/courses', 'Courses'], null]}
      current="Practical Machine Learning"
    />,
  )
  const parts = within(screen.getByRole('navigation', { name: 'Breadcrumb' })).getAllByRole('listitem')
  expect(parts.map((part) => [part.textContent, part.getAttribute('aria-current')])).toEqual([
    ['Courses', null],
    ['Practical Machine Learning', 'page'],
  ])
})

test('steps show whether each is done, and mark the current one', () => {
  render(
    <Steps
      label="Registration steps"
      stateLabels={{ done: 'done', current: 'current', next: 'next' }}
      steps={[
        { label: 'Personal Information', state: 'done' },
        { label: 'Business Information', state: 'current' },
        { label: 'Security', state: 'next' },
      ]}
    />,
  )
  const steps = within(screen.getByRole('list', { name: 'Registration steps' })).getAllByRole('listitem')
  expect(steps.map((step) => step.getAttribute('aria-current'))).toEqual([null, 'step', null])
  expect(steps[0]?.textContent).toContain('done')
})

test('a price is ringgit with two decimals, or the word for free; a rating has a text version', () => {
  render(
    <>
      <Price sen={24_900} freeLabel="Free" />
      <Price sen={0} freeLabel="Free" />
      <Rating value="4.8" label="Rated 4.8 of 5" />
    </>,
  )
  expect(document.body.textContent).toContain('RM 249.00')
  expect(screen.getByText('Free')).toBeTruthy()
  expect(screen.getByText('Rated 4.8 of 5')).toBeTruthy()
  expect(screen.getByText('4.8').getAttribute('aria-hidden')).toBe('true')
})

test('a loading part is busy and announced once', () => {
  render(
    <Loading label="Loading...">
      <Skeleton />
      <Skeleton shape="title" />
    </Loading>,
  )
  expect(screen.getAllByText('Loading...')).toHaveLength(1)
  expect(document.querySelector('[aria-busy="true"]')).toBeTruthy()
})

test("a phone's bars mark the current page, and announce a count with its unit", () => {
  render(
    <>
      <BottomBar label="Quick navigation">
        <BottomBarLink href="/" icon="home" label="Home" aria-current="page" />
        <BottomBarLink href="/cart" icon="cart" label="Cart" count={2} countLabel="2 courses" />
      </BottomBar>
      <PurchaseBar label="Purchase" note="One payment" price={<Price sen={24_900} freeLabel="Free" />}>
        <button type="button">Buy Now</button>
      </PurchaseBar>
    </>,
  )
  const bar = within(screen.getByRole('navigation', { name: 'Quick navigation' }))
  expect(bar.getByRole('link', { name: 'Home' }).getAttribute('aria-current')).toBe('page')
  expect(bar.getByRole('link', { name: 'Cart 2 courses' })).toBeTruthy()
  const purchase = within(screen.getByRole('region', { name: 'Purchase' }))
  expect(purchase.getByRole('button', { name: 'Buy Now' })).toBeTruthy()
})
