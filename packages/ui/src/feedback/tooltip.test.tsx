import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { IconButton } from '../button.tsx'
import { Tooltip } from './tooltip.tsx'

afterEach(cleanup)

function setup() {
  render(
    <>
      <Tooltip text="Copies the sales link">
        <IconButton icon="share" label="Copy Sales Link" />
      </Tooltip>
      <button type="button">Elsewhere</button>
    </>,
  )
  const button = screen.getByRole('button', { name: 'Copy Sales Link' })
  return { user: userEvent.setup(), button, anchor: button.parentElement }
}

test('a tooltip describes its button, whose name stays its own', () => {
  const { button } = setup()
  const words = document.getElementById(button.getAttribute('aria-describedby') ?? '')
  expect(words?.getAttribute('role')).toBe('tooltip')
  expect(words?.textContent).toBe('Copies the sales link')
})

test('Esc hides a tooltip without moving the focus, and it returns with the next visit', async () => {
  const { user, button, anchor } = setup()
  await user.tab()
  expect(document.activeElement).toBe(button)
  expect(anchor?.hasAttribute('data-dismissed')).toBe(false)
  await user.keyboard('{Escape}')
  expect(document.activeElement).toBe(button)
  expect(anchor?.hasAttribute('data-dismissed')).toBe(true)
  await user.tab()
  await user.tab({ shift: true })
  expect(document.activeElement).toBe(button)
  expect(anchor?.hasAttribute('data-dismissed')).toBe(false)
})
