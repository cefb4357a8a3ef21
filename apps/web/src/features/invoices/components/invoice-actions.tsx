import type { InvoiceDetail } from '@apogee/contracts/invoices/invoices.ts'
import { Button } from '@apogee/ui/button.tsx'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { Icon } from '@apogee/ui/icons/icon.tsx'
import { externalIcon, pencilIcon } from '@apogee/ui/icons/more-icons.ts'
import { lazyOnPress } from '@apogee/ui/lazy-on-press.tsx'
import { Menu, MenuItem } from '@apogee/ui/navigation/menu.tsx'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAnnouncedMutation } from '#web/platform/forms/announced-mutation.ts'
import { copyText } from '#web/platform/page/copy-text.ts'
import { Link } from '#web/platform/router/router.tsx'
import { call } from '#web/platform/transfer/client.ts'
import { useText } from '#web/platform/language/messages.ts'
import { invoicesMessages } from '../messages/invoices.en.ts'
import { refreshInvoices } from '../api/invoices.ts'
import { issueNeedsId, useIssueNeeds } from './issue-needs.tsx'
import './invoices.css'

const StepDialog = lazyOnPress(async () => (await import('./invoice-dialogs.tsx')).InvoiceStepDialog)

type Step = 'issue' | 'delete' | 'pay' | 'void' | 'renew'

export function InvoiceActions({ invoice }: { invoice: InvoiceDetail }) {
  const text = useText(invoicesMessages)
  const [step, setStep] = useState<Step | null>(null)
  const close = () => setStep(null)
  const { status, id } = invoice
  const isOpen = status === 'issued' || status === 'overdue'
  return (
    <div className="invoices-actions">
      {status === 'draft' ? (
        <>
          <Button variant="quiet" icon="trash" onClick={() => setStep('delete')}>
            {text.deleteDraft}
          </Button>
          <LinkButton as={Link} to={`/admin/invoices/${id}/edit`} icon={pencilIcon}>
            {text.edit}
          </LinkButton>
          <IssueButton onPress={() => setStep('issue')} />
        </>
      ) : (
        <>
          <CopyLink url={invoice.url ?? ''} />
          {isOpen ? (
            <Button variant="primary" icon="check" onClick={() => setStep('pay')}>
              {text.markPaid}
            </Button>
          ) : null}
          <MoreActions invoice={invoice} onStep={setStep} />
        </>
      )}
      {step ? <StepDialog step={step} invoice={invoice} onClose={close} /> : null}
    </div>
  )
}

function IssueButton({ onPress }: { onPress: () => void }) {
  const text = useText(invoicesMessages)
  const { isAny } = useIssueNeeds()
  return (
    <Button
      variant="primary"
      {...(isAny ? { disabled: true, 'aria-describedby': issueNeedsId } : { onClick: onPress })}
    >
      {text.issue}
    </Button>
  )
}

function CopyLink({ url }: { url: string }) {
  const text = useText(invoicesMessages)
  const notify = useNotify()
  const copy = async () => {
    try {
      await copyText(url)
      notify({ text: text.linkCopied })
    } catch {
      // The browser refused to copy. The message tells the person what to do instead.
      notify({ tone: 'danger', text: text.copyFailed })
    }
  }
  return (
    <Button icon="link" onClick={() => void copy()}>
      {text.copyLink}
    </Button>
  )
}

function MoreActions({ invoice, onStep }: { invoice: InvoiceDetail; onStep: (step: Step) => void }) {
  const text = useText(invoicesMessages)
  const queries = useQueryClient()
  const send = useAnnouncedMutation({
    mutationFn: () => call('sendInvoice', { params: { id: invoice.id }, body: {} }),
    notice: () => text.sent(invoice.contactEmail),
    onSuccess: () => refreshInvoices(queries),
    failed: text.sendFailed,
  })
  return (
    <Menu
      label={text.more}
      align="end"
      triggerClassName="ap-button"
      trigger={
        <>
          {text.more}
          <Icon name="chevron-down" size="sm" />
        </>
      }
    >
      <MenuItem as="a" href={invoice.url ?? ''} target="_blank" rel="noreferrer" icon={externalIcon}>
        {text.openLink}
      </MenuItem>
      <MenuItem icon="message" onClick={() => (send.isPending ? undefined : send.mutate())}>
        {text.sendAgain}
      </MenuItem>
      <MenuItem icon="link" onClick={() => onStep('renew')}>
        {text.renewLink}
      </MenuItem>
      {invoice.status === 'void' ? null : (
        <MenuItem icon="undo" tone="danger" onClick={() => onStep('void')}>
          {text.cancelInvoice}
        </MenuItem>
      )}
    </Menu>
  )
}
