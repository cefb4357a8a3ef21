import './featured-groups.css'
import { Icon } from '@apogee/ui/icons/icon.tsx'
import { usersIcon } from '@apogee/ui/icons/more-icons.ts'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '#web/platform/router/router.tsx'
import { useCategoryName } from '#web/shared/course/category-names.ts'
import { call } from '#web/platform/transfer/client.ts'
import { useText } from '#web/platform/language/messages.ts'
import { visitorMessages } from '../../messages/visitor.en.ts'

/** Loads the largest groups, as visitors see them. */
export const featuredGroupsQuery = () =>
  queryOptions({
    queryKey: ['community', 'featured'],
    queryFn: ({ signal }) => call('featuredGroups', { signal }),
  })

/** Shows the community section with its largest groups. When there are no groups, it shows only the text. */
export function FeaturedGroups() {
  const text = useText(visitorMessages)
  const categoryName = useCategoryName()
  const groups = useQuery(featuredGroupsQuery()).data?.data ?? []
  return (
    <section className="ap-section" data-band="" aria-labelledby="featured-groups">
      <div className="ap-wrap featured-groups">
        <div>
          <h2 className="ap-h2" id="featured-groups">
            {text.title}
          </h2>
          <p className="ap-lead">{text.text}</p>
          <LinkButton as={Link} to="/community" iconEnd="arrow-right">
            {text.link}
          </LinkButton>
        </div>
        {groups.length > 0 ? (
          <ul>
            {groups.map((group) => (
              <li key={group.id}>
                <Icon name={usersIcon} />
                <div>
                  <h3>{group.name}</h3>
                  <p>
                    {[
                      categoryName(group.category),
                      text.members(group.memberCount),
                      text.discussions(group.discussionCount),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </p>
                </div>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </section>
  )
}
