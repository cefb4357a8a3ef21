import type { SecurityEntry } from '@apogee/contracts/accounts/security.ts'
import { EmptyState } from '@apogee/ui/feedback/state.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { timeInWords } from '#web/platform/language/dates.ts'
import { ListStates } from '#web/platform/lists/list-states.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { securityMessages } from '#web/shared/account/security-messages.en.ts'
import { useSecurityText } from '#web/shared/account/security-text.ts'
import { useViewer } from '#web/platform/session/session.tsx'
import { SettingsSection } from '#web/shared/settings/settings-section.tsx'
import { securityLogQuery } from '../../api/settings.ts'
import './settings.css'

/** Lists entries of the security log: an admin sees those of the business, a lone seller their own, and a superadmin all. */
export function SecuritySection() {
  const text = useText(securityMessages)
  const log = useInfiniteQuery(securityLogQuery(useViewer()))
  return (
    <SettingsSection headingId="security-heading" title={text.title} lead={text.lead}>
      <ListStates
        list={log}
        failed={text.failed}
        empty={<EmptyState title={text.empty} text={text.emptyHint} />}
        shownOf={text.count}
        more={text.more}
      >
        {(entries) => (
          <ul className="settings-sessions">
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ul>
        )}
      </ListStates>
    </SettingsSection>
  )
}

function Entry({ entry }: { entry: SecurityEntry }) {
  const text = useText(securityMessages)
  const language = useLanguage()
  const sentence = useSecurityText()
  const { kind, details, subject, actor, address, business, at } = entry
  const facts = [
    <time key="at" dateTime={at}>
      {timeInWords(at, language)}
    </time>,
    text.by(actor?.name ?? text.nobody),
    business?.name,
    address && text.from(address),
  ].filter(Boolean)
  return (
    <li>
      <div>
        <p className="font-medium">{sentence({ kind, details, subjectName: subject?.name ?? null })}</p>
        <p className="text-xs text-secondary">
          {facts.map((fact, place) => (
            <span key={place}>
              {place > 0 ? ' · ' : ''}
              {fact}
            </span>
          ))}
        </p>
      </div>
    </li>
  )
}
