import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { Link } from '#web/platform/router/router.tsx'
import { readIntention } from '#web/shared/buying/intention.ts'
import { intendedAccountMessages } from '../../messages/intended-account.en.ts'

/** Offers registration beside the sign-in form to a person who has pressed a button to enrol or to buy. */
export function IntendedAccount({ search }: { search: string }) {
  const text = useText(intendedAccountMessages)
  const intention = readIntention()
  if (!intention) return null
  const { kind, title } = intention
  return (
    <div className="grid gap-3">
      <p className="text-sm text-secondary">{kind === 'enroll' ? text.toStart(title) : text.toBuy(title)}</p>
      <LinkButton as={Link} to={{ pathname: '/register', search }} size="lg" block>
        {text.createAccount}
      </LinkButton>
    </div>
  )
}
