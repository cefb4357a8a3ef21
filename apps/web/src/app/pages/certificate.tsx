import { useParams } from 'react-router'
import { CertificatePage } from '#web/features/achievements/components/certificate-page.tsx'
import { certificateQuery } from '#web/features/achievements/api/achievements.ts'
import { ApiError } from '#web/platform/client.ts'
import type { PageAnswer, PageRequest } from '#web/framework/page-module.ts'

const statuses = { valid: 200, missing: 404, revoked: 410 } as const

async function loadOnServer({ params, queries }: PageRequest): Promise<PageAnswer> {
  const query = certificateQuery(params['certificateId'] ?? '')
  try {
    return { status: statuses[(await queries.fetchQuery(query)).state] }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // Hydration starts without this answer and fetches again, so the server renders without it too.
    queries.removeQueries({ queryKey: query.queryKey })
    return { status: 503 }
  }
}

export const load = import.meta.env.SSR ? loadOnServer : undefined

export function Component() {
  const { certificateId = '' } = useParams()
  return <CertificatePage key={certificateId} id={certificateId} />
}
