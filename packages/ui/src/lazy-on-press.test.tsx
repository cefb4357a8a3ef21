import { act, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { lazyOnPress } from './lazy-on-press.tsx'

const Dialog = ({ title }: { title: string }) => <p>{title}</p>

test('a part appears with its code, and at once when the code has arrived before', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof Dialog>()
  const Lazy = lazyOnPress(() => promise)
  const first = render(<Lazy title="Menu" placeholder={<i>Opening</i>} />)
  screen.getByText('Opening')
  await act(async () => {
    resolve(Dialog)
    await promise
  })
  screen.getByText('Menu')
  first.unmount()
  render(<Lazy title="Again" />)
  screen.getByText('Again')
})

test('a part that is closed before its code arrives stays closed', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof Dialog>()
  const Lazy = lazyOnPress(() => promise)
  const { container, unmount } = render(<Lazy title="Menu" />)
  unmount()
  await act(async () => {
    resolve(Dialog)
    await promise
  })
  expect(container.innerHTML).toBe('')
})
