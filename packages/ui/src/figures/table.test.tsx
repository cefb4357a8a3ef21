import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { InlineEdit } from '../fields/inline-edit.tsx'
import { LoadMore } from '../navigation/load-more.tsx'
import { Table } from './table.tsx'

afterEach(cleanup)

const rows = [
  { id: 1, title: 'Git Without Fear', sen: 0 },
  { id: 2, title: 'SQL for People with Questions', sen: 12_900 },
]

function Courses() {
  const [direction, setDirection] = useState<'ascending' | 'descending'>('ascending')
  return (
    <Table
      caption="Courses"
      rows={direction === 'ascending' ? rows : rows.toReversed()}
      rowKey={({ id }) => id}
      selected={({ id }) => id === 2}
      columns={[
        {
          id: 'title',
          header: 'Course',
          phone: 'main',
          cell: ({ title }) => title,
          sort: {
            direction,
            onSort: () => setDirection(direction === 'ascending' ? 'descending' : 'ascending'),
          },
        },
        {
          id: 'price',
          header: 'Price (RM)',
          align: 'end',
          phoneLabel: 'RM',
          cell: ({ sen }) => (sen / 100).toFixed(2),
        },
      ]}
    />
  )
}

const titles = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent)

test('a table is named by its caption and keeps its roles, which stacking on a phone would drop', () => {
  render(<Courses />)
  const table = screen.getByRole('table', { name: 'Courses' })
  for (const part of table.querySelectorAll('thead, tbody, tr, th, td'))
    expect(part.hasAttribute('role')).toBe(true)
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Course', 'Price (RM)'])
})

test('a value has the label that a stacked row shows before it; numbers and their heading are right-aligned', () => {
  render(<Courses />)
  const price = screen.getByRole('cell', { name: '129.00' })
  expect(price.dataset['label']).toBe('RM')
  expect(price.dataset['align']).toBe('end')
  expect(screen.getByRole('columnheader', { name: 'Price (RM)' }).dataset['align']).toBe('end')
})

test('a sorted column shows its direction, and reverses it', async () => {
  const user = userEvent.setup()
  render(<Courses />)
  const head = screen.getByRole('columnheader', { name: 'Course' })
  expect(head.getAttribute('aria-sort')).toBe('ascending')
  await user.click(within(head).getByRole('button', { name: 'Course' }))
  expect(head.getAttribute('aria-sort')).toBe('descending')
  expect(titles()).toEqual(['SQL for People with Questions', 'Git Without Fear'])
})

test('a table value is edited in place: Enter saves, Esc cancels, a refusal keeps the input', async () => {
  const user = userEvent.setup()
  const saved: string[] = []
  render(
    <InlineEdit
      value="129.00"
      label="Price in RM"
      editLabel="Edit price"
      saveLabel="Save price"
      cancelLabel="Cancel"
      onSave={(draft) => {
        saved.push(draft)
        return Promise.resolve(draft !== '-1')
      }}
    >
      129.00
    </InlineEdit>,
  )
  const typed = async (text: string) => {
    await user.click(screen.getByRole('button', { name: 'Edit price' }))
    await user.clear(screen.getByRole('textbox', { name: 'Price in RM' }))
    await user.keyboard(text)
  }
  await typed('99{Escape}')
  expect(screen.queryByRole('textbox')).toBeNull()
  await typed('99{Enter}')
  expect(await screen.findByRole('button', { name: 'Edit price' })).toBeTruthy()
  await typed('-1{Enter}')
  expect(await screen.findByRole<HTMLInputElement>('textbox', { name: 'Price in RM' })).toHaveProperty(
    'value',
    '-1',
  )
  expect(saved).toEqual(['99', '-1'])
})

test('a growing list announces how much is shown, is busy while it loads, and shows why it failed', () => {
  const more = { status: '50 of 128 courses', label: 'Show more', onMore: () => undefined }
  const { rerender } = render(<LoadMore {...more} busy busyLabel="Loading..." />)
  expect(screen.getByRole('status').textContent).toBe('50 of 128 courses')
  expect(screen.getByRole('button').textContent).toContain('Loading...')
  rerender(<LoadMore {...more} error="The rest could not be loaded." />)
  expect(screen.getByRole('alert').textContent).toBe('The rest could not be loaded.')
  rerender(<LoadMore status="128 of 128 courses" label="Show more" />)
  expect(screen.queryByRole('button')).toBeNull()
})
