import { translatedLanguages } from '@apogee/domain/languages.ts'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { passwordStrength } from '@apogee/contracts/accounts/password-strength.ts'
import { loadTextsOf } from '#web/testing/texts.ts'

const modules = import.meta.glob<Record<string, unknown>>(
  '../../../../../packages/contracts/src/*/*.forms.ts',
  {
    eager: true,
  },
)

const forms = Object.values(modules)
  .flatMap((module) => Object.entries(module))
  .filter((entry): entry is [string, z.ZodMiniObject] => entry[1] instanceof z.ZodMiniObject)

/** These inputs are missing, too long or too short, or have a wrong form. */
const typed = [
  '',
  ' ',
  'a',
  '2',
  'weak',
  'weakpassword',
  'not an email',
  'a\u0001b',
  'x'.repeat(30_000),
  Array.from({ length: 600 }, () => 'x'),
]

/** Fills one field after the other with invalid input. A choice from a list cannot be invalid in a form, so it has no message. */
function sentencesOf(form: z.ZodMiniObject): Set<string> {
  const fields = Object.keys(form.shape)
  const attempts = fields.flatMap((field) =>
    typed.map((value) => ({
      field,
      answers: { ...Object.fromEntries(fields.map((name) => [name, 'x'])), [field]: value },
    })),
  )
  return new Set(
    attempts
      .flatMap(({ field, answers }) =>
        (z.safeParse(form, answers).error?.issues ?? []).filter(({ path }) => path[0] === field),
      )
      .map(({ message }) => message)
      .filter((message) => message !== 'Invalid input'),
  )
}

test('the forms of the contract are found', () => {
  expect(forms.length).toBeGreaterThan(15)
})

/** Returns the sentences that lack a text in one of the translated languages. */
async function untranslated(sentences: Iterable<string>): Promise<string[]> {
  const dictionaries = await Promise.all(translatedLanguages.map(loadTextsOf))
  return [...sentences].filter((sentence) => dictionaries.some(({ validation }) => !validation?.[sentence]))
}

test.each(forms)('the messages of %s have texts in every language', async (_, form) => {
  expect(await untranslated(sentencesOf(form))).toEqual([])
})

test('the hints for a stronger password have texts in every language', async () => {
  expect(await untranslated(passwordStrength('').hints)).toEqual([])
})
