/** Typed dictionaries: English in the code that uses it, Malay in two lazy chunks (apps/web/README.md). */
import { useCallback } from 'react'
import { ApiError, type ClientErrorCode } from './client.ts'
import { useLanguage } from './preferences.tsx'

type Entry = string | ((...given: never[]) => string)
type Dictionary = Record<string, Entry>

export interface Messages<D extends Dictionary> {
  namespace: string
  en: D
}

/** Entries are sentences, or functions of their parameters. */
export const defineMessages = <D extends Dictionary>(namespace: string, en: D): Messages<D> => ({
  namespace,
  en,
})

type Texts<D> = {
  [K in keyof D]: D[K] extends (...given: infer A) => string ? (...given: A) => string : string
}

/** What a translation of `M` must hold: the same keys with the same parameters. */
export type Translation<M> = M extends Messages<infer D> ? Texts<D> : never

export interface MalayTexts {
  features: Record<string, Dictionary>
  refusals: Record<ClientErrorCode, string>
  /** Malay by the English sentence of the contract's form rules. */
  validation: Record<string, string>
}

let malay: MalayTexts | null = null
let malayLoader: (() => Promise<MalayTexts>) | null = null

/** Told once at start by the app, which knows all features. */
export function setMalayLoader(loader: () => Promise<MalayTexts>): void {
  malayLoader = loader
}
export async function loadMalay(): Promise<void> {
  if (!malay && malayLoader) malay = await malayLoader()
}

/** The dictionary in the reader's language. */
export function useText<D extends Dictionary>(messages: Messages<D>): Texts<D> {
  const language = useLanguage()
  const translated = language === 'ms' ? malay?.features[messages.namespace] : undefined
  // app/malay.ts and malay-work.ts hold each file to Translation<typeof …>, so the shape is the same.
  return (translated ?? messages.en) as Texts<D>
}

const unexpected = { en: 'An unexpected error occurred', ms: 'Ralat yang tidak dijangka berlaku' }

/**
 * Answers a function from any thrown thing to its sentence: the server's own in English, by `errorCode` in Malay.
 * `fallback` (already in the reader's language) serves answers that do not say why (docs/specification.md#8-error-catalogue) and errors that did not
 * come from a call. Without any answer it is 'An unexpected error occurred'; `useFailureText` has the fallback there too.
 */
export function useRefusalText(): (error: unknown, fallback?: string) => string {
  const language = useLanguage()
  return useCallback(
    (error, fallback) => {
      if (!(error instanceof ApiError)) return fallback ?? unexpected[language]
      if (error.status === 0 && error.isUnexplained) return unexpected[language]
      if (error.isUnexplained && fallback !== undefined) return fallback
      if (language === 'ms' && malay) {
        if (error.errorCode === 'VALIDATION' && error.issues.length > 0) {
          const texts = malay.validation
          return error.issues
            .map((issue) => `${issue.path}: ${texts[issue.message] ?? issue.message}`)
            .join(', ')
        }
        // A sentence without a code of ours has no translation: the screen's own is in the right language.
        if (error.errorCode === 'INTERNAL' && fallback !== undefined) return fallback
        return malay.refusals[error.errorCode] ?? unexpected.ms
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
    (message) =>
      message !== undefined && language === 'ms' ? (malay?.validation[message] ?? message) : message,
    [language],
  )
}
