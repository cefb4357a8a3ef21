import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import type { DocumentVersion, legalDocuments } from '@apogee/contracts/accounts/legal-documents.ts'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { useEffect, useState } from 'react'
import { dateInWords } from '#web/platform/language/dates.ts'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { Link } from '#web/platform/router/router.tsx'
import { useSession } from '#web/platform/session/session.tsx'
import { recordNotice } from '../../api/consents.ts'
import { accountsMessages } from '../../messages/accounts.en.ts'
import { changedDocumentMessages } from '../../messages/changed-documents.en.ts'
import { DeletionCancelled } from './deletion-cancelled.tsx'
import './documents-notice.css'

export const DocumentsNotice = ({ user }: { user: CurrentUser }) => (
  <>
    {user.isDeletionCancelled ? <DeletionCancelled user={user} /> : null}
    {user.newDocuments ? <ChangedDocuments user={user} /> : null}
  </>
)

/** Announces new versions of the terms and the privacy policy, until the person closes the notice or opens the text. */
function ChangedDocuments({ user }: { user: CurrentUser }) {
  const { newDocuments: documents = [] } = user
  const text = useText(changedDocumentMessages)
  const titles = useText(accountsMessages)
  const { dismiss } = useText(platformMessages)
  const language = useLanguage()
  const { updateUser } = useSession()
  const [shown] = useState(documents)
  useEffect(() => void recordNotice(shown, 'notice-shown'), [shown])
  const close = (closed: readonly DocumentVersion[]) => {
    void recordNotice(closed, 'notice-closed')
    const { newDocuments: _, ...told } = user
    const left = documents.filter((one) => !closed.includes(one))
    updateUser(left.length > 0 ? { ...told, newDocuments: left } : told)
  }
  return (
    <section className="ap-wrap documents-notice" aria-label={text.noticeLabel}>
      <Notice
        tone="info"
        quiet
        dismissLabel={dismiss}
        onDismiss={() => {
          close(documents)
          document.getElementById('main')?.focus({ preventScroll: true })
        }}
      >
        {documents.map((one) => {
          const title = titles[one.document]
          const day = dateInWords(one.version, language)
          // This build has no text for a version that was published after it, so `change` may be undefined.
          const change: string | undefined =
            one.document === 'terms'
              ? text[`terms ${one.version as (typeof legalDocuments.terms)[number]}`]
              : text[`privacy ${one.version as (typeof legalDocuments.privacy)[number]}`]
          return (
            <span key={one.document}>
              {text.changed(title, day)}
              {change ? `: ${change} ` : '. '}
              <Link
                className="ap-link"
                to={`/${one.document}`}
                aria-label={`${text.read}: ${title}`}
                onClick={() => close([one])}
              >
                {text.read}
              </Link>
            </span>
          )
        })}
      </Notice>
    </section>
  )
}
