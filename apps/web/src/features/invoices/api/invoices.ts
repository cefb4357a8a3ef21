import type { InvoiceStatus } from '@apogee/contracts/invoices/invoices.ts'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { pagedQuery } from '#web/platform/lists/paged-query.ts'
import { ApiError, call } from '#web/platform/transfer/client.ts'
import type { Viewer } from '#web/platform/session/session.tsx'

export interface InvoiceFilter {
  status: InvoiceStatus | ''
  search: string
}

export const invoicesQuery = (viewer: Viewer, { status, search }: InvoiceFilter) =>
  pagedQuery({
    queryKey: ['invoices', viewer, status, search],
    keepsRows: true,
    readPage: (cursor, signal) =>
      call('listInvoices', { query: { limit: 50, ...(status && { status }), search, cursor }, signal }),
  })

export const invoiceQuery = (viewer: Viewer, id: string) =>
  queryOptions({
    queryKey: ['invoice', viewer, id],
    queryFn: ({ signal }) => call('readInvoice', { params: { id }, signal }),
  })

export const seatsQuery = (viewer: Viewer, id: string) =>
  pagedQuery({
    queryKey: ['invoice', viewer, id, 'seats'],
    readPage: (cursor, signal) =>
      call('listInvoiceSeats', { params: { id }, query: { limit: 50, cursor }, signal }),
  })

/** Loads bank details, tax rate and courses of the invoice's issuer. */
export const invoiceBankQuery = (viewer: Viewer) =>
  queryOptions({
    queryKey: ['invoice-desk', viewer],
    queryFn: ({ signal }) => call('readInvoiceDesk', { signal }),
  })

/** Refreshes the invoice, its seats, and every list that contains it. */
export async function refreshInvoices(queries: QueryClient): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: ['invoice'] }),
    queries.invalidateQueries({ queryKey: ['invoices'] }),
  ])
}

/** Loads the invoice of a company's link, or null when the link is invalid or expired. */
export const sharedInvoiceQuery = (token: string) =>
  queryOptions({
    queryKey: ['shared-invoice', token],
    queryFn: async ({ signal }) => {
      try {
        return (await call('readSharedInvoice', { params: { token }, signal })).data
      } catch (error) {
        if (error instanceof ApiError && error.errorCode === 'INVOICE_NOT_FOUND') return null
        throw error
      }
    },
    // A refetch in the browser shows a payment that arrived after the server rendered the page.
    staleTime: 0,
  })
