import type { CertificateRuleForm } from '@apogee/contracts/achievements/achievements.forms.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/platform/transfer/client.ts'
import { useSignatureUpload, type ChosenSignature } from '../signature-upload.ts'

export const certificateRuleQuery = (courseId: number) =>
  queryOptions({
    queryKey: ['course', courseId, 'certificate-rule'],
    queryFn: async ({ signal }) =>
      (await call('readCertificateRule', { params: { id: courseId }, signal })).data,
    staleTime: 0,
    gcTime: 0,
  })

/** Sends the picture once, then the settings. `progress` of the picture is in percent. */
export function useSaveCertificateRule(courseId: number) {
  const queries = useQueryClient()
  const { urlOf, progress } = useSignatureUpload()
  const save = useMutation({
    mutationFn: async ({ rule, chosen }: { rule: CertificateRuleForm; chosen: ChosenSignature }) => {
      const signature = await urlOf(chosen)
      const body = { ...rule, ...(signature !== undefined && { signature }) }
      return call('saveCertificateRule', { params: { id: courseId }, body })
    },
    onSuccess: async ({ data }) => {
      queries.setQueryData(certificateRuleQuery(courseId).queryKey, data)
      // The course's sales page mentions the certificate.
      await queries.invalidateQueries({ queryKey: ['sales', courseId] })
    },
  })
  return { save, progress }
}
