import { WriteToPerson } from '#web/features/announcements/components/write-to-person.tsx'
import { idOf } from '#web/features/learning/api/learning.ts'
import { PersonPage } from '#web/features/people/components/person/person-page.tsx'
import { useParams } from '#web/platform/router/router.tsx'
import { useSession } from '#web/platform/session/session.tsx'

export function Component() {
  const { user } = useSession()
  const { userId } = useParams()
  const id = idOf(userId) ?? 0
  if (!user) return null
  return (
    <PersonPage
      key={id}
      id={id}
      user={user}
      write={(person) => (
        <WriteToPerson
          person={person}
          courses={person.courses
            .filter(({ state }) => state !== 'removed')
            .map(({ courseId, courseTitle }) => ({ id: courseId, title: courseTitle }))}
        />
      )}
    />
  )
}
