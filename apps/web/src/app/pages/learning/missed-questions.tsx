import { Breadcrumb } from '@apogee/ui/navigation/breadcrumb.tsx'
import { Link } from '#web/platform/router/router.tsx'
import { MissedQuestions } from '#web/features/assessments/components/missed-questions.tsx'
import { repetitionsMessages } from '#web/features/assessments/messages/repetitions.en.ts'
import { Head } from '#web/platform/page/head.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useSession } from '#web/platform/session/session.tsx'

export function Component() {
  const text = useText(repetitionsMessages)
  const { user } = useSession()
  return (
    <div className="ap-wrap pb-16" data-width="narrow">
      <Head title={text.title} />
      <header className="ap-page-head">
        <Breadcrumb
          as={Link}
          label={text.title}
          places={[['/learning', text.learning]]}
          current={text.title}
        />
        <h1 className="ap-h1 mt-1">{text.title}</h1>
        <p className="mt-2 max-w-measure text-secondary">{text.lead}</p>
      </header>
      {user ? <MissedQuestions userId={user.id} /> : null}
    </div>
  )
}
