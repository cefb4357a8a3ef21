import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { Button } from '../button.tsx'
import { ConfirmDialog, Dialog, Drawer } from './dialog.tsx'

afterEach(cleanup)

function AddModule({ busy = false }: { busy?: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Add Module</Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="New module"
        text="It begins unpublished."
        closeLabel="Close"
        busy={busy}
      >
        <input aria-label="Title" />
      </Dialog>
    </>
  )
}

const openIt = async () => {
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Add Module' }))
  return user
}

test('it is modal, named by its title and described by its sentence', async () => {
  render(<AddModule />)
  expect(screen.queryByRole('dialog')).toBeNull()
  await openIt()
  const dialog = screen.getByRole<HTMLDialogElement>('dialog', { name: 'New module' })
  expect(dialog.open).toBe(true)
  const description = document.getElementById(dialog.getAttribute('aria-describedby') ?? '')
  expect(description?.textContent).toBe('It begins unpublished.')
})

test('Esc, which the browser announces as cancel, closes it', async () => {
  render(<AddModule />)
  await openIt()
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test("a dialog's cross closes it, and a press inside does not", async () => {
  render(<AddModule />)
  const user = await openIt()
  await user.click(screen.getByRole('textbox', { name: 'Title' }))
  expect(screen.getByRole('dialog')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a press outside a dialog closes it, but not one that began inside', async () => {
  render(<AddModule />)
  await openIt()
  const dialog = screen.getByRole('dialog')
  fireEvent.pointerDown(screen.getByRole('textbox', { name: 'Title' }))
  fireEvent.click(dialog)
  expect(screen.getByRole('dialog')).toBeTruthy()
  fireEvent.pointerDown(dialog)
  fireEvent.click(dialog)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a busy dialog cannot be closed', async () => {
  render(<AddModule busy />)
  await openIt()
  const dialog = screen.getByRole('dialog')
  fireEvent(dialog, new Event('cancel', { cancelable: true }))
  fireEvent.pointerDown(dialog)
  fireEvent.click(dialog)
  expect(screen.getByRole('dialog')).toBeTruthy()
})

test('a dialog closed by the browser without asking stays open while its owner wants to ask', async () => {
  let asked = 0
  render(
    <Dialog open onClose={() => asked++} title="New module" closeLabel="Close">
      <input aria-label="Title" />
    </Dialog>,
  )
  const dialog = screen.getByRole<HTMLDialogElement>('dialog')
  fireEvent(dialog, new Event('cancel', { cancelable: false }))
  dialog.close()
  await waitFor(() => expect(asked).toBe(1))
  expect(dialog.open).toBe(true)
})

test('a confirmation names the object, acts on its button and shows errors', async () => {
  const user = userEvent.setup()
  let confirmed = 0
  render(
    <ConfirmDialog
      open
      onClose={() => undefined}
      onConfirm={() => confirmed++}
      title="Delete this course?"
      text="Are you sure you want to delete this course?"
      confirmLabel="Delete course"
      cancelLabel="Cancel"
      closeLabel="Close"
      error="Failed to delete course"
    />,
  )
  const dialog = screen.getByRole('alertdialog', { name: 'Delete this course?' })
  expect(dialog.textContent).toContain('Are you sure you want to delete this course?')
  expect(screen.getByRole('alert').textContent).toBe('Failed to delete course')
  await user.click(screen.getByRole('button', { name: 'Delete course' }))
  expect(confirmed).toBe(1)
})

test('a drawer starts in its content and returns the focus to its opener', async () => {
  const user = userEvent.setup()
  function Filters() {
    const [open, setOpen] = useState(false)
    return (
      <>
        <Button onClick={() => setOpen(true)}>Filters</Button>
        <Drawer open={open} onClose={() => setOpen(false)} side="start" title="Filters" closeLabel="Close">
          <input type="checkbox" aria-label="Free courses" />
        </Drawer>
      </>
    )
  }
  render(<Filters />)
  const button = screen.getByRole('button', { name: 'Filters' })
  await user.click(button)
  const drawer = screen.getByRole<HTMLDialogElement>('dialog', { name: 'Filters' })
  expect(drawer.open).toBe(true)
  fireEvent(drawer, new Event('cancel', { cancelable: true }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(button)
})
