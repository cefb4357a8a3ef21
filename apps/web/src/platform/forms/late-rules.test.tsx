import { act, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { StrictMode, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { NoticeProvider } from '@apogee/ui/feedback/notice.tsx'
import { PreferencesProvider } from '../language/preferences.tsx'
import { useContractForm } from './forms.ts'
import { usePageForm } from './page-form.ts'
import type { Rules } from './late-rules.ts'

const filled = (message: string) => z.string().check(z.trim(), z.minLength(1, message))
const schema = z.object({ name: filled('Name is required'), town: filled('Town is required') })
type Values = z.input<typeof schema>
const blank: Values = { name: '', town: '' }
const complete: Values = { name: 'Aisyah', town: 'Ipoh' }

function Fields({ rules, values, onValid }: Given) {
  const form = useContractForm(rules, values)
  const { errors, isSubmitting } = form.formState
  return (
    <form onSubmit={(event) => void form.handleSubmit(onValid)(event)}>
      <input aria-label="Name" {...form.register('name')} />
      <input aria-label="Town" {...form.register('town')} />
      <p role="alert">{[errors.name?.message, errors.town?.message].join(' ').trim()}</p>
      <p role="status">{isSubmitting ? 'busy' : ''}</p>
      <button type="submit">Send</button>
    </form>
  )
}

interface Given {
  rules: Rules<Values, Values>
  values: Values
  onValid: (values: Values) => unknown
}

const framed = (page: ReactNode) => (
  <PreferencesProvider
    initial={{ language: 'en', theme: 'space', offered: null }}
    prepare={() => Promise.resolve()}
  >
    <NoticeProvider label="Notices" dismissLabel="Dismiss">
      {page}
    </NoticeProvider>
  </PreferencesProvider>
)

function show({ rules = schema, values = blank, onValid = vi.fn<Given['onValid']>() }: Partial<Given> = {}) {
  const shown = render(
    <StrictMode>{framed(<Fields rules={rules} values={values} onValid={onValid} />)}</StrictMode>,
  )
  return { ...shown, onValid, user: userEvent.setup() }
}

const faults = () => screen.getByRole('alert').textContent
const state = () => screen.getByRole('status').textContent
const send = () => screen.getByRole('button', { name: 'Send' })

/** Returns rules that arrive when the test says so. */
function lateRules() {
  const { promise, resolve, reject } = Promise.withResolvers<typeof schema>()
  return { rules: vi.fn<() => Promise<typeof schema>>(() => promise), resolve, reject }
}

test('rules load when a field gets the focus, and once', async () => {
  const { rules, resolve } = lateRules()
  const { user } = show({ rules, values: complete })
  expect(rules).not.toHaveBeenCalled()
  await user.tab()
  await user.tab()
  expect(rules).toHaveBeenCalledOnce()
  resolve(schema)
})

test('rules load when the pointer comes over the form', () => {
  const { rules, resolve } = lateRules()
  show({ rules })
  fireEvent.pointerOver(send())
  expect(rules).toHaveBeenCalledOnce()
  resolve(schema)
})

test('rules that did not load on focus load on submit', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const loaded = vi.fn<() => Promise<typeof schema>>()
  loaded.mockRejectedValueOnce(new TypeError('offline')).mockResolvedValue(schema)
  const { onValid, user } = show({ rules: loaded, values: complete })
  await user.tab()
  await user.click(send())
  expect(onValid).toHaveBeenCalledExactlyOnceWith(complete, expect.anything())
})

test('rules load at once when a field has the focus before the form is live', () => {
  const { rules } = lateRules()
  const page = framed(<Fields rules={rules} values={blank} onValid={vi.fn<Given['onValid']>()} />)
  const container = document.createElement('div')
  container.innerHTML = renderToString(page)
  document.body.append(container)
  screen.getByLabelText('Name').focus()
  render(page, { container, hydrate: true })
  expect(rules).toHaveBeenCalledOnce()
})

test('a schema that changed after the form was shown is the one that a submit validates by', async () => {
  const { rerender, user } = show({ rules: schema })
  const malay = z.object({ name: filled('Nama diperlukan'), town: filled('Bandar diperlukan') })
  rerender(
    <StrictMode>
      {framed(<Fields rules={malay} values={blank} onValid={vi.fn<Given['onValid']>()} />)}
    </StrictMode>,
  )
  await user.click(send())
  expect(faults()).toBe('Nama diperlukan Bandar diperlukan')
})

test('a submit waits for its rules, is sent once, and with the values of the press', async () => {
  const { rules, resolve } = lateRules()
  const { onValid } = show({ rules, values: complete })
  fireEvent.submit(send())
  fireEvent.submit(send())
  expect(state()).toBe('busy')
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Later' } })
  await act(async () => resolve(schema))
  expect(onValid).toHaveBeenCalledExactlyOnceWith(complete, expect.anything())
  expect(state()).toBe('')
})

test('a submit with faults that waited for its rules shows them and sends nothing', async () => {
  const { rules, resolve } = lateRules()
  const { onValid } = show({ rules })
  fireEvent.submit(send())
  await act(async () => resolve(schema))
  expect(faults()).toContain('Name is required')
  expect(document.activeElement).toBe(screen.getByLabelText('Name'))
  expect(onValid).not.toHaveBeenCalled()
})

test('a submit whose rules cannot be loaded says so, keeps the values, and can be repeated', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const loaded = vi.fn<() => Promise<typeof schema>>()
  loaded.mockRejectedValueOnce(new TypeError('offline')).mockResolvedValue(schema)
  const { onValid } = show({ rules: loaded, values: complete })
  await act(async () => fireEvent.submit(send()))
  screen.getByText('Apogee cannot be reached right now')
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Aisyah')
  expect(onValid).not.toHaveBeenCalled()
  await act(async () => fireEvent.submit(send()))
  expect(onValid).toHaveBeenCalledExactlyOnceWith(complete, expect.anything())
})

function PageFields({ rules }: { rules: Rules<Values, Values> }) {
  const { field, page } = usePageForm({
    schema: rules,
    values: complete,
    save: () => Promise.reject(new Error('nothing is sent')),
    failed: 'An unexpected error occurred',
  })
  const { error: _error, ...name } = field('name')
  return (
    <form onSubmit={page.onSubmit}>
      <input aria-label="Name" {...name} />
      <p role="alert">{page.error}</p>
      <button type="submit">Send</button>
    </form>
  )
}

test('a form of a page whose rules cannot be loaded shows its sentence for a call without an answer', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const rules = vi.fn<() => Promise<typeof schema>>().mockRejectedValue(new TypeError('offline'))
  render(framed(<PageFields rules={rules} />))
  await act(async () => fireEvent.submit(send()))
  expect(faults()).toBe('An unexpected error occurred')
})

test('a form that has gone sends nothing when its rules arrive', async () => {
  const { rules, resolve } = lateRules()
  const { onValid, unmount } = show({ rules, values: complete })
  fireEvent.submit(send())
  unmount()
  await act(async () => resolve(schema))
  expect(onValid).not.toHaveBeenCalled()
})

test('a form is busy until the promise of its handler ends', async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const onValid = vi.fn<Given['onValid']>(() => promise)
  show({ onValid, values: complete })
  await act(async () => fireEvent.submit(send()))
  expect(state()).toBe('busy')
  await act(async () => fireEvent.submit(send()))
  await act(async () => resolve(undefined))
  expect(state()).toBe('')
  expect(onValid).toHaveBeenCalledOnce()
})
