import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useSession } from '#web/platform/session/session.tsx'
import { changedDocumentMessages } from '../../messages/changed-documents.en.ts'
import './documents-notice.css'

/** Tells that the sign-in has cancelled the deletion of the account, until the person closes the notice or leaves. */
export function DeletionCancelled({ user }: { user: CurrentUser }) {
  const text = useText(changedDocumentMessages)
  const { dismiss } = useText(platformMessages)
  const { updateUser } = useSession()
  return (
    <section className="ap-wrap documents-notice" aria-label={text.accountStays}>
      <Notice
        tone="positive"
        dismissLabel={dismiss}
        onDismiss={() => {
          const { isDeletionCancelled: _, ...told } = user
          updateUser(told)
          document.getElementById('main')?.focus({ preventScroll: true })
        }}
      >
        {text.deletionCancelled}
      </Notice>
    </section>
  )
}
