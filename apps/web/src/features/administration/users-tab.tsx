import type { CurrentUser } from '@apogee/contracts/accounts.ts'
import type { Role } from '@apogee/contracts/limits.ts'
import { Avatar } from '@apogee/ui/avatar.tsx'
import { Badge } from '@apogee/ui/badge.tsx'
import { Button } from '@apogee/ui/button.tsx'
import { LinkButton } from '@apogee/ui/link-button.tsx'
import { SearchField } from '@apogee/ui/search-field.tsx'
import { Loading, SkeletonRows } from '@apogee/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '@apogee/ui/state.tsx'
import { Table, TableSubject } from '@apogee/ui/table.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { platformMessages } from '#web/platform/messages.en.ts'
import { useText } from '#web/platform/messages.ts'
import { administrationMessages } from './messages.en.ts'
import { allManagedCoursesQuery, defaultScope, instructorsQuery } from './queries.ts'

const roleText = {
  student: 'roleStudent',
  instructor: 'roleInstructor',
  admin: 'roleAdmin',
  superadmin: 'roleSuperadmin',
} as const satisfies Record<Role, keyof (typeof administrationMessages)['en']>

/** The team of those who teach, to look at. */
export function TeamTab({ user }: { user: CurrentUser }) {
  const text = useText(administrationMessages)
  const common = useText(platformMessages)
  const [search, setSearch] = useState('')
  const team = useQuery(instructorsQuery(user))
  const wanted = search.trim().toLowerCase()
  const shown = (team.data ?? []).filter(({ name, email }) =>
    `${name ?? ''} ${email}`.toLowerCase().includes(wanted),
  )
  return (
    <section className="ap-panel admin-panel" data-clip="" aria-labelledby="team-heading">
      <div className="admin-panel-intro">
        <h2 className="ap-h3" id="team-heading">
          {text.team}
        </h2>
        <p className="text-sm text-secondary">{text.teamHint}</p>
      </div>
      <div className="ap-toolbar">
        <SearchField
          label={text.searchUsers}
          placeholder={text.searchUsers}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <span className="text-sm text-secondary" role="status">
          {team.isSuccess ? text.userCount(shown.length) : ''}
        </span>
        <LinkButton as={Link} to="/admin/register" data-end="" variant="primary" icon="plus">
          {text.addUser}
        </LinkButton>
      </div>
      {team.isPending ? (
        <Loading label={common.loading}>
          <SkeletonRows />
        </Loading>
      ) : team.isError ? (
        <ErrorState
          className="admin-state"
          title={text.loadFailed}
          action={<Button onClick={() => void team.refetch()}>{common.tryAgain}</Button>}
        />
      ) : shown.length === 0 ? (
        <EmptyState className="admin-state" title={text.noUsers} />
      ) : (
        <Table
          caption={text.team}
          rows={shown}
          rowKey={({ id }) => id}
          columns={[
            {
              id: 'user',
              header: text.user,
              phone: 'main',
              cell: ({ name, email }) => (
                <TableSubject picture={<Avatar name={name} />} name={name ?? text.unnamed} detail={email} />
              ),
            },
            {
              id: 'role',
              header: text.role,
              cell: ({ role }) => (
                <Badge tone={role === 'instructor' ? 'info' : 'warning'}>{text[roleText[role]]}</Badge>
              ),
            },
          ]}
        />
      )}
    </section>
  )
}

/** What the course list tells an instructor of those who are enrolled. */
export function EnrolledTab({ user }: { user: CurrentUser }) {
  const text = useText(administrationMessages)
  const common = useText(platformMessages)
  const courses = useQuery(allManagedCoursesQuery(user, defaultScope(user)))
  return (
    <section className="ap-panel admin-panel" data-clip="" aria-labelledby="enrolled-heading">
      <div className="admin-panel-intro">
        <h2 className="ap-h3" id="enrolled-heading">
          {text.enrolledUsers}
        </h2>
        <p className="text-sm text-secondary">{text.enrolledByCourse}</p>
      </div>
      {courses.isPending ? (
        <Loading label={common.loading}>
          <SkeletonRows />
        </Loading>
      ) : courses.isError ? (
        <ErrorState
          className="admin-state"
          title={text.loadFailed}
          action={<Button onClick={() => void courses.refetch()}>{common.tryAgain}</Button>}
        />
      ) : courses.data.courses.length === 0 ? (
        <EmptyState className="admin-state" title={text.noEnrolledCourses} text={text.noCoursesHint} />
      ) : (
        <Table
          caption={text.enrolledUsers}
          rows={courses.data.courses}
          rowKey={({ id }) => id}
          columns={[
            {
              id: 'course',
              header: text.course,
              phone: 'main',
              cell: ({ id, title }) => (
                <Link className="ap-link" to={`/course/${id}/manage`}>
                  {title}
                </Link>
              ),
            },
            {
              id: 'enrolled',
              header: text.enrolled,
              align: 'end',
              cell: ({ studentCount }) => text.students(studentCount),
            },
          ]}
        />
      )}
    </section>
  )
}
