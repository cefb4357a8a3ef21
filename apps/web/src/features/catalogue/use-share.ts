import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { copyText } from '#web/platform/page/copy-text.ts'
import { useOrigin } from '#web/platform/page/head.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { salesMessages } from './messages/sales.en.ts'

/**
 * Shares a course's address with the device's share sheet. On a device without a share sheet, it copies the address and announces
 * the result.
 */
export function useShare({ id, title }: { id: number; title: string }): () => Promise<void> {
  const text = useText(salesMessages)
  const notify = useNotify()
  const origin = useOrigin()
  return async () => {
    const url = new URL(`/sp/${id}/`, origin).href
    if (typeof navigator.share === 'function') {
      try {
        return await navigator.share({ title, url })
      } catch (error) {
        // The user closed the sheet without choosing. Any other error means that sharing is unavailable, so the address is copied.
        if (error instanceof DOMException && error.name === 'AbortError') return
      }
    }
    try {
      await copyText(url)
      notify({ text: text.linkCopied })
    } catch {
      // The browser refused to copy. The message tells the person what to do instead.
      notify({ tone: 'danger', text: text.copyFailed })
    }
  }
}
