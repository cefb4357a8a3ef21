import type { ReactNode } from 'react'
import { useOrigin } from '#web/platform/page/head.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useCopy } from '#web/platform/page/use-copy.ts'
import { libraryMessages } from './messages/library.en.ts'

/** Copies a path of this site as an absolute address. */
export function useCopyLink(path: string, success: string, link?: ReactNode) {
  const { copyFailed } = useText(libraryMessages)
  return useCopy(`${useOrigin()}${path}`, { success, failed: copyFailed, link })
}
