import type { BlockedContent } from '@apogee/contracts/security-log/security-log.ts'
import { EmptyState } from '@apogee/ui/feedback/state.tsx'
import { Table } from '@apogee/ui/figures/table.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { timeInWords } from '#web/platform/language/dates.ts'
import { ListStates } from '#web/platform/lists/list-states.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { blockedContentsQuery } from '../api/security-log.ts'
import { securityLogMessages } from '../messages/security-log.en.ts'
import './security-log.css'

/** Shows superadmins the content that browsers blocked on the platform's pages. */
export function BlockedContents() {
  const text = useText(securityLogMessages)
  const list = useInfiniteQuery(blockedContentsQuery())
  return (
    <section className="ap-panel" data-clip="" aria-labelledby="blocked-contents">
      <header className="security-log-blocked">
        <h2 id="blocked-contents">{text.blockedTitle}</h2>
        <p>{text.blockedHint}</p>
      </header>
      <ListStates
        list={list}
        skeletons={2}
        titleAs="h3"
        failed={text.blockedFailed}
        empty={<EmptyState titleAs="h3" title={text.noneBlocked} text={text.noneBlockedHint} />}
        shownOf={(shown, total) => text.blockedShown(shown, total)}
        more={text.more}
      >
        {(contents) => <BlockedTable contents={contents} />}
      </ListStates>
    </section>
  )
}

function BlockedTable({ contents }: { contents: readonly BlockedContent[] }) {
  const text = useText(securityLogMessages)
  const language = useLanguage()
  return (
    <Table
      caption={text.blockedTitle}
      rows={contents}
      rowKey={({ id }) => id}
      columns={[
        { id: 'blocked', header: text.blocked, phone: 'main', cell: (content) => <Blocked {...content} /> },
        {
          id: 'page',
          header: text.onPage,
          cell: ({ page }) => <span className="security-log-where">{page || '–'}</span>,
        },
        {
          id: 'last',
          header: text.lastReport,
          cell: ({ lastAt }) => (
            <time className="security-log-time" dateTime={lastAt}>
              {timeInWords(lastAt, language)}
            </time>
          ),
        },
      ]}
    />
  )
}

function Blocked({ blocked, directive, source, hours }: BlockedContent) {
  const text = useText(securityLogMessages)
  const facts = [directive, source, hours > 1 ? text.hours(hours) : ''].filter((fact) => fact !== '')
  return (
    <span className="security-log-what">
      <span>{blocked}</span>
      <span>{facts.join(' · ')}</span>
    </span>
  )
}
