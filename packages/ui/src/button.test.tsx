import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { Button } from './button.tsx'
import { InlineEdit } from './fields/inline-edit.tsx'
import { LinkButton } from './navigation/link-button.tsx'
import { Price } from './figures/price.tsx'
import { clockTime } from './player/clock-time.ts'
import { initials } from './art/avatar.tsx'

afterEach(cleanup)

test('a busy button says so, keeps its focus and ignores a second press', async () => {
  const user = userEvent.setup()
  let submitted = 0
  const form = (busy: boolean) => (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        submitted++
      }}
    >
      <input aria-label="Title" />
      <Button type="submit" busy={busy} busyLabel="Creating...">
        Create Course
      </Button>
    </form>
  )
  const { rerender } = render(form(false))
  const button = screen.getByRole('button', { name: 'Create Course' })
  await user.click(button)
  rerender(form(true))
  expect(screen.getByRole('button', { name: 'Creating...' })).toBe(button)
  expect(document.activeElement).toBe(button)
  await user.click(button)
  await user.type(screen.getByRole('textbox'), '{Enter}')
  expect(submitted).toBe(1)
})

test('a link that looks like a button is a link', () => {
  render(<LinkButton href="/cart">Go to Cart</LinkButton>)
  expect(screen.getByRole('link', { name: 'Go to Cart' }).getAttribute('href')).toBe('/cart')
})

test('prices are formatted as in the shop, and 0 is free', () => {
  const { container, rerender } = render(<Price sen={14900} freeLabel="Free" />)
  expect(container.textContent).toBe('RM 149.00')
  rerender(<Price sen={5} freeLabel="Free" />)
  expect(container.textContent).toBe('RM 0.05')
  rerender(<Price sen={0} freeLabel="Free" />)
  expect(container.textContent).toBe('Free')
})

test('an inline edit is saved with Enter, kept on refusal and cancelled with Esc', async () => {
  const user = userEvent.setup()
  const saved: string[] = []
  render(
    <InlineEdit
      value="89.00"
      label="Price in RM"
      editLabel="Edit price"
      saveLabel="Save price"
      cancelLabel="Cancel"
      onSave={(draft) => {
        saved.push(draft)
        return Promise.resolve(draft !== '-1')
      }}
    >
      89.00
    </InlineEdit>,
  )
  await user.click(screen.getByRole('button', { name: 'Edit price' }))
  const box = screen.getByRole('textbox', { name: 'Price in RM' })
  await user.clear(box)
  await user.type(box, '-1{Enter}')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Price in RM' }).value).toBe('-1')
  await user.clear(box)
  await user.type(box, '99{Enter}')
  expect(saved).toEqual(['-1', '99'])
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit price' }))
  await user.click(screen.getByRole('button', { name: 'Edit price' }))
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('times on the player have hours only when needed', () => {
  expect([0, 65.9, 860, 3926, Number.NaN].map(clockTime)).toEqual([
    '0:00',
    '1:05',
    '14:20',
    '1:05:26',
    '0:00',
  ])
})

test('initials leave out titles, and no name gives a question mark', () => {
  expect(['Dr. Kavitha Menon', 'Tan Wei Jian', 'Aisyah', '  ', null].map(initials)).toEqual([
    'KM',
    'TW',
    'A',
    '?',
    '?',
  ])
})
