import type { LackingSecondFactor } from '@apogee/contracts/accounts/second-factor.ts'
import { Badge } from '@apogee/ui/badge.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { timeInWords } from '#web/platform/language/dates.ts'
import { ListStates } from '#web/platform/lists/list-states.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { useViewer } from '#web/platform/session/session.tsx'
import { SettingsSection } from '#web/shared/settings/settings-section.tsx'
import { lackingQuery } from '../../api/second-factor.ts'
import { requiredFactorMessages } from '../../messages/security/required-factor.en.ts'
import '../settings/settings.css'

/**
 * Lists people whose role requires a second factor and who have none: an admin's team, or all for a superadmin. It renders nothing
 * when the list is empty.
 */
export function LackingFactorSection() {
  const text = useText(requiredFactorMessages)
  const list = useInfiniteQuery(lackingQuery(useViewer()))
  const isEmpty = list.data?.pages[0]?.data.length === 0
  if (list.isPending || isEmpty) return null
  return (
    <SettingsSection headingId="lacking-heading" title={text.lackingTitle} lead={text.lackingLead}>
      <ListStates
        list={list}
        failed={text.lackingFailed}
        empty={null}
        shownOf={text.lackingShown}
        more={text.lackingMore}
      >
        {(people) => (
          <ul className="settings-sessions">
            {people.map((person) => (
              <Lacking key={person.id} person={person} />
            ))}
          </ul>
        )}
      </ListStates>
    </SettingsSection>
  )
}

function Lacking({ person }: { person: LackingSecondFactor }) {
  const text = useText(requiredFactorMessages)
  const language = useLanguage()
  const { name, email, businessName, dueAt, isOverdue } = person
  const day = timeInWords(dueAt, language)
  return (
    <li>
      <div>
        <p className="font-medium">
          {name ?? email}
          <Badge tone={isOverdue ? 'danger' : 'warning'}>
            {isOverdue ? text.overdue(day) : text.dueBy(day)}
          </Badge>
        </p>
        <p className="text-xs text-secondary">{[name && email, businessName].filter(Boolean).join(' · ')}</p>
      </div>
    </li>
  )
}
