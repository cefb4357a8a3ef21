import { refusals } from '@apogee/contracts/refusals.ts'
import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { malay } from '#web/app/malay.ts'
import { shellMessages } from '#web/app/shell/messages.en.ts'
import { ApiError } from '#web/platform/client.ts'
import { loadMalay, setMalayLoader, useFieldText, useRefusalText, useText } from '#web/platform/messages.ts'
import { PreferencesProvider, type Language } from '#web/platform/preferences.tsx'

const inLanguage = (language: Language) => ({
  wrapper: ({ children }: { children: ReactNode }) => (
    <PreferencesProvider
      initial={{ language, theme: 'auto', offerMalay: false }}
      prepare={() => Promise.resolve()}
    >
      {children}
    </PreferencesProvider>
  ),
})
const owned = new ApiError({
  status: 409,
  errorCode: 'COURSE_ALREADY_OWNED',
  message: refusals.COURSE_ALREADY_OWNED.sentence,
})

test('texts and refusals follow the language; English refusals are the server’s own words', async () => {
  setMalayLoader(() => Promise.resolve(malay))
  await loadMalay()
  const english = renderHook(
    () => ({ text: useText(shellMessages), refusal: useRefusalText() }),
    inLanguage('en'),
  ).result.current
  const ms = renderHook(() => ({ text: useText(shellMessages), refusal: useRefusalText() }), inLanguage('ms'))
    .result.current
  expect([english.text.signIn, english.text.cartWith(2), english.refusal(owned)]).toEqual([
    'Sign In',
    'Cart, 2 courses',
    'You are already enrolled in this course',
  ])
  expect([ms.text.signIn, ms.text.cartWith(2), ms.refusal(owned)]).toEqual([
    'Log Masuk',
    'Troli, 2 kursus',
    'Anda sudah mendaftar dalam kursus ini',
  ])
})

test('what is not a refusal falls back to the screen’s own sentence', () => {
  const { result } = renderHook(() => useRefusalText(), inLanguage('en'))
  expect(result.current(new Error('boom'), 'An error occurred while enrolling in the course')).toBe(
    'An error occurred while enrolling in the course',
  )
})

test('form rules speak Malay too, and an unknown sentence stays as it is', () => {
  const { result } = renderHook(() => useFieldText(), inLanguage('ms'))
  expect(result.current('Email is required')).toBe('E-mel diperlukan')
  expect(result.current('Something new')).toBe('Something new')
})
