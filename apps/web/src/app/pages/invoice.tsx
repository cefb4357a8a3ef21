import { useParams } from 'react-router'
import { sharedInvoiceQuery } from '#web/features/invoices/api/invoices.ts'
import { SharedInvoice } from '#web/features/invoices/components/shared-invoice.tsx'
import { ApiError } from '#web/platform/client.ts'
import type { PageAnswer, PageRequest } from '#web/framework/page-module.ts'

async function loadOnServer({ params, queries }: PageRequest): Promise<PageAnswer> {
  const query = sharedInvoiceQuery(params['token'] ?? '')
  try {
    return { status: (await queries.fetchQuery(query)) === null ? 404 : 200 }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // Hydration starts without this answer and fetches again, so the server renders without it too.
    queries.removeQueries({ queryKey: query.queryKey })
    return { status: 503 }
  }
}

export const load = import.meta.env.SSR ? loadOnServer : undefined

export function Component() {
  const { token = '' } = useParams()
  return <SharedInvoice key={token} token={token} />
}
