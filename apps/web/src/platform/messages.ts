/**
 * Typed dictionaries: the default language in the code that uses it, every other one in lazy chunks
 * (apps/web/README.md).
 */
import { defaultLanguage, type Language, type TranslatedLanguage } from '@apogee/domain/languages.ts'
import { useCallback } from 'react'
import { ApiError, type ClientErrorCode } from './client.ts'
import { useLanguage } from './preferences.tsx'

type Entry = string | ((...given: never[]) => string)
type Dictionary = Record<string, Entry>

export interface Messages<D extends Dictionary> {
  namespace: string
  /** In the default language. */
  texts: D
}

/** Entries are sentences, or functions of their parameters. */
export const defineMessages = <D extends Dictionary>(namespace: string, texts: D): Messages<D> => ({
  namespace,
  texts,
})

type Texts<D> = {
  [K in keyof D]: D[K] extends (...given: infer A) => string ? (...given: A) => string : string
}

/** What a translation of `M` must hold: the same keys with the same parameters. */
export type Translation<M> = M extends Messages<infer D> ? Texts<D> : never

/** All texts of a language: dictionaries by namespace. */
export type TranslatedTexts = Readonly<Record<string, Dictionary>>

/** Dictionaries of sentences whose English is in the contract: `validation` and `categoryNames` have it as keys. */
type ContractDictionary = 'refusals' | 'validation' | 'categoryNames'

/** The texts that are loaded. */
const loaded = new Map<Language, TranslatedTexts>()

type TextLoader = (language: TranslatedLanguage) => Promise<TranslatedTexts>
let loader: TextLoader | null = null

/** Called once at the start by the app, which knows all features. */
export function setTextLoader(given: TextLoader): void {
  loader = given
}

/** Loads what a language needs before it is shown; the default language needs nothing. */
export async function loadTexts(language: Language): Promise<void> {
  if (language === defaultLanguage || !loader || loaded.has(language)) return
  loaded.set(language, await loader(language))
}

/** The dictionary in a language whose texts are loaded, for code outside of components. */
export function textIn<D extends Dictionary>(messages: Messages<D>, language: Language): Texts<D> {
  // Each translation satisfies Translation<typeof …> of its dictionary, so the shape is the same.
  return (loaded.get(language)?.[messages.namespace] ?? messages.texts) as Texts<D>
}

/** The dictionary in the reader's language. */
export const useText = <D extends Dictionary>(messages: Messages<D>): Texts<D> =>
  textIn(messages, useLanguage())

/** The translation of a sentence of the contract; undefined in the default language. */
export function sentenceIn(
  language: Language,
  dictionary: ContractDictionary,
  key: string,
): string | undefined {
  const entry = loaded.get(language)?.[dictionary]?.[key]
  return typeof entry === 'string' ? entry : undefined
}

const refusalIn = (language: Language, code: ClientErrorCode) => sentenceIn(language, 'refusals', code)

/** The sentence for an answer without a reason. */
const unexpectedIn = (language: Language): string =>
  refusalIn(language, 'NETWORK_ERROR') ?? 'An unexpected error occurred'

/**
 * Returns a function from any error to its sentence: the server's own in the default language, by `errorCode` in
 * another. `fallback` (already in the reader's language) is used for answers without a reason
 * (docs/specification.md#8-error-catalogue) and errors that did not come from a call. Without any answer it is 'An
 * unexpected error occurred'; `useFailureText` uses the fallback there too.
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
        // A sentence without a code has no translation: the screen's own is in the right language.
        if (error.errorCode === 'INTERNAL' && fallback !== undefined) return fallback
        return refusalIn(language, error.errorCode) ?? unexpectedIn(language)
      }
      return error.message
    },
    [language],
  )
}

/** From a form rule's English sentence to the reader's language. */
export function useFieldText(): (message: string | undefined) => string | undefined {
  const language = useLanguage()
  return useCallback(
    (message) => message && (sentenceIn(language, 'validation', message) ?? message),
    [language],
  )
}
