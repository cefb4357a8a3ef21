import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import type { SecurityEntry } from '@apogee/contracts/accounts/security.ts'
import { EmptyState } from '@apogee/ui/feedback/state.tsx'
import { Table } from '@apogee/ui/figures/table.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { timeInWords } from '#web/platform/language/dates.ts'
import { DownloadCsv } from '#web/platform/transfer/download.tsx'
import { ListStates, NoMatch } from '#web/platform/lists/list-states.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { MoneyPage } from '#web/shared/money/money-page.tsx'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { useViewer } from '#web/platform/session/session.tsx'
import { askedOf, isFiltered, securityEntriesQuery, type SecurityLogFilter } from '../api/security-log.ts'
import { securityLogMessages } from '../messages/security-log.en.ts'
import { BlockedContents } from './blocked-contents.tsx'
import { FilterFields, useSecurityLogFilter } from './security-log-filter.tsx'
import { ChainState } from './security-log-state.tsx'
import { useEntryText } from './security-sentence.ts'
import './security-log.css'

/** Shows the log of an admin's business; superadmins see the whole log with the state of the chain. */
export function SecurityLogPage({
  user,
  people,
  removals,
}: {
  user: CurrentUser
  /** The section belongs to another feature and lists people who lack a required second factor. */
  people: ReactNode
  /** The section belongs to another feature and lists requests to remove lost second factors; it is usually empty. */
  removals: ReactNode
}) {
  const text = useText(securityLogMessages)
  const { filter, change, clear } = useSecurityLogFilter()
  const isForAll = user.role === 'superadmin'
  return (
    <MoneyPage
      title={text.title}
      lead={isForAll ? text.leadForAll : text.lead}
      actions={<Download filter={filter} />}
    >
      {isForAll ? <ChainState /> : null}
      {people}
      <section className="ap-panel" data-clip="" aria-label={text.title}>
        <FilterFields filter={filter} change={change} isForAll={isForAll} />
        <Entries filter={filter} change={change} clear={clear} isForAll={isForAll} />
      </section>
      {removals}
      {isForAll ? <BlockedContents /> : null}
    </MoneyPage>
  )
}

function Download({ filter }: { filter: SecurityLogFilter }) {
  const text = useText(securityLogMessages)
  return <DownloadCsv ask={{ what: 'security', filters: askedOf(filter) }} words={text} />
}

type EntriesProps = ReturnType<typeof useSecurityLogFilter> & { isForAll: boolean }

function Entries({ filter, change, clear, isForAll }: EntriesProps) {
  const text = useText(securityLogMessages)
  const list = useInfiniteQuery(securityEntriesQuery(useViewer(), filter))
  return (
    <ListStates
      list={list}
      skeletons={8}
      titleAs="h2"
      failed={text.loadFailed}
      empty={
        isFiltered(filter) ? (
          <NoMatch words={text} onShowAll={clear} />
        ) : (
          <EmptyState titleAs="h2" title={text.none} text={text.noneHint} />
        )
      }
      shownOf={(shown) => text.shown(shown)}
      more={text.more}
    >
      {(entries) => <EntryTable entries={entries} change={change} isForAll={isForAll} />}
    </ListStates>
  )
}

function EntryTable({
  entries,
  change,
  isForAll,
}: { entries: readonly SecurityEntry[] } & Pick<EntriesProps, 'change' | 'isForAll'>) {
  const text = useText(securityLogMessages)
  const language = useLanguage()
  return (
    <Table
      caption={text.title}
      rows={entries}
      rowKey={({ id }) => id}
      columns={[
        {
          id: 'what',
          header: text.what,
          phone: 'main',
          cell: (entry) => <What entry={entry} />,
        },
        {
          id: 'who',
          header: text.who,
          cell: ({ actor }) =>
            actor ? (
              <OnlyButton
                label={text.onlyPerson(actor.name ?? text.unnamed(actor.id))}
                onPress={() => change('person', String(actor.id))}
              >
                {actor.name ?? text.unnamed(actor.id)}
              </OnlyButton>
            ) : (
              <span className="security-log-quiet">{text.nobody}</span>
            ),
        },
        {
          id: 'where',
          header: text.where,
          cell: ({ address }) => (
            <Where address={address} onPress={isForAll ? () => change('address', address ?? '') : null} />
          ),
        },
        {
          id: 'time',
          header: text.time,
          cell: ({ at }) => (
            <time className="security-log-time" dateTime={at}>
              {timeInWords(at, language)}
            </time>
          ),
        },
      ]}
    />
  )
}

function What({ entry }: { entry: SecurityEntry }) {
  const text = useText(securityLogMessages)
  const sentence = useEntryText()
  const { acts } = entry.details
  const facts = [
    typeof acts === 'number' && acts > 1 ? text.times(acts) : null,
    entry.business?.name ?? null,
  ].filter((fact) => fact !== null)
  return (
    <span className="security-log-what">
      <span>{sentence(entry)}</span>
      {facts.length > 0 ? <span>{facts.join(' · ')}</span> : null}
    </span>
  )
}

function Where({ address, onPress }: { address: string | null; onPress: (() => void) | null }) {
  const text = useText(securityLogMessages)
  if (address === null) return <span aria-hidden="true">–</span>
  return onPress ? (
    <OnlyButton label={text.onlyAddress(address)} onPress={onPress}>
      {address}
    </OnlyButton>
  ) : (
    <span>{address}</span>
  )
}

function OnlyButton({ label, onPress, children }: { label: string; onPress: () => void; children: string }) {
  return (
    <button type="button" className="security-log-only" aria-label={label} title={label} onClick={onPress}>
      {children}
    </button>
  )
}
