import { CancelFactorRemoval } from '#web/features/accounts/components/second-factor/cancel-factor-removal.tsx'
import { useParams } from '#web/platform/router/router.tsx'

export function Component() {
  const { token = '' } = useParams()
  return <CancelFactorRemoval token={token} />
}
