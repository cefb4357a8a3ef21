import { loadWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import type * as FoundWords from './found-words.tsx'
import { useEffect, useState, type ReactNode } from 'react'

/** Returns a function that marks the searched words in a text of a card. Texts stay plain until its code has loaded. */
export function useMarks(search: string): (text: string | null) => ReactNode {
  const [words, setWords] = useState<Pick<typeof FoundWords, 'markWords'> | null>(null)
  const isSearch = search !== ''
  useEffect(() => {
    if (isSearch) void loadWithRetry(() => import('./found-words.tsx')).then(setWords)
  }, [isSearch])
  return (text) => (isSearch && words && text ? words.markWords(text, search) : text)
}
