import { Button } from '@apogee/ui/button.tsx'
import { call } from '#web/platform/transfer/client.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useCommunityWrite } from '../../api/community.ts'
import { communityMessages } from '../../messages/community.en.ts'

/** The text is a reply, or the opening text of a discussion. */
type VotedText = { kind: 'post' | 'discussion'; id: number }

const send = ({ kind, id }: VotedText, isHelpful: boolean) => {
  const params = { params: { id } }
  if (kind === 'post') return isHelpful ? call('voteForPost', params) : call('withdrawPostVote', params)
  return isHelpful ? call('voteForDiscussion', params) : call('withdrawDiscussionVote', params)
}

/** Shows the number of votes; for texts of others a button adds or withdraws one. */
export function Helpful({
  of,
  count,
  hasVoted,
  canVote,
}: {
  of: VotedText
  count: number
  hasVoted: boolean
  canVote: boolean
}) {
  const text = useText(communityMessages)
  const vote = useCommunityWrite((isHelpful: boolean) => send(of, isHelpful), text.actionFailed)
  if (!canVote) {
    return count === 0 ? null : <span className="text-sm text-secondary">{text.helpfulCount(count)}</span>
  }
  return (
    <Button
      variant="quiet"
      size="sm"
      aria-pressed={hasVoted}
      busy={vote.isPending}
      icon={hasVoted ? 'check' : 'plus'}
      onClick={() => vote.mutate(!hasVoted)}
    >
      {count === 0 ? text.helpful : text.helpfulCount(count)}
    </Button>
  )
}
