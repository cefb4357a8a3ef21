import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { Menu, MenuChoice, MenuItem, MenuSeparator } from './menu.tsx'

afterEach(cleanup)

function setup() {
  const pressed: string[] = []
  render(
    <Menu label="Account menu" trigger="AR">
      <MenuItem onClick={() => pressed.push('profile')}>Your Profile</MenuItem>
      <MenuItem aria-disabled="true">Locked</MenuItem>
      <MenuItem onClick={() => pressed.push('settings')}>Settings</MenuItem>
      <MenuSeparator />
      <MenuItem onClick={() => pressed.push('logout')}>Logout</MenuItem>
    </Menu>,
  )
  return { pressed, user: userEvent.setup(), button: screen.getByRole('button', { name: 'Account menu' }) }
}

const item = (name: string) => screen.getByRole('menuitem', { name })

test('a closed menu has no items, and its button says that there is a menu', () => {
  const { button } = setup()
  expect(screen.queryByRole('menuitem')).toBeNull()
  expect(button.getAttribute('aria-haspopup')).toBe('menu')
  expect(button.getAttribute('aria-expanded')).toBe('false')
})

test('arrows move through the items, skip a disabled one and wrap around', async () => {
  const { user, button } = setup()
  button.focus()
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(item('Your Profile'))
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(item('Settings'))
  await user.keyboard('{End}{ArrowDown}')
  expect(document.activeElement).toBe(item('Your Profile'))
  await user.keyboard('{ArrowUp}')
  expect(document.activeElement).toBe(item('Logout'))
})

test('arrow up opens a menu at the last item, and a letter goes to the item that starts with it', async () => {
  const { user, button } = setup()
  button.focus()
  await user.keyboard('{ArrowUp}')
  expect(document.activeElement).toBe(item('Logout'))
  await user.keyboard('s')
  expect(document.activeElement).toBe(item('Settings'))
})

test('Esc closes a menu and returns the focus', async () => {
  const { user, button } = setup()
  await user.click(button)
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('menu')).toBeNull()
  expect(document.activeElement).toBe(button)
})

test('choosing a menu item acts once and closes the menu', async () => {
  const { user, button, pressed } = setup()
  await user.click(button)
  await user.click(item('Logout'))
  expect(pressed).toEqual(['logout'])
  expect(screen.queryByRole('menu')).toBeNull()
})

test('a menu choice marks the chosen line, is reached by arrows and closes the menu', async () => {
  const user = userEvent.setup()
  const chosen: string[] = []
  render(
    <Menu label="Display" trigger="D" startOpen>
      <MenuChoice
        label="Theme"
        options={[
          { value: 'dark', label: 'Dark' },
          { value: 'light', label: 'Light' },
        ]}
        value="dark"
        onChange={(value) => chosen.push(value)}
      />
    </Menu>,
  )
  const line = (name: string) => screen.getByRole('menuitemradio', { name })
  expect(screen.getByRole('group', { name: 'Theme' })).toBeTruthy()
  expect(line('Dark').getAttribute('aria-checked')).toBe('true')
  expect(document.activeElement).toBe(line('Dark'))
  await user.keyboard('{ArrowDown}{Enter}')
  expect(chosen).toEqual(['light'])
  expect(screen.queryByRole('menu')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Display' }))
})
