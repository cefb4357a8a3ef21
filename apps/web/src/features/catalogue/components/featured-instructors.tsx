import { Avatar } from '@apogee/ui/art/avatar.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from '#web/platform/router/router.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useCategoryName } from '#web/shared/course/category-names.ts'
import { featuredInstructorsMessages } from '../messages/featured-instructors.en.ts'
import { featuredInstructorsQuery } from '../api/catalogue.ts'
import './catalogue.css'

const shown = 4

/** Lists the teachers with most students, each linking to their most popular course. */
export function FeaturedInstructors() {
  const text = useText(featuredInstructorsMessages)
  const categoryName = useCategoryName()
  const people = useQuery(featuredInstructorsQuery()).data?.data.slice(0, shown) ?? []
  if (people.length === 0) return null
  return (
    <section className="ap-section ap-below" aria-labelledby="featured-instructors">
      <div className="ap-wrap">
        <div className="ap-section-head">
          <div>
            <h2 className="ap-h2" id="featured-instructors">
              {text.featuredInstructors}
            </h2>
            <p className="catalogue-quiet">{text.featuredHint}</p>
          </div>
        </div>
        <ul className="catalogue-people">
          {people.map((person) => (
            <li key={person.id}>
              <Avatar name={person.name} image={person.avatar} size="lg" />
              <div>
                <h3>{person.name}</h3>
                <p>
                  {person.category ? `${categoryName(person.category)} · ` : null}
                  {text.courses(person.courseCount)}
                </p>
                <p>{text.students(person.studentCount)}</p>
                <Link to={`/sp/${person.course.id}/`}>{text.teaches(person.course.title)}</Link>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
