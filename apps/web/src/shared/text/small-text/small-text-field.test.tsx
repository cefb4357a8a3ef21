import type { SmallTextKind } from '@apogee/domain/text/small-text.ts'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useState, type ReactElement } from 'react'
import { loadTexts } from '#web/platform/language/messages.ts'
import { PreferencesProvider } from '#web/platform/language/preferences.tsx'
import * as code from './editor-code.ts'
import { editorCode } from './load-editor.ts'
import { SmallTextField } from './small-text-field.tsx'

const { load } = editorCode
beforeEach(() => {
  editorCode.load = () => Promise.resolve(code)
})
afterEach(() => {
  editorCode.load = load
})

let value = ''
let put: (text: string) => void = () => {}

function Form({ initial, kind = 'announcement' }: { initial: string; kind?: SmallTextKind }) {
  const [text, setText] = useState(initial)
  value = text
  put = setText
  return (
    <SmallTextField
      kind={kind}
      label="Text"
      hint="For everybody"
      error={text === '' ? 'Please write something' : undefined}
      name="body"
      required
      text={text}
      onText={setText}
      defaultValue={initial}
      onChange={(event) => setText(event.target.value)}
    />
  )
}

const shown = (form: ReactElement) =>
  render(
    <PreferencesProvider initial={{ language: 'en', theme: 'space', offered: null }} prepare={loadTexts}>
      {form}
    </PreferencesProvider>,
  )

/** Focuses the field, and waits for its editor. */
async function openEditor(initial: string, kind?: SmallTextKind) {
  const page = shown(<Form initial={initial} {...(kind && { kind })} />)
  const area = screen.getByRole('textbox', { name: 'Text' })
  expect(area.tagName).toBe('TEXTAREA')
  await act(async () => {
    area.focus()
    await Promise.resolve()
  })
  const editor = screen.getByRole('textbox', { name: 'Text' })
  expect(editor.tagName).toBe('DIV')
  return { ...page, area, editor, toolbar: within(screen.getByRole('toolbar', { name: 'Format' })) }
}

/** Simulates the browser's event for text that a program writes or that is dictated. */
const written = (editor: Element, data: string) =>
  fireEvent(
    editor,
    new InputEvent('beforeinput', { inputType: 'insertText', data, bubbles: true, cancelable: true }),
  )

test('the editor takes over text and focus, and the form keeps the text until it is changed', async () => {
  const initial = 'Old *plain* text\nwith two lines\n\nand **odd** signs *'
  const { editor } = await openEditor(initial)
  expect(document.activeElement).toBe(editor)
  expect([...editor.querySelectorAll('p')].map(({ textContent }) => textContent)).toEqual([
    'Old *plain* textwith two lines',
    'and **odd** signs *',
  ])
  expect(value).toBe(initial)
  expect(editor.getAttribute('aria-required')).toBe('true')
  expect(document.getElementById(editor.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'For everybody',
  )
})

test('tools give the text a form that the form gets as Markdown, and take it back', async () => {
  const { toolbar } = await openEditor('Bring a question')
  const press = (name: string) => fireEvent.click(toolbar.getByRole('button', { name }))
  press('Bulleted list')
  expect(value).toBe('- Bring a question')
  expect(toolbar.getByRole('button', { name: 'Bulleted list' }).getAttribute('aria-pressed')).toBe('true')
  press('Numbered list')
  expect(value).toBe('1. Bring a question')
  press('Numbered list')
  press('Heading')
  expect(value).toBe('## Bring a question')
  press('Subheading')
  expect(value).toBe('### Bring a question')
  press('Subheading')
  press('Code block')
  expect(value).toBe('```\nBring a question\n```')
  press('Undo')
  expect(value).not.toContain('```')
})

test('each kind has its tools', async () => {
  const { toolbar, unmount } = await openEditor('x', 'description')
  expect(toolbar.queryByRole('button', { name: 'Code block' })).toBeNull()
  expect(toolbar.queryByRole('button', { name: 'Heading' })).toBeNull()
  unmount()
  shown(<Form initial="x" kind="discussion" />)
  expect(screen.getByRole('button', { name: 'Code block' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Heading' })).toBeNull()
})

test('a link is refused without a safe address, and Enter saves it without sending the form', async () => {
  const { toolbar } = await openEditor('')
  fireEvent.click(toolbar.getByRole('button', { name: 'Link' }))
  const address = screen.getByRole('textbox', { name: 'Address of the link' })
  expect(document.activeElement).toBe(address)
  fireEvent.change(address, { target: { value: 'javascript:alert(1)' } })
  fireEvent.keyDown(address, { key: 'Enter' })
  expect(screen.getByText('Enter a web address, a mail address, or a page of this site')).toBeTruthy()
  fireEvent.change(address, { target: { value: 'example.org/form' } })
  fireEvent.keyDown(address, { key: 'Enter' })
  expect(value).toBe('[example.org/form](https://example.org/form)')
  expect(screen.queryByRole('textbox', { name: 'Address of the link' })).toBeNull()
})

test('a text that the form sets is shown, and an error reaches the editor', async () => {
  const { editor } = await openEditor('first')
  act(() => put(''))
  expect(editor.textContent).toBe('')
  expect(editor.getAttribute('aria-invalid')).toBe('true')
  act(() => put('**second**'))
  expect(editor.querySelector('strong')?.textContent).toBe('second')
  expect(editor.getAttribute('aria-invalid')).toBeNull()
})

test('the focus that a form gives to a refused field goes to the editor', async () => {
  const { editor, area, toolbar } = await openEditor('x')
  toolbar.getByRole('button', { name: 'Bold' }).focus()
  act(() => area.focus())
  await waitFor(() => expect(document.activeElement).toBe(editor))
})

test('a program that fills the area in, as other fields, replaces the text in the editor', async () => {
  const { editor, area } = await openEditor('x')
  act(() => {
    editor.blur()
    area.focus()
  })
  expect(document.activeElement).toBe(area)
  fireEvent.change(area, { target: { value: 'Filled in' } })
  expect(editor.textContent).toBe('Filled in')
  await waitFor(() => expect(document.activeElement).toBe(editor))
  expect(value).toBe('Filled in')
})

test('input of a program that has selected the area replaces the text', async () => {
  const { editor, area } = await openEditor('First words')
  act(() => {
    editor.blur()
    area.focus()
    if (area instanceof HTMLTextAreaElement) area.select()
  })
  await waitFor(() => expect(document.activeElement).toBe(editor))
  expect(document.getSelection()?.toString()).toBe('First words')
})

test('input of a program replaces the text also when the editor comes after the program has selected the area', async () => {
  shown(<Form initial="First **words**" kind="discussion" />)
  const area = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text' })
  await act(async () => {
    area.select()
    area.focus()
    await Promise.resolve()
  })
  const editor = screen.getByRole('textbox', { name: 'Text' })
  expect(editor.tagName).toBe('DIV')
  written(editor, 'Quite new')
  expect(value).toBe('Quite new')
})

test('Escape stays with the dialog around the field', async () => {
  const { editor } = await openEditor('x')
  expect(fireEvent.keyDown(editor, { key: 'Escape', keyCode: 27 })).toBe(true)
  expect(fireEvent.keyDown(editor, { key: 'Enter', keyCode: 13 })).toBe(false)
})

test.each([
  'First line\nsecond *line*\n# third_ `',
  'a\n\n\nb',
  '- one\n- two',
  '2 * 3 * 4 = 24',
  '@Ali https://a.test/x_y_z',
])('a text that a program writes into the editor is the value, letter for letter: %j', async (words) => {
  const { editor } = await openEditor('', 'discussion')
  expect(written(editor, words)).toBe(false)
  expect(value).toBe(words)
})

test('a text that a program writes over a text with a form has that form no more', async () => {
  const { editor } = await openEditor('**Old** words', 'discussion')
  fireEvent.keyDown(editor, { key: 'a', keyCode: 65, ctrlKey: true })
  written(editor, 'Quite new')
  expect(value).toBe('Quite new')
})

test('words that are written into a text keep its form, and their signs are no shortcuts', async () => {
  const { editor } = await openEditor('**Old** words', 'discussion')
  written(editor, ' and *new*\nones')
  expect(value).toBe('**Old** words and \\*new\\*\nones')
  expect(written(editor, 'x')).toBe(true)
})

test('where the editor cannot be loaded, the plain area stays, and the next visit tries again', async () => {
  editorCode.load = () => Promise.reject(new Error('offline'))
  const complaints: unknown[] = []
  const { warn } = console
  console.warn = (...given) => complaints.push(given)
  shown(<Form initial="kept" />)
  const area = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text' })
  await act(async () => {
    area.focus()
    await Promise.resolve()
  })
  console.warn = warn
  expect(complaints).toHaveLength(1)
  expect(screen.getByRole('textbox', { name: 'Text' })).toBe(area)
  editorCode.load = () => Promise.resolve(code)
  await act(async () => {
    area.blur()
    area.focus()
    await Promise.resolve()
  })
  expect(screen.getByRole('textbox', { name: 'Text' }).textContent).toBe('kept')
})

test('a tool that cannot be used says so and keeps the text, and the next press tries again', async () => {
  const { warn } = console
  console.warn = () => {}
  editorCode.load = () => Promise.reject(new Error('offline'))
  shown(<Form initial="kept" />)
  const area = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text' })
  const press = async () => {
    await act(async () => {
      fireEvent.click(screen.getByRole('button', { name: 'Bulleted list' }))
      await Promise.resolve()
    })
  }
  await act(async () => {
    area.focus()
    await Promise.resolve()
  })
  expect(screen.getByRole('status').textContent).toBe('')
  await press()
  console.warn = warn
  expect(screen.getByRole('status').textContent).toMatch(/^Formatting is not available now/)
  expect(area.value).toBe('kept')
  editorCode.load = () => Promise.resolve(code)
  await press()
  expect(screen.getByRole('status').textContent).toBe('')
  expect(value).toBe('- kept')
})

test('a text that the editor would change stays in the area, without tools, until it is another one', async () => {
  const old = 'Why?\n```js\na * b\n```\nThanks'
  shown(<Form initial={old} kind="discussion" />)
  const area = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text' })
  const visit = async () => {
    await act(async () => {
      area.blur()
      area.focus()
      await Promise.resolve()
    })
  }
  await visit()
  expect(screen.getByRole('textbox', { name: 'Text' })).toBe(area)
  expect(screen.queryByRole('toolbar')).toBeNull()
  expect(screen.getByRole('status').textContent).toMatch(/^This text is edited as it was typed/)
  expect(value).toBe(old)
  fireEvent.change(area, { target: { value: 'Why?' } })
  await visit()
  expect(screen.getByRole('textbox', { name: 'Text' }).tagName).toBe('DIV')
  expect(screen.getByRole('toolbar')).toBeTruthy()
})
