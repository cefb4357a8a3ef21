import { Breadcrumb } from '@apogee/ui/navigation/breadcrumb.tsx'
import '#web/features/community/components/community.css'
import type { StudyGroup } from '@apogee/contracts/community/community.ts'
import { Badge } from '@apogee/ui/badge.tsx'
import { Button } from '@apogee/ui/button.tsx'
import { Icon } from '@apogee/ui/icons/icon.tsx'
import { pencilIcon, settingsIcon } from '@apogee/ui/icons/more-icons.ts'
import { Menu, MenuItem } from '@apogee/ui/navigation/menu.tsx'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { Loading, Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from '#web/platform/router/router.tsx'
import { useNavigate, useParams } from '#web/platform/router/router.tsx'
import { DeleteDialog } from '#web/features/community/components/delete-dialog.tsx'
import { DiscussionDialog, GroupDialog } from '#web/features/community/components/discussions/dialogs.tsx'
import { DiscussionList } from '#web/features/community/components/discussions/discussion-list.tsx'
import { GroupMembers } from '#web/features/community/components/groups/group-members.tsx'
import { MembershipButton } from '#web/features/community/components/groups/membership.tsx'
import { useWrittenText } from '#web/features/community/erased-text.ts'
import { communityMessages } from '#web/features/community/messages/community.en.ts'
import { groupQuery } from '#web/features/community/api/community.ts'
import { useCategoryName } from '#web/shared/course/category-names.ts'
import { ApiError, call } from '#web/platform/transfer/client.ts'
import { dateInWords } from '#web/platform/language/dates.ts'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { Head } from '#web/platform/page/head.tsx'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { StatePage } from '#web/platform/failures/state-page.tsx'
import { useViewer } from '#web/platform/session/session.tsx'
import '@apogee/ui/figures/rows.css'

export function Component() {
  const { groupId = '' } = useParams()
  return /^\d{1,15}$/.test(groupId) ? <GroupScreen key={groupId} id={Number(groupId)} /> : <GroupMissing />
}

function GroupScreen({ id }: { id: number }) {
  const text = useText(communityMessages)
  const { loading } = useText(platformMessages)
  const failureText = useFailureText()
  const { data, error, isPending, refetch } = useQuery(groupQuery(id, useViewer()))
  if (isPending) {
    return (
      <Loading label={loading} className="ap-wrap ap-section grid gap-6">
        <Skeleton shape="title" width={40} />
        <Skeleton width={60} />
        <Skeleton shape="block" />
      </Loading>
    )
  }
  if (data) return <Group group={data.data} />
  if (error instanceof ApiError && error.errorCode === 'GROUP_NOT_FOUND') return <GroupMissing />
  return (
    <StatePage title={text.failed} text={failureText(error, text.tryLater)} onRetry={() => void refetch()} />
  )
}

function GroupMissing() {
  const text = useText(communityMessages)
  return (
    <StatePage
      title={text.groupNotFound}
      text={text.groupNotFoundHint}
      back={['/community', text.toCommunity]}
    />
  )
}

function Group({ group }: { group: StudyGroup }) {
  const text = useText(communityMessages)
  const written = useWrittenText()
  const categoryName = useCategoryName()
  const language = useLanguage()
  const navigate = useNavigate()
  const [isStarting, setIsStarting] = useState(false)
  const isMember = group.membership !== null
  return (
    <>
      <Head title={group.name} />
      <header className="ap-page-head community-head">
        <div className="ap-wrap">
          <div className="min-w-0">
            <Breadcrumb
              as={Link}
              label={text.breadcrumb}
              places={[['/community', text.community]]}
              current={categoryName(group.category) ?? text.studyGroups}
            />
            <h1 className="ap-h2 mt-1">{group.name}</h1>
            <p className="mt-2 max-w-measure whitespace-pre-line text-secondary">
              {written(group.description)}
            </p>
            <p className="ap-meta mt-3">
              <span>{text.members(group.memberCount)}</span>
              <span>{text.discussionCount(group.discussionCount)}</span>
              <span>{text.lastActivity(dateInWords(group.lastActivityAt, language))}</span>
              {group.membership ? <Badge icon="check">{text[group.membership]}</Badge> : null}
            </p>
          </div>
          <div className="community-actions">
            {isMember ? (
              <Button variant="primary" icon="plus" onClick={() => setIsStarting(true)}>
                {text.newDiscussion}
              </Button>
            ) : null}
            <MembershipButton group={group} onPage />
            {group.permissions.edit ? <GroupMenu group={group} /> : null}
          </div>
        </div>
      </header>
      <div className="ap-wrap community-group-body">
        <section className="min-w-0" aria-labelledby="discussions-title">
          <h2 id="discussions-title" className="ap-h3 mb-5">
            {text.discussions}
          </h2>
          <DiscussionList
            place={{ groupId: group.id }}
            emptyHint={isMember ? text.noDiscussionsHint : text.noDiscussionsToJoin}
            emptyAction={
              isMember ? <Button onClick={() => setIsStarting(true)}>{text.newDiscussion}</Button> : null
            }
          />
        </section>
        <aside className="ap-panel" data-padded="" aria-labelledby="members-title">
          <h2 id="members-title" className="mb-4 font-semibold">
            {text.membersTitle}
          </h2>
          <GroupMembers groupId={group.id} />
        </aside>
      </div>
      {isStarting ? (
        <DiscussionDialog
          place={{ groupId: group.id }}
          onClose={() => setIsStarting(false)}
          onSaved={(id) => navigate(`/community/discussions/${id}`)}
        />
      ) : null}
    </>
  )
}

function GroupMenu({ group }: { group: StudyGroup }) {
  const text = useText(communityMessages)
  const notify = useNotify()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [doing, setDoing] = useState<'edit' | 'delete' | null>(null)
  const stop = () => setDoing(null)
  return (
    <>
      <Menu label={text.groupActions} trigger={<Icon name={settingsIcon} />}>
        <MenuItem icon={pencilIcon} onClick={() => setDoing('edit')}>
          {text.editGroup}
        </MenuItem>
        <MenuItem icon="trash" tone="danger" onClick={() => setDoing('delete')}>
          {text.deleteGroup}
        </MenuItem>
      </Menu>
      {doing === 'edit' ? <GroupDialog group={group} onClose={stop} onSaved={stop} /> : null}
      {doing === 'delete' ? (
        <DeleteDialog
          title={text.deleteGroupTitle(group.name)}
          question={text.deleteGroupText}
          remove={() => call('deleteGroup', { params: { id: group.id } })}
          onClose={stop}
          onDeleted={() => {
            notify({ text: text.groupDeleted(group.name) })
            navigate('/community', { replace: true })
            queries.removeQueries({ queryKey: ['community', 'group', group.id] })
            void queries.invalidateQueries({ queryKey: ['community', 'groups'] })
            void queries.invalidateQueries({ queryKey: ['community', 'discussions'] })
          }}
        />
      ) : null}
    </>
  )
}
