import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, call } from '#web/platform/transfer/client.ts'
import { certificateQuery } from './achievements.ts'

/**
 * The result is null when the caller may not edit the certificate's course, or the certificate does not exist. A former id finds the
 * certificate that replaced it.
 */
export const certificateStandingQuery = (userId: number, id: string) =>
  queryOptions({
    queryKey: ['certificate-standing', userId, id],
    queryFn: async ({ signal }) => {
      try {
        return (await call('readCertificateStanding', { params: { id }, signal })).data
      } catch (error) {
        if (error instanceof ApiError && error.status >= 400 && error.status < 500) return null
        throw error
      }
    },
  })

function useChange<Body>(userId: number, id: string, change: (body: Body) => Promise<unknown>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: () =>
      Promise.all(
        [certificateStandingQuery(userId, id), certificateQuery(id)].map(({ queryKey }) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
  })
}

export const useWithdraw = (userId: number, id: string) =>
  useChange(userId, id, (body: { reason: string }) => call('withdrawCertificate', { params: { id }, body }))

export const useRestore = (userId: number, id: string) =>
  useChange<void>(userId, id, () => call('restoreCertificate', { params: { id } }))

/**
 * Returns a mutation that replaces the certificate by one with a new id. Queries of the former id become stale but are not
 * refetched until its page is opened again.
 */
export function useReissue(userId: number, id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call('reissueCertificate', { params: { id } }),
    onSuccess: () =>
      Promise.all(
        [certificateStandingQuery(userId, id), certificateQuery(id)].map(({ queryKey }) =>
          queries.invalidateQueries({ queryKey, refetchType: 'none' }),
        ),
      ),
  })
}
