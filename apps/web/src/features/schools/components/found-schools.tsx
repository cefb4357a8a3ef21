import { Avatar } from '@apogee/ui/art/avatar.tsx'
import { useQuery } from '@tanstack/react-query'
import { useText } from '#web/platform/language/messages.ts'
import { Link } from '#web/platform/router/router.tsx'
import { foundSchoolsQuery } from '../api/schools.ts'
import { schoolMessages } from '../messages/school.en.ts'
import './found-schools.css'

/** Lists the schools whose name a search of the marketplace finds. It renders nothing without any. */
export function FoundSchools({ search }: { search: string }) {
  const text = useText(schoolMessages)
  const found = useQuery(foundSchoolsQuery(search)).data?.data ?? []
  if (found.length === 0) return null
  return (
    <section aria-label={text.schools}>
      <ul className="found-schools">
        {found.map(({ id, name, title, logo, courseCount }) => (
          <li key={id}>
            <Avatar name={title} image={logo} />
            <div>
              <Link to={`/school/${name}`}>{title}</Link>
              <p>
                {text.school} · {text.courseCount(courseCount)}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
