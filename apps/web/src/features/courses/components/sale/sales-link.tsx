import { Button } from '@apogee/ui/button.tsx'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { useEffect, useRef, useState } from 'react'
import { copyText } from '#web/platform/page/copy-text.ts'
import { useOrigin } from '#web/platform/page/head.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { copiedStateMs } from '#web/platform/page/use-copy.ts'
import { administrationMessages } from '../../messages/selling/administration.en.ts'

/**
 * Returns the public share link of a course, built from the site's origin (docs/specification.md#9-business-constants-and-limits).
 */
export function useSalesLink(courseId: number): string {
  return `${useOrigin()}/course-sales?courseId=${courseId}`
}

/** Returns a function that copies the link, reports the result, and resolves to whether the link was copied. */
export function useCopySalesLink(courseId: number): () => Promise<boolean> {
  const text = useText(administrationMessages)
  const notify = useNotify()
  const link = useSalesLink(courseId)
  return async () => {
    try {
      await copyText(link)
    } catch {
      // The browser refused to copy. A notice reports this; the link itself is shown in More Info.
      notify({ tone: 'danger', text: text.copyFailed })
      return false
    }
    notify({ text: text.linkCopied })
    return true
  }
}

/** Copies the link; shows 'Copied!' for three seconds. `describedBy` is the id of the title, when a list contains several links. */
export function CopySalesLink({ courseId, describedBy }: { courseId: number; describedBy?: string }) {
  const text = useText(administrationMessages)
  const copyLink = useCopySalesLink(courseId)
  const [isCopied, setIsCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const copy = async () => {
    if (!(await copyLink())) return
    setIsCopied(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setIsCopied(false), copiedStateMs)
  }
  return (
    <Button
      size="sm"
      icon={isCopied ? 'check' : 'link'}
      aria-describedby={describedBy}
      onClick={() => void copy()}
    >
      {isCopied ? text.copied : text.copySalesLink}
    </Button>
  )
}
