import { signedIn, type Handlers } from '#server/policy/handler.ts'
import type { Community } from './community.service.ts'

export function communityRoutes(community: Community): Handlers {
  return {
    listGroups: async (call) => community.groups.listGroups(signedIn(call), call.query),
    featuredGroups: async () => ({ data: await community.groups.featuredGroups() }),
    createGroup: async (call) => ({ data: await community.groups.createGroup(signedIn(call), call.body) }),
    readGroup: async (call) => ({ data: await community.groups.readGroup(signedIn(call), call.params.id) }),
    updateGroup: async (call) => ({
      data: await community.groups.updateGroup(signedIn(call), call.params.id, call.body),
    }),
    deleteGroup: async (call) => {
      await community.groups.deleteGroup(signedIn(call), call.params.id)
      return {}
    },
    joinGroup: async (call) => {
      await community.groups.joinGroup(signedIn(call), call.params.id)
      return { data: await community.groups.readGroup(signedIn(call), call.params.id) }
    },
    leaveGroup: async (call) => {
      await community.groups.leaveGroup(signedIn(call), call.params.id)
      return { data: await community.groups.readGroup(signedIn(call), call.params.id) }
    },
    listGroupMembers: async (call) =>
      community.groups.listGroupMembers(signedIn(call), call.params.id, call.query),
    listDiscussions: async (call) => community.discussions.listDiscussions(signedIn(call), call.query),
    startDiscussion: async (call) => ({
      data: await community.discussions.startDiscussion(signedIn(call), call.body),
    }),
    readDiscussion: async (call) =>
      community.discussions.readDiscussion(signedIn(call), call.params.id, call.query),
    updateDiscussion: async (call) => ({
      data: await community.discussions.updateDiscussion(signedIn(call), call.params.id, call.body),
    }),
    deleteDiscussion: async (call) => {
      await community.discussions.deleteDiscussion(signedIn(call), call.params.id)
      return {}
    },
    hideDiscussion: async (call) => {
      await community.discussions.hideDiscussion(signedIn(call), call.params.id, call.body.hidden)
      return {}
    },
    answerDiscussion: async (call) => ({
      data: await community.discussions.answerDiscussion(signedIn(call), call.params.id, call.body.body),
    }),
    updatePost: async (call) => ({
      data: await community.discussions.updatePost(signedIn(call), call.params.id, call.body),
    }),
    deletePost: async (call) => {
      await community.discussions.deletePost(signedIn(call), call.params.id)
      return {}
    },
    hidePost: async (call) => {
      await community.discussions.hidePost(signedIn(call), call.params.id, call.body.hidden)
      return {}
    },
    reportPost: async (call) => {
      await community.discussions.report(signedIn(call), call.body)
      return {}
    },
  }
}
