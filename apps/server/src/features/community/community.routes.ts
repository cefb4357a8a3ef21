import { signedIn, type Handlers } from '#server/policy/handler.ts'
import type { Community } from './community.service.ts'

export function communityRoutes(community: Community): Handlers {
  return {
    listGroups: async (call) => community.listGroups(signedIn(call), call.query),
    featuredGroups: async () => ({ data: await community.featuredGroups() }),
    createGroup: async (call) => ({ data: await community.createGroup(signedIn(call), call.body) }),
    readGroup: async (call) => ({ data: await community.readGroup(signedIn(call), call.params.id) }),
    updateGroup: async (call) => ({
      data: await community.updateGroup(signedIn(call), call.params.id, call.body),
    }),
    deleteGroup: async (call) => {
      await community.deleteGroup(signedIn(call), call.params.id)
      return {}
    },
    joinGroup: async (call) => {
      await community.joinGroup(signedIn(call), call.params.id)
      return { data: await community.readGroup(signedIn(call), call.params.id) }
    },
    leaveGroup: async (call) => {
      await community.leaveGroup(signedIn(call), call.params.id)
      return { data: await community.readGroup(signedIn(call), call.params.id) }
    },
    listGroupMembers: async (call) => community.listGroupMembers(signedIn(call), call.params.id, call.query),
    listDiscussions: async (call) => community.listDiscussions(signedIn(call), call.query),
    startDiscussion: async (call) => ({
      data: await community.startDiscussion(signedIn(call), call.body),
    }),
    readDiscussion: async (call) => community.readDiscussion(signedIn(call), call.params.id, call.query),
    updateDiscussion: async (call) => ({
      data: await community.updateDiscussion(signedIn(call), call.params.id, call.body),
    }),
    deleteDiscussion: async (call) => {
      await community.deleteDiscussion(signedIn(call), call.params.id)
      return {}
    },
    hideDiscussion: async (call) => {
      await community.hideDiscussion(signedIn(call), call.params.id, call.body.hidden)
      return {}
    },
    answerDiscussion: async (call) => ({
      data: await community.answerDiscussion(signedIn(call), call.params.id, call.body.body),
    }),
    updatePost: async (call) => ({
      data: await community.updatePost(signedIn(call), call.params.id, call.body),
    }),
    deletePost: async (call) => {
      await community.deletePost(signedIn(call), call.params.id)
      return {}
    },
    hidePost: async (call) => {
      await community.hidePost(signedIn(call), call.params.id, call.body.hidden)
      return {}
    },
    reportPost: async (call) => {
      await community.report(signedIn(call), call.body)
      return {}
    },
  }
}
