/** The rule for certificates of a course, for those who may edit it. */
import type { CertificateRule } from '@apogee/contracts/achievements/achievements.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/platform/client.ts'

export const certificateRuleQuery = (courseId: number) =>
  queryOptions({
    queryKey: ['course', courseId, 'certificate-rule'],
    queryFn: async ({ signal }) =>
      (await call('readCertificateRule', { params: { id: courseId }, signal })).data,
    staleTime: 0,
    gcTime: 0,
  })

export function useSaveCertificateRule(courseId: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (rule: CertificateRule) =>
      call('saveCertificateRule', { params: { id: courseId }, body: rule }),
    onSuccess: async ({ data }) => {
      queries.setQueryData(certificateRuleQuery(courseId).queryKey, data)
      // Its sales page names the certificate.
      await queries.invalidateQueries({ queryKey: ['sales', courseId] })
    },
  })
}
