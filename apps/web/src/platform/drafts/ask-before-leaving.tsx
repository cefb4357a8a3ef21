import { useEffect, useId } from 'react'
import { LeaveDialog } from './leave-dialog.tsx'
import { dropQuestion, holdPage, leaveQuestion, notePage, type Loss } from './leave-guard.ts'
import { useLocation, useRouterHistory } from '../router/router.tsx'
import { useStore } from '../session/store.ts'
import { useUnsavedWarning } from './unsaved.ts'

/**
 * Asks for confirmation before the page is left by a link, Back, Forward, a reload or closing the tab
 * (docs/decisions/interface.md). A null `loss` means that no input would be lost.
 */
export function AskBeforeLeaving({ loss }: { loss: Loss | null }) {
  const holder = useId()
  const router = useRouterHistory()
  const place = useLocation()
  useUnsavedWarning(loss !== null)
  useEffect(() => notePage(place.pathname), [place, loss])
  useEffect(() => (loss ? holdPage(router, holder, loss) : undefined), [router, holder, loss])
  useEffect(() => () => dropQuestion(holder), [holder])
  const question = useStore(leaveQuestion)
  return question?.holder === holder ? <LeaveDialog question={question} /> : null
}
