import type { ConsentWay } from '@apogee/contracts/accounts/consents.ts'
import type { DocumentVersion } from '@apogee/contracts/accounts/legal-documents.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/platform/transfer/client.ts'

export const consentsQuery = (userId: number) =>
  queryOptions({
    queryKey: ['consents', userId],
    queryFn: ({ signal }) => call('listConsents', { signal }),
  })

/** A failed record is not reported: the notice returns with the next visit. */
export const recordNotice = (
  documents: readonly DocumentVersion[],
  way: Extract<ConsentWay, `notice-${string}`>,
): Promise<unknown> => call('recordConsents', { body: { documents: [...documents], way } }).catch(() => null)
