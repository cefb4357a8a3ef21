import { KeepSecondStep } from '#web/features/accounts/components/second-factor/keep-second-step.tsx'
import { useParams } from '#web/platform/router/router.tsx'

export function Component() {
  const { token = '' } = useParams()
  return <KeepSecondStep token={token} />
}
