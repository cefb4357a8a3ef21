import { useParams } from '#web/platform/router/router.tsx'
import { CertificatePage } from '#web/features/achievements/components/certificate-page.tsx'
import { certificateQuery } from '#web/features/achievements/api/achievements.ts'
import type { PageRequest } from '#web/framework/page-module.ts'
import { answerStatus } from '../../answer-status.ts'

const statuses = { valid: 200, missing: 404, revoked: 410, replaced: 410 } as const

const loadOnServer = ({ params, queries }: PageRequest) =>
  answerStatus(queries, certificateQuery(params['certificateId'] ?? ''), ({ state }) => statuses[state])

export const load = import.meta.env.SSR ? loadOnServer : undefined

export function Component() {
  const { certificateId = '' } = useParams()
  return <CertificatePage key={certificateId} id={certificateId} />
}
