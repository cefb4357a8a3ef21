import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import { SegmentedControl } from '@apogee/ui/fields/chip.tsx'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { Loading, SkeletonRows } from '@apogee/ui/feedback/skeleton.tsx'
import { EmptyState } from '@apogee/ui/feedback/state.tsx'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { withParameter } from '#web/platform/lists/search-address.ts'
import { useAddressFilter } from '#web/platform/lists/address-filter.ts'
import { ListSearch } from '#web/platform/lists/list-search.tsx'
import { Link, useSearchParams } from '#web/platform/router/router.tsx'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useExportOf } from '#web/shared/people/export-scope.tsx'
import { peopleMessages } from '../messages/people.en.ts'
import { peopleQuery, type PeopleMode } from '../api/people.ts'
import { mayWiden } from '#web/shared/course/course-scope.ts'
import { EmptyWithLink, ListStates } from '#web/platform/lists/list-states.tsx'
import { totalOf } from '#web/platform/language/numbers.ts'
import { ExpectedPeople } from './expected-people.tsx'
import { UserTable, type WriteTo } from './user-table.tsx'
import '#web/platform/page/admin.css'
import '@apogee/ui/navigation/toolbar.css'

/**
 * Implements docs/specification.md#6-roles-and-permissions: instructors see enrolled users; admins see them if any exist, else (or
 * by choice) their team; superadmins see everyone. The mode is null until it is known whether anyone is enrolled.
 */
function usePeopleMode(user: CurrentUser): { mode: PeopleMode | null; hasNoLearners: boolean } {
  const [search] = useSearchParams()
  const chosen = search.get('people')
  const isChoosing = mayWiden(user)
  const isOpen = isChoosing && chosen !== 'team' && chosen !== 'enrolled'
  const learners = useInfiniteQuery({ ...peopleQuery(user, 'enrolled'), enabled: isOpen })
  const known = (mode: PeopleMode | null, hasNoLearners = false) => ({ mode, hasNoLearners })
  if (user.role === 'superadmin') return known('everyone')
  if (!isChoosing) return known('enrolled')
  if (!isOpen) return known(chosen === 'team' ? 'team' : 'enrolled')
  if (learners.isPending) return known(null)
  // If loading the learners fails, the list of enrolled people shows the error and a retry button.
  return learners.data?.pages[0]?.meta.total === 0 ? known('team', true) : known('enrolled')
}

interface UsersTabProps {
  user: CurrentUser
  write: WriteTo
  /** Stands above the list of a seller without learners. */
  firstSteps: ReactNode
}

/** Implements docs/specification.md#admin-dashboard-admin, Users. */
export function UsersTab({ user, write, firstSteps }: UsersTabProps) {
  const text = useText(peopleMessages)
  const common = useText(platformMessages)
  const { mode, hasNoLearners } = usePeopleMode(user)
  const { search, typed, setTyped } = useAddressFilter<never>()
  useExportOf(mode === null ? null : mode === 'enrolled' ? 'learners' : 'users', { search })
  return (
    <>
      {hasNoLearners ? firstSteps : null}
      <section className="ap-panel admin-panel admin-people" data-clip="" aria-labelledby="users-heading">
        <h2 className="vh" id="users-heading">
          {mode === 'everyone' || mode === null
            ? text.users
            : mode === 'team'
              ? text.team
              : text.enrolledUsers}
        </h2>
        <div className="ap-toolbar">
          {mayWiden(user) ? <ModeChoice mode={mode} /> : null}
          <ListSearch label={text.search} typed={typed} setTyped={setTyped} />
          {mode ? <Total user={user} mode={mode} search={search} /> : null}
          {mode === 'team' || mode === 'everyone' ? (
            <LinkButton as={Link} to="/admin/register" data-end="" variant="primary" icon="plus">
              {text.addUser}
            </LinkButton>
          ) : null}
        </div>
        {hasNoLearners ? (
          <Notice
            tone="info"
            quiet
            className="admin-first-step"
            link={
              <Link className="ap-notice-link" to="/admin?tab=courses">
                {text.toCourses}
              </Link>
            }
          >
            {text.noLearnersYet}
          </Notice>
        ) : null}
        {mode ? (
          <People user={user} mode={mode} search={search} write={write} />
        ) : (
          <Loading label={common.loading}>
            <SkeletonRows count={6} />
          </Loading>
        )}
      </section>
      <ExpectedPeople user={user} search={search} />
    </>
  )
}

/** Switches between Enrolled Users and Team; the choice is part of the URL. A search among the ones does not move to the others. */
function ModeChoice({ mode }: { mode: PeopleMode | null }) {
  const text = useText(peopleMessages)
  const [, setSearch] = useSearchParams()
  return (
    <SegmentedControl
      label={text.whichPeople}
      value={mode === 'team' ? 'team' : 'enrolled'}
      onChange={(next) => setSearch((now) => withParameter('search', '')(withParameter('people', next)(now)))}
      options={[
        { value: 'enrolled', label: text.enrolledUsers },
        { value: 'team', label: text.team },
      ]}
    />
  )
}

interface Shown {
  user: CurrentUser
  mode: PeopleMode
  search: string
}

const usePeople = ({ user, mode, search }: Shown) =>
  useInfiniteQuery({
    ...peopleQuery(user, mode, search),
    placeholderData: keepPreviousData,
    // The list uses the same query as the choice of the mode. Its failure is shown immediately, without another request.
    retryOnMount: false,
  })

function Total(shown: Shown) {
  const text = useText(peopleMessages)
  const people = usePeople(shown)
  const first = people.data?.pages[0]
  return (
    <span className="text-sm text-secondary" role="status">
      {first ? text.count(totalOf(first.meta)) : ''}
    </span>
  )
}

function People({ write, ...shown }: Shown & { write: WriteTo }) {
  const text = useText(peopleMessages)
  return (
    <ListStates
      list={usePeople(shown)}
      skeletons={6}
      failed={text.loadFailed}
      empty={<Nobody mode={shown.mode} isSearched={shown.search !== ''} />}
      shownOf={text.shownOf}
      more={text.loadMore}
    >
      {(people) => <UserTable user={shown.user} mode={shown.mode} people={people} write={write} />}
    </ListStates>
  )
}

function Nobody({ mode, isSearched }: { mode: PeopleMode; isSearched: boolean }) {
  const text = useText(peopleMessages)
  if (isSearched) return <EmptyState title={text.nobodyFound} text={text.nobodyFoundHint} />
  if (mode !== 'enrolled') return <EmptyState title={text.nobodyHere} text={text.nobodyHereHint} />
  return (
    <EmptyWithLink
      title={text.nobodyEnrolled}
      text={text.nobodyEnrolledHint}
      to="/admin?tab=courses"
      action={text.coursesShort}
      variant="primary"
    />
  )
}
