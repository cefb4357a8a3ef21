import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import type { PersonDetail } from '@apogee/contracts/people/person.ts'
import { Avatar } from '@apogee/ui/art/avatar.tsx'
import { Badge } from '@apogee/ui/badge.tsx'
import { Button } from '@apogee/ui/button.tsx'
import { lazyOnPress } from '@apogee/ui/lazy-on-press.tsx'
import { Breadcrumb } from '@apogee/ui/navigation/breadcrumb.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { LoadFailurePage } from '#web/platform/failures/load-failure.tsx'
import { PageLoading, StatePage } from '#web/platform/failures/state-page.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { Head } from '#web/platform/page/head.tsx'
import { Link } from '#web/platform/router/router.tsx'
import { useViewer } from '#web/platform/session/session.tsx'
import { ApiError } from '#web/platform/transfer/client.ts'
import { personQuery } from '../../api/person.ts'
import { personMessages } from '../../messages/person.en.ts'
import { PersonEvents } from './person-events.tsx'
import { PersonSide } from './person-side.tsx'
import './person.css'

const AddToCourseDialog = lazyOnPress(async () => (await import('./person-forms.ts')).AddToCourseDialog)
const EndAccessDialog = lazyOnPress(async () => (await import('./person-forms.ts')).EndAccessDialog)

interface Parts {
  user: CurrentUser
  /** Renders the button for a message to the person in one of these courses. */
  write: (person: PersonDetail) => ReactNode
}

export function PersonPage({ id, ...parts }: { id: number } & Parts) {
  const text = useText(personMessages)
  const { data, error, isPending, refetch } = useQuery({
    ...personQuery(id, useViewer()),
    enabled: id > 0,
  })
  if (id === 0 || (error instanceof ApiError && error.status === 404))
    return (
      <StatePage
        title={text.notFound}
        text={text.notFoundHint}
        back={['/admin?tab=users', text.backToPeople]}
      />
    )
  if (isPending) return <PageLoading title={text.person} blocks={2} />
  if (!data) return <LoadFailurePage title={text.loadFailed} error={error} onRetry={() => void refetch()} />
  return <Person person={data.data} {...parts} />
}

function Person({ person, user, write }: { person: PersonDetail } & Parts) {
  const text = useText(personMessages)
  const called = person.name ?? text.unnamed
  return (
    <div className="ap-wrap person">
      <header className="person-head">
        <Head title={called} />
        <div>
          <Breadcrumb
            as={Link}
            label={called}
            places={[['/admin?tab=users', text.people]]}
            current={called}
          />
          <div className="person-name">
            <Avatar name={person.name} image={person.avatar} size="lg" />
            <div>
              <h1 className="ap-h2">{called}</h1>
              {person.businessName === null ? null : <Badge>{text.teamOf(person.businessName)}</Badge>}
            </div>
          </div>
        </div>
        <div className="person-actions">
          {write(person)}
          <PersonActions person={person} user={user} />
        </div>
      </header>
      <div className="person-pair">
        <PersonEvents person={person} />
        <PersonSide person={person} />
      </div>
    </div>
  )
}

function PersonActions({ person, user }: { person: PersonDetail; user: CurrentUser }) {
  const text = useText(personMessages)
  const [isAdding, setIsAdding] = useState(false)
  const [isEnding, setIsEnding] = useState(false)
  return (
    <>
      <Button icon="plus" onClick={() => setIsAdding(true)}>
        {text.addToCourse}
      </Button>
      {person.courses.some(({ state }) => state === 'open') ? (
        <Button variant="quiet" onClick={() => setIsEnding(true)}>
          {text.endAccess}
        </Button>
      ) : null}
      {isAdding ? <AddToCourseDialog person={person} user={user} onClose={() => setIsAdding(false)} /> : null}
      {isEnding ? <EndAccessDialog person={person} onClose={() => setIsEnding(false)} /> : null}
    </>
  )
}
