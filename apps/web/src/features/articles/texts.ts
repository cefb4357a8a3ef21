import type { Language } from '@apogee/domain/languages.ts'
import { queryOptions } from '@tanstack/react-query'

/** Each text of each language is its own chunk, loaded on demand. */
const files = import.meta.glob<string>('./texts/*.md', { query: '?raw', import: 'default' })

/** Loads a text in the reader's language. The server embeds the text in the document, so a first visit needs no request. */
export const textQuery = (name: string, language: Language) =>
  queryOptions({
    queryKey: ['text', name, language],
    queryFn: () => {
      const fetchText = files[`./texts/${name}.${language}.md`]
      if (!fetchText) throw new Error(`there is no text ${name} in ${language}`)
      return fetchText()
    },
    staleTime: Number.POSITIVE_INFINITY,
    // The file may be cached while the browser is offline.
    networkMode: 'always',
  })
