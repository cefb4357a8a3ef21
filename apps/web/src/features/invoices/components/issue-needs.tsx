import type { InvoiceBank } from '@apogee/contracts/invoices/invoices.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { bankIcon } from '@apogee/ui/icons/more-icons.ts'
import { lazyOnPress } from '@apogee/ui/lazy-on-press.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '#web/platform/language/messages.ts'
import { useSession, useViewer } from '#web/platform/session/session.tsx'
import { invoiceBankQuery } from '../api/invoices.ts'
import './invoices.css'
import { invoicesMessages } from '../messages/invoices.en.ts'

const BankDialog = lazyOnPress(async () => (await import('./bank-dialog.tsx')).BankDialog)

/** This is the id of the element that says why an invoice cannot be issued yet. */
export const issueNeedsId = 'issue-needs'

/** Returns what the server would refuse when an invoice is issued, so that a draft says all of it at once. */
export function useIssueNeeds(): {
  isAny: boolean
  email: string | null
  bank: InvoiceBank | null | undefined
  version: number | undefined
} {
  const { user } = useSession()
  const { bank, version } = useQuery(invoiceBankQuery(useViewer())).data?.data ?? {}
  const email = user && !user.emailVerified ? user.email : null
  return { isAny: email !== null || bank === null, email, bank, version }
}

/** Shows what is missing before an invoice can be issued, each with the way to add it. */
export function IssueNeeds() {
  const text = useText(invoicesMessages)
  const { isAny, email, bank, version } = useIssueNeeds()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      {isAny ? (
        <div id={issueNeedsId} className="invoices-needs">
          {email === null ? null : (
            <Notice tone="warning" quiet>
              {text.confirmFirst(email)}
            </Notice>
          )}
          {bank === null ? (
            <Notice
              tone="warning"
              quiet
              link={
                <Button size="sm" icon={bankIcon} onClick={() => setIsOpen(true)}>
                  {text.bankDetails}
                </Button>
              }
            >
              {text.bankMissing}
            </Notice>
          ) : null}
        </div>
      ) : null}
      {isOpen ? <BankDialog bank={bank ?? null} version={version} onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}
