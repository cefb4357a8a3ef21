import { unlessKnown, withData, type Handlers } from '#server/policy/handler.ts'
import type { Discussions } from './community.discussions.ts'
import type { Groups } from './community.groups.ts'
import type { QuestionMails } from './posts/question-mails.service.ts'

interface Community {
  groups: Groups
  discussions: Discussions
}

export function communityRoutes(community: Community, questionMails: QuestionMails): Handlers {
  return {
    listGroups: async (call) => community.groups.listGroups(call.user, call.query),
    featuredGroups: () => withData(community.groups.featuredGroups()),
    createGroup: (call) => withData(community.groups.createGroup(call.user, call.body)),
    readGroup: (call) => withData(community.groups.readGroup(call.user, call.params.id)),
    updateGroup: (call) => withData(community.groups.updateGroup(call.user, call.params.id, call.body)),
    deleteGroup: (call) => community.groups.deleteGroup(call.user, call.params.id),
    joinGroup: async (call) => {
      await community.groups.joinGroup(call.user, call.params.id)
      return { data: await community.groups.readGroup(call.user, call.params.id) }
    },
    leaveGroup: async (call) => {
      await community.groups.leaveGroup(call.user, call.params.id)
      return { data: await community.groups.readGroup(call.user, call.params.id) }
    },
    listGroupMembers: async (call) =>
      community.groups.listGroupMembers(call.user, call.params.id, call.query),
    listDiscussions: (call) =>
      unlessKnown(call, community.discussions.listDiscussions(call.user, call.query)),
    readAnswerer: (call) => withData(community.discussions.answererOf(call.standing.courseId)),
    startDiscussion: (call) => withData(community.discussions.startDiscussion(call.user, call.body)),
    readDiscussion: (call) =>
      unlessKnown(call, community.discussions.readDiscussion(call.user, call.params.id, call.query)),
    updateDiscussion: (call) =>
      withData(community.discussions.updateDiscussion(call.user, call.params.id, call.body)),
    deleteDiscussion: (call) => community.discussions.deleteDiscussion(call.user, call.params.id),
    hideDiscussion: (call) =>
      community.discussions.hideDiscussion(call.user, call.params.id, call.body.hidden),
    answerDiscussion: (call) =>
      withData(community.discussions.answerDiscussion(call.user, call.params.id, call.body)),
    updatePost: (call) => withData(community.discussions.updatePost(call.user, call.params.id, call.body)),
    deletePost: (call) => community.discussions.deletePost(call.user, call.params.id),
    hidePost: (call) => community.discussions.hidePost(call.user, call.params.id, call.body.hidden),
    acceptPost: (call) => community.discussions.acceptPost(call.user, call.params.id, call.body.accepted),
    voteForDiscussion: (call) =>
      withData(community.discussions.vote(call.user, { discussionId: call.params.id }, true)),
    withdrawDiscussionVote: (call) =>
      withData(community.discussions.vote(call.user, { discussionId: call.params.id }, false)),
    voteForPost: (call) => withData(community.discussions.vote(call.user, { postId: call.params.id }, true)),
    withdrawPostVote: (call) =>
      withData(community.discussions.vote(call.user, { postId: call.params.id }, false)),
    readQuestionMails: (call) => withData(questionMails.switch.read(call.user)),
    updateQuestionMails: (call) => withData(questionMails.switch.save(call.user, call.body.wanted)),
    stopQuestionMails: ({ params }) => questionMails.switch.stop(params.token),
    resumeQuestionMails: ({ params }) => questionMails.switch.resume(params.token),
    reportPost: (call) => community.discussions.report(call.user, call.body),
  }
}
