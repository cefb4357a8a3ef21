import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import { Disclosure } from '@apogee/ui/feedback/disclosure.tsx'
import { EmptyState } from '@apogee/ui/feedback/state.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ListStates } from '#web/platform/lists/list-states.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { SettingsSection } from '#web/shared/settings/settings-section.tsx'
import { peopleQuery } from '../api/people.ts'
import { peopleMessages } from '../messages/people.en.ts'
import { InviteForm, OpenInvitations } from './invite-form.tsx'
import { UserTable } from './user-table.tsx'

/** Shows the members, roles and invitations of the business. Its heading is `#team-heading`. */
export function TeamSection({ user }: { user: CurrentUser }) {
  const text = useText(peopleMessages)
  return (
    <SettingsSection headingId="team-heading" title={text.team} lead={text.teamLead}>
      <ListStates
        list={useInfiniteQuery(peopleQuery(user, 'team'))}
        skeletons={3}
        failed={text.loadFailed}
        titleAs="h3"
        empty={<EmptyState title={text.nobodyHere} text={text.nobodyHereHint} />}
        shownOf={text.shownOf}
        more={text.loadMore}
      >
        {(people) => <UserTable user={user} mode="team" people={people} />}
      </ListStates>
      <OpenInvitations user={user} />
      <Disclosure title={text.inviteSomebody}>
        <InviteForm user={user} isAside />
      </Disclosure>
    </SettingsSection>
  )
}
