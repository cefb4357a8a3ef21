import { translatedLanguages, type Language } from '@apogee/domain/languages.ts'
import { dayLimitSentences } from '@apogee/contracts/day-limits.ts'
import { refusals } from '@apogee/contracts/refusals.ts'
import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { loadTextsOf } from '#web/app/texts/load-texts.ts'
import { offerIn } from '#web/app/shell/messages/language-offer.texts.ts'
import { shellMessages } from '#web/app/shell/messages/messages.en.ts'
import { specifiedFailure, specifiedSentences } from '#web/shared/other-servers/bare-answers.ts'
import { ApiError, call, failureOf } from '#web/platform/transfer/client.ts'
import { refusals as refusalsInMalay } from '#web/platform/failures/refusals.ms.ts'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import {
  loadTexts,
  setTextLoader,
  useFieldText,
  useRefusalText,
  useText,
  type Messages,
} from '#web/platform/language/messages.ts'
import { PreferencesProvider } from '#web/platform/language/preferences.tsx'
import { answer, breakNetwork } from '#web/testing/mock-api.ts'

const inLanguage = (language: Language) => ({
  wrapper: ({ children }: { children: ReactNode }) => (
    <PreferencesProvider
      initial={{ language, theme: 'space', offered: null }}
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

const english = Object.values(
  import.meta.glob<Record<string, Messages<Record<string, string>>>>('#web/**/*.en.ts', { eager: true }),
).flatMap((file) => Object.values(file))

test.each(translatedLanguages)(
  'the two files of texts hold every dictionary in %s, and the offer to change to it exists',
  async (language) => {
    expect(english.length).toBeGreaterThan(55)
    const texts = await loadTextsOf(language)
    const contract = ['refusals', 'dayLimits', 'validation', 'importSentences', 'categoryNames']
    expect(Object.keys(texts).toSorted()).toEqual(
      [...english.map(({ namespace }) => namespace), ...contract].toSorted(),
    )
    for (const { namespace, texts: inEnglish } of english)
      expect(Object.keys(texts[namespace] ?? {}).toSorted()).toEqual(Object.keys(inEnglish).toSorted())
    expect(offerIn(language)).toBeDefined()
  },
)

test("texts and refusals follow the language; English refusals are the server's own sentences", async () => {
  setTextLoader(loadTextsOf)
  await loadTexts('ms')
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
    'Log masuk',
    'Troli, 2 kursus',
    'Anda sudah mendaftar dalam kursus ini',
  ])
})

test('a limit of a day is named with its number and the time of the next try, in both languages', async () => {
  setTextLoader(loadTextsOf)
  await loadTexts('ms')
  const limit = { most: 50, from: '2026-11-30T06:05:00.000Z' }
  const refused = failureOf(429, {
    success: false,
    error: dayLimitSentences.LIMIT_OF_DAY(limit),
    errorCode: 'LIMIT_OF_DAY',
    limit,
  })
  const shown = (language: Language) =>
    renderHook(() => useFailureText(), inLanguage(language)).result.current(refused, 'failed')
  expect(shown('en')).toBe(
    'This can be done 50 times within a day. Please try again after 30 Nov 2026, 14:05.',
  )
  expect(shown('ms')).toBe(
    'Tindakan ini boleh dibuat 50 kali dalam sehari. Sila cuba lagi selepas 30 Nov 2026, 14:05.',
  )
})

test("an error that is not a refusal falls back to the screen's own sentence", () => {
  const { result } = renderHook(() => useRefusalText(), inLanguage('en'))
  expect(result.current(new Error('boom'), 'An error occurred while enrolling in the course')).toBe(
    'An error occurred while enrolling in the course',
  )
})

test('form rules have Malay messages, and an unknown message stays unchanged', () => {
  const { result } = renderHook(() => useFieldText(), inLanguage('ms'))
  expect(result.current('Email is required')).toBe('E-mel diperlukan')
  expect(result.current('Something new')).toBe('Something new')
})

const failed = { en: 'Failed to update course privacy', ms: 'Gagal mengemas kini privasi kursus' }

test.each([
  ['a page of a proxy', 502, undefined],
  ['somebody else’s JSON', 502, { error: 'Bad Gateway' }],
  ['a refusal that does not say why', 409, { success: false }],
  ['an empty sentence', 400, { success: false, error: '' }],
  ['a success that is none', 200, { success: false }],
  ['our own failure', 500, { success: false, error: 'Something went wrong', errorCode: 'INTERNAL' }],
  ['our own overload', 503, { success: false, error: 'Apogee is busy', errorCode: 'UNAVAILABLE' }],
])("%s is shown with the action's own sentence, in both languages", async (_, status, body) => {
  setTextLoader(loadTextsOf)
  await loadTexts('ms')
  const error = failureOf(status, body)
  for (const language of ['en', 'ms'] as const) {
    const { result } = renderHook(
      () => ({ failure: useFailureText(), refusal: useRefusalText() }),
      inLanguage(language),
    )
    expect(result.current.failure(error, failed[language])).toBe(failed[language])
    expect(result.current.refusal(error, failed[language])).toBe(failed[language])
  }
})

test.each(['Another text', ''])(
  "each code with the text '%s' shows the specification's sentence, else the text or the action's own sentence",
  async (error) => {
    setTextLoader(loadTextsOf)
    await loadTexts('ms')
    const specified: Partial<Record<string, string>> = specifiedSentences
    const isOwnFailure = (code: string) => ['INTERNAL', 'UNAVAILABLE'].includes(code)
    const inEnglish = renderHook(() => useFailureText(), inLanguage('en')).result.current
    const inMalay = renderHook(() => useFailureText(), inLanguage('ms')).result.current
    const codes = Object.entries({ ...refusals, NETWORK_ERROR: { status: 400 } })
    for (const [errorCode, { status }] of codes) {
      const refusal = failureOf(status, specifiedFailure({ success: false, error, errorCode }))
      const sentence = isOwnFailure(errorCode) ? undefined : (specified[errorCode] ?? error)
      expect([errorCode, inEnglish(refusal, failed.en)]).toEqual([errorCode, sentence || failed.en])
      const translated = sentence ? refusalsInMalay[errorCode as keyof typeof refusalsInMalay] : failed.ms
      expect([errorCode, inMalay(refusal, failed.ms)]).toEqual([errorCode, translated])
    }
  },
)

test("an unknown code has the action's own sentence in Malay, and the server's text in English", async () => {
  setTextLoader(loadTextsOf)
  await loadTexts('ms')
  const refusal = failureOf(400, { success: false, error: 'The course is closed', errorCode: 'CLOSED_TODAY' })
  const english = renderHook(() => useFailureText(), inLanguage('en')).result.current
  const malay = renderHook(() => useFailureText(), inLanguage('ms')).result.current
  expect(english(refusal, failed.en)).toBe('The course is closed')
  expect(malay(refusal, failed.ms)).toBe(failed.ms)
})

test('a refusal with a sentence keeps it, with or without a code', () => {
  const { result } = renderHook(() => useFailureText(), inLanguage('en'))
  expect(result.current(owned, failed.en)).toBe('You are already enrolled in this course')
  const uncoded = failureOf(500, { success: false, error: 'The price is locked' })
  expect(result.current(uncoded, failed.en)).toBe('The price is locked')
  const ms = renderHook(() => useFailureText(), inLanguage('ms')).result
  expect(ms.current(uncoded, failed.ms)).toBe(failed.ms)
})

const thrown = (work: Promise<unknown>) => work.catch((error: unknown) => error)

test('invalid JSON is an answer without a reason; a cut connection is no answer', async () => {
  const html = new Response('<h1>Bad Gateway</h1>', {
    status: 502,
    headers: { 'content-type': 'application/json' },
  })
  answer('checkPayment', () => html)
  const params = { purchaseId: 'purchase-0123456789' }
  expect(await thrown(call('checkPayment', { params }))).toMatchObject({ status: 502, isUnexplained: true })
  breakNetwork('checkPayment')
  const cut = await thrown(call('checkPayment', { params }))
  expect(cut).toMatchObject({ status: 0, errorCode: 'NETWORK_ERROR' })
  const { result } = renderHook(
    () => ({ failure: useFailureText(), refusal: useRefusalText() }),
    inLanguage('en'),
  )
  expect(result.current.failure(cut, failed.en)).toBe(failed.en)
  expect(result.current.refusal(cut, 'Login failed')).toBe('An unexpected error occurred')
})
