import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { Tabs } from './tabs.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function Course({ collapsible = false }: { collapsible?: boolean }) {
  const [open, setOpen] = useState<string | null>('about')
  return (
    <Tabs
      label="Course details"
      value={open}
      onChange={setOpen}
      collapsible={collapsible}
      tabs={[
        { id: 'about', label: 'About', panel: 'What it is about' },
        { id: 'discussion', label: 'Discussion', panel: 'Talk', disabled: true },
        { id: 'curriculum', label: 'Curriculum', panel: 'Six modules' },
        { id: 'faq', label: 'FAQ', panel: 'Answers' },
      ]}
    />
  )
}

const tab = (name: string) => screen.getByRole('tab', { name })

test('arrows open the next tab, skip a disabled one and wrap around', async () => {
  const user = userEvent.setup()
  render(<Course />)
  await user.tab()
  expect(document.activeElement).toBe(tab('About'))
  await user.keyboard('{ArrowRight}')
  expect(document.activeElement).toBe(tab('Curriculum'))
  expect(screen.getByRole('tabpanel', { name: 'Curriculum' }).textContent).toBe('Six modules')
  await user.keyboard('{End}{ArrowRight}')
  expect(document.activeElement).toBe(tab('About'))
  await user.keyboard('{ArrowLeft}')
  expect(document.activeElement).toBe(tab('FAQ'))
  await user.keyboard('{Home}')
  expect(document.activeElement).toBe(tab('About'))
})

test('exactly one tab is a stop for the Tab key', async () => {
  const user = userEvent.setup()
  render(<Course />)
  await user.click(tab('Curriculum'))
  const stops = screen.getAllByRole('tab').filter((button) => button.tabIndex === 0)
  expect(stops).toEqual([tab('Curriculum')])
})

test('pressing the open tab closes it if enabled, and keyboard access stays', async () => {
  const user = userEvent.setup()
  render(<Course collapsible />)
  await user.click(tab('Curriculum'))
  await user.click(tab('Curriculum'))
  expect(screen.queryByRole('tabpanel')).toBeNull()
  expect(tab('Curriculum').getAttribute('aria-selected')).toBe('false')
  expect(tab('Curriculum').tabIndex).toBe(0)
})

test('pressing the open tab keeps it open by default', async () => {
  const user = userEvent.setup()
  render(<Course />)
  await user.click(tab('About'))
  expect(screen.getByRole('tabpanel', { name: 'About' }).textContent).toBe('What it is about')
})

test('the open tab is scrolled into view inside its row, and back', async () => {
  const user = userEvent.setup()
  const widths = { row: 200, tab: 120 }
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(widths.row)
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(widths.tab)
  vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockImplementation(function (this: HTMLElement) {
    return this.role === 'tab' ? [...(this.parentElement?.children ?? [])].indexOf(this) * widths.tab : 0
  })
  render(<Course />)
  const row = screen.getByRole('tablist', { name: 'Course details' })
  expect(row.scrollLeft).toBe(0)
  const scroll = vi.spyOn(row, 'scrollIntoView')
  await user.click(tab('FAQ'))
  expect(scroll, 'a press in the row does not move the page').not.toHaveBeenCalled()
  expect(row.scrollLeft).toBe(4 * widths.tab - widths.row)
  await user.click(tab('About'))
  expect(row.scrollLeft).toBe(0)
})

/** A panel with a link that opens another tab, as a page does whose tabs are in its address. */
function Invited() {
  const [open, setOpen] = useState<string | null>('about')
  const invitation = (
    <button type="button" onClick={() => setOpen('reviews')}>
      Write a review
    </button>
  )
  return (
    <Tabs
      label="Course details"
      value={open}
      onChange={setOpen}
      tabs={[
        { id: 'about', label: 'About', panel: invitation },
        { id: 'reviews', label: 'Reviews', panel: 'How is the course?' },
      ]}
    />
  )
}

test('a tab that a press below opens is brought into view, and its panel gets the lost focus', async () => {
  const user = userEvent.setup()
  render(<Invited />)
  const row = screen.getByRole('tablist')
  const scroll = vi.spyOn(row, 'scrollIntoView')
  await user.click(screen.getByRole('button', { name: 'Write a review' }))
  expect(scroll).toHaveBeenCalledOnce()
  expect(document.activeElement).toBe(screen.getByRole('tabpanel', { name: 'Reviews' }))
})
