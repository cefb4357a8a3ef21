import { copiedStateMs } from '@apogee/contracts/limits.ts'
import { useNotify } from '@apogee/ui/notice.tsx'
import { useEffect, useState, type ReactNode } from 'react'
import { useOrigin } from '#web/platform/head.tsx'
import { useText } from '#web/platform/messages.ts'
import { libraryMessages } from './messages/library.en.ts'

/**
 * Copies a path of this site as a whole address and announces the result, with `link` as the next step. `copied` stays
 * true for 3 s (docs/specification.md#9-business-constants-and-limits).
 */
export function useCopyLink(
  path: string,
  success: string,
  link?: ReactNode,
): { copied: boolean; copy: () => void } {
  const text = useText(libraryMessages)
  const notify = useNotify()
  const origin = useOrigin()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), copiedStateMs)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(new URL(path, origin).href)
      setCopied(true)
      notify({ text: success, link })
    } catch {
      // Refused by the browser, or no clipboard outside a secure origin: the sentence says what to do.
      notify({ tone: 'danger', text: text.copyFailed })
    }
  }
  return { copied, copy: () => void copy() }
}
