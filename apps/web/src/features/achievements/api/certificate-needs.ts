import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/platform/transfer/client.ts'

export const certificateNeedsQuery = (userId: number, courseId: number) =>
  queryOptions({
    queryKey: ['certificates', userId, 'needs', courseId],
    queryFn: async ({ signal }) =>
      (await call('readCertificateNeeds', { params: { id: courseId }, signal })).data,
    staleTime: 0,
  })

export function useClaimCertificate(userId: number, courseId: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call('claimCertificate', { params: { id: courseId } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['certificates', userId] }),
  })
}
