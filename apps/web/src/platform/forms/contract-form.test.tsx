import { act, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { StrictMode, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { NoticeProvider } from '@apogee/ui/feedback/notice.tsx'
import { PreferencesProvider } from '../language/preferences.tsx'
import type { ContractForm, Rules } from './contract-form.ts'
import { useContractForm } from './forms.ts'

const filled = (message: string) => z.string().check(z.trim(), z.minLength(1, message))
const schema = z.object({
  name: filled('Name is required'),
  town: filled('Town is required'),
  agrees: z.boolean(),
  days: z.array(z.string()).check(z.minLength(1, 'Choose a day')),
  seats: z.int('Seats must be a number'),
})
type Values = z.input<typeof schema>
const blank: Values = { name: '', town: '', agrees: false, days: [], seats: Number.NaN }
const complete: Values = { name: 'Aisyah', town: 'Ipoh', agrees: true, days: ['mon'], seats: 3 }

let form: ContractForm<Values, Values>

function Fields({ rules, values, onValid }: Given) {
  form = useContractForm(rules, values)
  const { errors } = form
  return (
    <form onSubmit={(event) => void form.handleSubmit(onValid)(event)}>
      <input aria-label="Name" {...form.register('name')} />
      <input aria-label="Town" {...form.register('town', { deps: ['name'] })} />
      <input type="checkbox" aria-label="Agrees" {...form.register('agrees')} />
      {['mon', 'tue'].map((day) => (
        <input key={day} type="checkbox" aria-label={day} value={day} {...form.register('days')} />
      ))}
      <input type="number" aria-label="Seats" {...form.register('seats', { valueAsNumber: true })} />
      <p role="alert">
        {Object.values(errors)
          .flatMap((fault) => fault?.message ?? [])
          .join(', ')}
      </p>
      <p role="status">{[form.isDirty && 'dirty', form.isSubmitting && 'busy'].filter(Boolean).join(' ')}</p>
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

test('fields show the default values and give what is typed, as the schema returns it', async () => {
  const { onValid, user } = show({ values: { ...complete, name: '' } })
  expect(screen.getByLabelText<HTMLInputElement>('Town').value).toBe('Ipoh')
  expect(screen.getByLabelText<HTMLInputElement>('mon').checked).toBe(true)
  expect(screen.getByLabelText<HTMLInputElement>('tue').checked).toBe(false)
  expect(screen.getByLabelText<HTMLInputElement>('Agrees').checked).toBe(true)
  await user.type(screen.getByLabelText('Name'), '  Aisyah ')
  await user.click(screen.getByLabelText('tue'))
  await user.click(send())
  expect(onValid).toHaveBeenCalledExactlyOnceWith({ ...complete, days: ['mon', 'tue'] })
})

test('a refused submit names every fault and focuses the first field with one', async () => {
  const { onValid, user } = show({ values: { ...blank, name: 'Aisyah' } })
  await user.click(send())
  expect(faults()).toBe('Town is required, Choose a day, Seats must be a number')
  expect(document.activeElement).toBe(screen.getByLabelText('Town'))
  expect(onValid).not.toHaveBeenCalled()
})

test('faults clear on input only after a submit, together with the dependent fields', async () => {
  const { user } = show({ values: { ...complete, name: '', town: '' } })
  await user.type(screen.getByLabelText('Name'), 'A')
  await user.clear(screen.getByLabelText('Name'))
  expect(faults()).toBe('')
  await user.click(send())
  expect(faults()).toBe('Name is required, Town is required')
  act(() => form.setError('name', { type: 'server', message: 'Taken' }))
  await user.type(screen.getByLabelText('Town'), 'I')
  expect(faults()).toBe('Name is required')
  await user.type(screen.getByLabelText('Name'), 'A')
  expect(faults()).toBe('')
})

test('a form is dirty while a value differs from the default one', async () => {
  const { user } = show({ values: complete })
  expect(state()).toBe('')
  await user.click(screen.getByLabelText('tue'))
  expect(state()).toBe('dirty')
  await user.click(screen.getByLabelText('tue'))
  expect(state()).toBe('')
  await user.type(screen.getByLabelText('Name'), 'x')
  act(() => form.reset({ ...complete, name: 'Chong' }))
  expect(state()).toBe('')
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Chong')
})

test('a value that a program fills in without an event counts when the field is left', async () => {
  const { onValid, user } = show({ values: { ...complete, name: '' } })
  const name = screen.getByLabelText<HTMLInputElement>('Name')
  name.focus()
  Reflect.set(HTMLInputElement.prototype, 'value', 'Aisyah', name)
  fireEvent.blur(name)
  await user.click(send())
  expect(onValid).toHaveBeenCalledExactlyOnceWith(complete)
})

test('rules load when a field gets the focus, and once', async () => {
  const { rules, resolve } = lateRules()
  const { user } = show({ rules, values: complete })
  expect(rules).not.toHaveBeenCalled()
  await user.tab()
  await user.tab()
  expect(rules).toHaveBeenCalledOnce()
  resolve(schema)
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

test('a submit waits for its rules, is sent once, and with the values of the press', async () => {
  const { rules, resolve } = lateRules()
  const { onValid } = show({ rules, values: complete })
  fireEvent.submit(send())
  fireEvent.submit(send())
  expect(state()).toBe('busy')
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Later' } })
  await act(async () => resolve(schema))
  expect(onValid).toHaveBeenCalledExactlyOnceWith(complete)
  expect(state()).toBe('dirty')
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
  expect(onValid).toHaveBeenCalledExactlyOnceWith(complete)
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
