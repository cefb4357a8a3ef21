import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Stars } from './rating.tsx'

const given = (value: number) => {
  render(<Stars value={value} label={`${value} out of 5 stars`} />)
  return [...screen.getByRole('img', { name: `${value} out of 5 stars` }).children].map((star) =>
    star.getAttribute('data-given'),
  )
}

test('an average is not shown as more stars than it has', () => {
  expect(given(4.5)).toEqual(['true', 'true', 'true', 'true', 'half'])
  expect(given(4.2)).toEqual(['true', 'true', 'true', 'true', null])
  expect(given(4.8)).toEqual(['true', 'true', 'true', 'true', 'true'])
  expect(given(3)).toEqual(['true', 'true', 'true', null, null])
})
