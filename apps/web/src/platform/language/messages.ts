/**
 * Defines typed dictionaries. The texts of the default language are in the code that uses them; those of every other language are
 * in lazy chunks (apps/web/README.md).
 */
import type { DayLimit } from '@apogee/contracts/day-limits.ts'
import { defaultLanguage, type Language, type TranslatedLanguage } from '@apogee/domain/languages.ts'
import { isolated } from '@apogee/domain/text/isolated-text.ts'
import { useCallback } from 'react'
import { ApiError, type ClientErrorCode } from '../transfer/client.ts'
import { useLanguage } from './preferences.tsx'

type Entry = string | ((...given: never[]) => string)
type Dictionary = Record<string, Entry>

export interface Messages<D extends Dictionary> {
  namespace: string
  texts: D
}

export const defineMessages = <D extends Dictionary>(namespace: string, texts: D): Messages<D> => ({
  namespace,
  texts,
})

type Texts<D> = {
  [K in keyof D]: D[K] extends (...given: infer A) => string ? (...given: A) => string : string
}

/** A translation of `M` must have the same keys with the same parameters. */
export type Translation<M> = M extends Messages<infer D> ? Texts<D> : never

export type TranslatedTexts = Readonly<Record<string, Dictionary>>

/** These dictionaries translate English sentences of the contract. All of them except `refusals` use the sentences as keys. */
type ContractDictionary = 'refusals' | 'validation' | 'importSentences' | 'categoryNames'

const loaded = new Map<Language, TranslatedTexts>()

type TextLoader = (language: TranslatedLanguage) => Promise<TranslatedTexts>
let loader: TextLoader | null = null

/** The app calls this once at the start, because it knows all features. */
export function setTextLoader(given: TextLoader): void {
  loader = given
}

/** Loads the texts that a language needs before it is shown; the default language needs none. */
export async function loadTexts(language: Language): Promise<void> {
  if (language === defaultLanguage || !loader || loaded.has(language)) return
  loaded.set(language, await loader(language))
}

const isolating = new WeakMap<Dictionary, Dictionary>()

/**
 * Returns the dictionary with sentences that isolate the names in them, so that the writing direction of a name does not affect the
 * sentence.
 */
function isolatingNames(texts: Dictionary): Dictionary {
  const known = isolating.get(texts)
  if (known) return known
  const entries = Object.entries(texts).map(([key, entry]): [string, Entry] =>
    typeof entry === 'string'
      ? [key, entry]
      : [
          key,
          (...given: never[]) =>
            entry(...given.map((one) => (typeof one === 'string' ? isolated(one) : one) as never)),
        ],
  )
  const made = Object.fromEntries(entries)
  isolating.set(texts, made)
  return made
}

/** Returns the dictionary of a loaded language, for code outside components. */
export function textIn<D extends Dictionary>(messages: Messages<D>, language: Language): Texts<D> {
  // Each translation satisfies Translation<typeof …> of its dictionary, so the shape is the same.
  return isolatingNames(loaded.get(language)?.[messages.namespace] ?? messages.texts) as Texts<D>
}

export const useText = <D extends Dictionary>(messages: Messages<D>): Texts<D> =>
  textIn(messages, useLanguage())

/** Returns the translation of a sentence of the contract; undefined in the default language. */
export function sentenceIn(
  language: Language,
  dictionary: ContractDictionary,
  key: string,
): string | undefined {
  const entry = loaded.get(language)?.[dictionary]?.[key]
  return typeof entry === 'string' ? entry : undefined
}

function refusalIn(language: Language, code: ClientErrorCode, limit?: DayLimit): string | undefined {
  const withLimit = loaded.get(language)?.['dayLimits']?.[code]
  // The functions of this dictionary have the limit as their only parameter.
  if (limit && typeof withLimit === 'function') return (withLimit as (given: DayLimit) => string)(limit)
  return sentenceIn(language, 'refusals', code)
}

/** Returns the sentence for an answer without a reason. */
const unexpectedIn = (language: Language): string =>
  refusalIn(language, 'NETWORK_ERROR') ?? 'An unexpected error occurred'

/**
 * Returns a function that gives the sentence for any error. In the default language it is the server's own sentence, in other
 * languages the sentence for its `errorCode`. `fallback` (already in the reader's language) is used for answers without a reason
 * (docs/specification.md#8-error-catalogue) and for errors that did not come from a call. Without any answer the sentence is 'An
 * unexpected error occurred'; `useFailureText` uses its fallback there too.
 */
export function useRefusalText(): (error: unknown, fallback?: string) => string {
  const language = useLanguage()
  return useCallback(
    (error, fallback) => {
      if (!(error instanceof ApiError)) return fallback ?? unexpectedIn(language)
      if (error.status === 0 && error.isUnexplained) return unexpectedIn(language)
      if (error.isUnexplained && fallback !== undefined) return fallback
      if (loaded.has(language)) {
        if (error.errorCode === 'VALIDATION' && error.issues.length > 0) {
          return error.issues
            .map(
              (issue) =>
                `${issue.path}: ${sentenceIn(language, 'validation', issue.message) ?? issue.message}`,
            )
            .join(', ')
        }
        // A sentence without a code has no translation; the screen's own sentence is in the right language.
        if (error.errorCode === 'INTERNAL' && fallback !== undefined) return fallback
        return refusalIn(language, error.errorCode, error.limit) ?? fallback ?? unexpectedIn(language)
      }
      return error.message
    },
    [language],
  )
}

/** Translates a form rule's English sentence to the reader's language. */
export function useFieldText(): (message: string | undefined) => string | undefined {
  const language = useLanguage()
  return useCallback(
    (message) => message && (sentenceIn(language, 'validation', message) ?? message),
    [language],
  )
}
