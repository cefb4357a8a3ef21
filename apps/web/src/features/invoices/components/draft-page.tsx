import { dayInMalaysia } from '@apogee/domain/time/malaysia-time.ts'
import type { InvoiceDetail } from '@apogee/contracts/invoices/invoices.ts'
import { Loading, Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Suspense, useState, type ReactNode } from 'react'
import { Navigate } from '#web/platform/router/router.tsx'
import { Head } from '#web/platform/page/head.tsx'
import { LoadFailure } from '#web/platform/failures/load-failure.tsx'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { MoneyPage } from '#web/shared/money/money-page.tsx'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { useViewer } from '#web/platform/session/session.tsx'
import { InvoiceForm } from './invoice-form.tsx'
import { InvoiceFailure } from './invoice-failure.tsx'
import { invoicesMessages } from '../messages/invoices.en.ts'
import { invoiceBankQuery, invoiceQuery } from '../api/invoices.ts'

const IssueNeeds = lazyWithRetry(async () => (await import('./issue-needs.tsx')).IssueNeeds)

const usualTermMs = 30 * 24 * 3_600_000

export function NewInvoicePage() {
  const text = useText(invoicesMessages)
  return (
    <Frame title={text.newInvoice}>
      <Form />
    </Frame>
  )
}

export function EditInvoicePage({ invoiceId }: { invoiceId: string }) {
  const text = useText(invoicesMessages)
  const common = useText(platformMessages)
  const { data, error, isPending, refetch } = useQuery(invoiceQuery(useViewer(), invoiceId))
  if (isPending) {
    return (
      <Loading label={common.loading} className="ap-wrap ap-section">
        <Head title={text.title} />
        <Skeleton shape="block" />
      </Loading>
    )
  }
  if (!data) return <InvoiceFailure error={error} onRetry={() => void refetch()} />
  if (data.data.status !== 'draft' || !data.data.isOwn)
    return <Navigate to={`/admin/invoices/${invoiceId}`} replace />
  return (
    <Frame title={text.editInvoice}>
      <Form invoice={data.data} />
    </Frame>
  )
}

function Frame({ title, children }: { title: string; children: ReactNode }) {
  const text = useText(invoicesMessages)
  return (
    <MoneyPage title={title} lead={text.newLead} parent={['/admin/invoices', text.title]}>
      {children}
    </MoneyPage>
  )
}

function Form({ invoice }: { invoice?: InvoiceDetail }) {
  const text = useText(invoicesMessages)
  const common = useText(platformMessages)
  const language = useLanguage()
  const desk = useQuery(invoiceBankQuery(useViewer()))
  const [dueOn] = useState(() => dayInMalaysia(new Date(Date.now() + usualTermMs)))
  if (desk.isPending) {
    return (
      <Loading label={common.loading}>
        <Skeleton shape="block" />
        <Skeleton shape="block" />
      </Loading>
    )
  }
  if (!desk.data) {
    return (
      <LoadFailure
        titleAs="h2"
        title={text.deskFailed}
        error={desk.error}
        onRetry={() => void desk.refetch()}
      />
    )
  }
  const { courses, taxBasisPoints } = desk.data.data
  return (
    <>
      <Suspense>
        <IssueNeeds />
      </Suspense>
      <InvoiceForm
        courses={courses}
        taxBasisPoints={taxBasisPoints}
        language={language}
        dueOn={dueOn}
        {...(invoice && { invoice })}
        key={invoice?.id ?? 'new'}
      />
    </>
  )
}
