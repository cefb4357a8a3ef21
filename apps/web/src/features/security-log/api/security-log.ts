import { securityGroupNames, type SecurityGroup } from '@apogee/contracts/security-log/security-groups.ts'
import { queryOptions } from '@tanstack/react-query'
import { pagedQuery } from '#web/platform/lists/paged-query.ts'
import { call } from '#web/platform/transfer/client.ts'
import type { Viewer } from '#web/platform/session/session.tsx'

/** The values come from the page's URL; empty means any. */
export interface SecurityLogFilter {
  group: SecurityGroup | ''
  /** `person` is an id or a complete e-mail address. */
  person: string
  businessId: string
  address: string
  from: string
  to: string
}

export const groupNames = securityGroupNames

export const isFiltered = (filter: SecurityLogFilter): boolean =>
  Object.values(filter).some((value) => value !== '')

export function askedOf({ group, businessId, ...texts }: SecurityLogFilter) {
  const { person, address, from, to } = texts
  return {
    ...(group && { group }),
    ...(person && { person }),
    ...(address && { address }),
    ...(from && { from }),
    ...(to && { to }),
    ...(businessId && { businessId: Number(businessId) }),
  }
}

export const securityEntriesQuery = (viewer: Viewer, filter: SecurityLogFilter) =>
  pagedQuery({
    queryKey: ['security-entries', viewer, filter],
    keepsRows: true,
    readPage: async (cursor, signal) => {
      const query = { ...askedOf(filter), limit: 50, cursor }
      const { data, meta } = await call('searchSecurityLog', { query, signal })
      // The server does not count the entries; the list ends at the last page.
      return { data, meta: { ...meta, total: 0, totalIsCapped: true as const } }
    },
  })

export const blockedContentsQuery = () =>
  pagedQuery({
    queryKey: ['platform', 'blocked-contents'],
    readPage: (cursor, signal) => call('listBlockedContents', { query: { limit: 20, cursor }, signal }),
  })

export const securityLogStateQuery = () =>
  queryOptions({
    queryKey: ['security-log-state'],
    queryFn: async ({ signal }) => (await call('readSecurityLogState', { signal })).data,
  })
