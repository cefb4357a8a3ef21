import { reportReasonMaxLength } from '@apogee/contracts/community/community-limits.ts'
import { reportForm } from '@apogee/contracts/community/community.forms.ts'
import { call } from '#web/platform/transfer/client.ts'
import { useText } from '#web/platform/language/messages.ts'
import { ReportDialog } from '#web/shared/text/report-dialog.tsx'
import { communityMessages } from '../messages/community.en.ts'
import { useCommunityWrite } from '../api/community.ts'

/** The text is a reply, or the opening text of a discussion. */
export type Reported = { postId: number } | { discussionId: number }

export const ReportPost = ({ text: about, onClose }: { text: Reported; onClose: () => void }) => (
  <ReportDialog
    schema={reportForm}
    save={useCommunityWrite(({ reason }: { reason: string }) =>
      call('reportPost', { body: { reason, ...about } }),
    )}
    words={useText(communityMessages)}
    rows={4}
    maxLength={reportReasonMaxLength}
    onClose={onClose}
  />
)
