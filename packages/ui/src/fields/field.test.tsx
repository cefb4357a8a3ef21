import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { Checkbox, Switch } from './checkbox.tsx'
import { FileDrop } from './file-drop.tsx'
import { PasswordField } from './password-field.tsx'
import { RadioGroup } from './radio-group.tsx'
import { SearchField } from './search-field.tsx'
import { Select } from './select.tsx'
import { TextArea, TextField } from './text-field.tsx'

afterEach(cleanup)

const describedBy = (control: HTMLElement) =>
  (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' | ')

test('a field in error is invalid and described by its hint and its message', () => {
  render(<TextField label="Email" hint="For the receipt" error="Please enter a valid email address" />)
  const input = screen.getByRole('textbox', { name: 'Email' })
  expect(input.getAttribute('aria-invalid')).toBe('true')
  expect(describedBy(input)).toBe('For the receipt | Please enter a valid email address')
})

test('a field without error is neither invalid nor described', () => {
  render(<TextField label="Email" />)
  const input = screen.getByRole('textbox', { name: 'Email' })
  expect(input.hasAttribute('aria-invalid')).toBe(false)
  expect(input.hasAttribute('aria-describedby')).toBe(false)
})

test('each kind of control carries its own error', () => {
  render(
    <>
      <TextArea label="Description" error="Description is required" />
      <Select label="Country" options={[{ value: 'MY', label: 'Malaysia' }]} error="Choose a country" />
      <Checkbox label="I agree" error="Please accept the terms" />
      <PasswordField label="Password" showLabel="Show" hideLabel="Hide" error="Password is required" />
      <FileDrop
        label="Video"
        prompt="Drop a file or"
        browseLabel="browse"
        onFile={() => undefined}
        error="File size exceeds 100MB limit"
      />
    </>,
  )
  const errors = [
    screen.getByRole('textbox', { name: 'Description' }),
    screen.getByRole('combobox', { name: 'Country' }),
    screen.getByRole('checkbox', { name: 'I agree' }),
    screen.getByLabelText('Password'),
    screen.getByLabelText('Video'),
  ].map((control) => [control.getAttribute('aria-invalid'), describedBy(control)])
  expect(errors).toEqual([
    ['true', 'Description is required'],
    ['true', 'Choose a country'],
    ['true', 'Please accept the terms'],
    ['true', 'Password is required'],
    ['true', 'File size exceeds 100MB limit'],
  ])
})

test("the password toggle's label says what it will do", async () => {
  const user = userEvent.setup()
  render(<PasswordField label="Password" showLabel="Show" hideLabel="Hide" />)
  const input = screen.getByLabelText<HTMLInputElement>('Password')
  expect(input.type).toBe('password')
  await user.click(screen.getByRole('button', { name: 'Show' }))
  expect(input.type).toBe('text')
  await user.click(screen.getByRole('button', { name: 'Hide' }))
  expect(input.type).toBe('password')
})

test('search, switch and radios have names although the search label is hidden', async () => {
  const user = userEvent.setup()
  let kind = ''
  render(
    <>
      <SearchField label="Search courses" />
      <Switch label="Public: Git Without Fear" defaultChecked />
      <RadioGroup
        legend="Kind"
        onChange={(value) => (kind = value)}
        options={[
          { value: 'video', label: 'Video' },
          { value: 'quiz', label: 'Quiz', hint: 'JSON' },
        ]}
      />
    </>,
  )
  expect(screen.getByRole('searchbox', { name: 'Search courses' })).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Public: Git Without Fear' }).checked).toBe(
    true,
  )
  expect(screen.getByRole('radio', { description: 'JSON' })).toBe(screen.getByLabelText('Quiz'))
  await user.click(screen.getByRole('radio', { name: 'Quiz' }))
  expect(kind).toBe('quiz')
})

test('a file is accepted by the input and by a drop', async () => {
  const user = userEvent.setup()
  const names: string[] = []
  render(
    <FileDrop
      label="Video"
      prompt="Drop a file or"
      browseLabel="browse"
      onFile={(file) => names.push(file.name)}
    />,
  )
  await user.upload(screen.getByLabelText('Video'), new File(['x'], 'lesson.mp4', { type: 'video/mp4' }))
  const frame = screen.getByText('browse').closest('.ap-drop')
  if (frame) fireEvent.drop(frame, { dataTransfer: { files: [new File(['x'], 'dropped.mp4')] } })
  expect(names).toEqual(['lesson.mp4', 'dropped.mp4'])
})

test('the name of a file drop is a label of its input, so that it works at any scroll position', async () => {
  const user = userEvent.setup()
  render(<FileDrop label="Video" prompt="Drop a file or" browseLabel="browse" onFile={() => undefined} />)
  const input = screen.getByLabelText<HTMLInputElement>('Video')
  expect([...(input.labels ?? [])].map((label) => label.textContent)).toEqual(['Video'])
  expect(input.hasAttribute('aria-labelledby')).toBe(false)
  await user.tab()
  expect(document.activeElement).toBe(input)
})
