import { EmptyState } from '@apogee/ui/feedback/state.tsx'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { NewGift } from '#web/features/gifts/components/new-gift.tsx'
import { givenIn } from '#web/features/gifts/given-courses.ts'
import { newGiftMessages } from '#web/features/gifts/messages/new-gift.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { Head } from '#web/platform/page/head.tsx'
import { Link, useSearchParams } from '#web/platform/router/router.tsx'
import { useSession } from '#web/platform/session/session.tsx'

export function Component() {
  const text = useText(newGiftMessages)
  const { user } = useSession()
  const given = givenIn(useSearchParams()[0])
  const isEmpty = given.courses.length + given.bundles.length === 0
  return (
    <div className="ap-wrap pb-16">
      <Head title={text.title} />
      <header className="ap-page-head">
        <h1 className="ap-h1">{text.title}</h1>
        <p className="mt-2 text-secondary">{text.lead}</p>
      </header>
      {isEmpty ? (
        <EmptyState
          title={text.nothing}
          titleAs="h2"
          text={text.nothingHint}
          action={
            <LinkButton as={Link} to="/marketplace" variant="primary">
              {text.browse}
            </LinkButton>
          }
        />
      ) : user ? (
        <NewGift buyer={user} given={given} />
      ) : null}
    </div>
  )
}
