import { useParams } from '#web/platform/router/router.tsx'
import { sharedInvoiceQuery } from '#web/features/invoices/api/invoices.ts'
import { SharedInvoice } from '#web/features/invoices/components/shared-invoice.tsx'
import type { PageRequest } from '#web/framework/page-module.ts'
import { answerStatus } from '../../answer-status.ts'

const loadOnServer = ({ params, queries }: PageRequest) =>
  answerStatus(queries, sharedInvoiceQuery(params['token'] ?? ''), (invoice) =>
    invoice === null ? 404 : 200,
  )

export const load = import.meta.env.SSR ? loadOnServer : undefined

export function Component() {
  const { token = '' } = useParams()
  return <SharedInvoice key={token} token={token} />
}
