import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { useEffect, useState, type ReactNode } from 'react'
import { copyText } from '#web/platform/page/copy-text.ts'

/** A button shows the copied state for this long, in ms. */
export const copiedStateMs = 3000

/**
 * Copies a text and announces the result, with `link` as the next step. `copied` stays true for 3 s
 * (docs/specification.md#9-business-constants-and-limits).
 */
export function useCopy(
  text: string,
  words: { success: string; failed: string; link?: ReactNode },
): { copied: boolean; copy: () => void } {
  const notify = useNotify()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), copiedStateMs)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    try {
      await copyText(text)
      setCopied(true)
      notify({ text: words.success, link: words.link })
    } catch {
      // The browser refused to copy. The message tells the person what to do instead.
      notify({ tone: 'danger', text: words.failed })
    }
  }
  return { copied, copy: () => void copy() }
}
