import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import { formatRinggit } from '@apogee/domain/money/money.ts'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { LoadStates } from '#web/platform/failures/load-states.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { figure } from '#web/platform/language/numbers.ts'
import { Link } from '#web/platform/router/router.tsx'
import { moneyWordsMessages } from '#web/shared/money/words/money-words.en.ts'
import { studioQuery } from '../api/studio.ts'
import { studioHomeMessages } from '../messages/studio-home.en.ts'
import './studio.css'

/** Shows today's figures, waiting tasks and a link to the studio on the dashboard of instructors and sellers. */
export function StudioSummary({ user }: { user: CurrentUser }) {
  const text = useText(studioHomeMessages)
  const words = useText(moneyWordsMessages)
  const studio = useQuery(studioQuery(user.id))
  return (
    <section className="ap-panel studio-summary" data-padded="" aria-labelledby="studio-summary-heading">
      <h2 className="ap-h3" id="studio-summary-heading">
        {text.summary}
      </h2>
      <LoadStates query={studio} skeleton={<Skeleton shape="title" />} failed={text.loadFailed}>
        {({ days, waiting }) => {
          const today = days.at(-1)
          return (
            <dl>
              {today?.money ? (
                <div>
                  <dt>
                    {words.sales} · {text.today}
                  </dt>
                  <dd>{formatRinggit(today.money.sales)}</dd>
                </div>
              ) : null}
              <div>
                <dt>
                  {text.enrolments} · {text.today}
                </dt>
                <dd>{figure(today?.enrolments ?? 0)}</dd>
              </div>
              <div>
                <dt>{text.toDo}</dt>
                <dd>{figure(waiting.reduce((sum, { count }) => sum + count, 0))}</dd>
              </div>
            </dl>
          )
        }}
      </LoadStates>
      <LinkButton as={Link} to="/studio">
        {text.open}
      </LinkButton>
    </section>
  )
}
