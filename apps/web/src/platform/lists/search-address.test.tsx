import { act, render } from '@testing-library/react'
import { MemoryRouter } from '#web/testing/memory-router.tsx'
import { expect, test } from 'vitest'
import { useSearchAddress } from './search-address.ts'

type Address = ReturnType<typeof useSearchAddress>

function twoUsers(): { first: () => Address; second: () => Address } {
  let first: Address | undefined
  let second: Address | undefined
  function First() {
    first = useSearchAddress()
    return null
  }
  function Second() {
    second = useSearchAddress()
    return null
  }
  render(
    <MemoryRouter address="/list">
      <First />
      <Second />
    </MemoryRouter>,
  )
  const known = (address: Address | undefined): Address => {
    if (!address) throw new Error('nothing was rendered')
    return address
  }
  return { first: () => known(first), second: () => known(second) }
}

const set = (key: string, value: string) => (now: URLSearchParams) => {
  const next = new URLSearchParams(now)
  next.set(key, value)
  return next
}

test('two concurrent changes of the address by different components are both applied', () => {
  const { first, second } = twoUsers()
  act(() => {
    first().change(set('sort', 'rating'))
    second().change(set('search', 'sql'))
  })
  expect(first().search.toString()).toBe('sort=rating&search=sql')
})

test('a later change starts from the rendered address', () => {
  const { first, second } = twoUsers()
  act(() => first().change(set('sort', 'rating')))
  act(() => second().change(() => new URLSearchParams()))
  act(() => second().change(set('search', 'sql')))
  expect(first().search.toString()).toBe('search=sql')
})
