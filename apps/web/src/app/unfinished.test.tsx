import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

test('a part that is not open yet says so and leads to the marketplace, in both languages', async () => {
  const english = await renderRoute('/community', { user: aisyah })
  expect(await screen.findByRole('heading', { level: 1, name: 'Community' })).toBeTruthy()
  expect(screen.getByText('This part of Apogee is not open yet.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go to the marketplace' }).getAttribute('href')).toBe(
    '/marketplace',
  )
  english.unmount()
  await renderRoute('/community', { user: aisyah, language: 'ms' })
  expect(await screen.findByRole('heading', { level: 1, name: 'Komuniti' })).toBeTruthy()
  expect(screen.getByText('Bahagian Apogee ini belum dibuka.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Ke pasaran' })).toBeTruthy()
})
