import type {
  Discussion,
  DiscussionPost,
  DiscussionSummary,
  StudyGroup,
} from '@apogee/contracts/community/community.ts'
import { screen } from '@testing-library/react'

export const written = '2026-11-18T06:00:00.000Z'
export const amirul = { id: 21, name: 'Muhammad Amirul Hakimi', avatar: null }
export const nobody = { id: 22, name: null, avatar: null }

export const aGroup = (given: Partial<StudyGroup> = {}): StudyGroup => ({
  id: 3,
  name: 'SQL on Sundays',
  description: 'One question a week',
  category: 'Data Science',
  memberCount: 5,
  discussionCount: 1,
  createdAt: written,
  lastActivityAt: written,
  membership: null,
  permissions: { edit: false },
  ...given,
})
export const aDiscussion = (given: Partial<Discussion> = {}): Discussion => ({
  id: 9,
  title: 'Why does my LEFT JOIN lose rows?',
  author: { ...amirul, standing: null },
  group: null,
  course: { id: 5, title: 'Practical Machine Learning' },
  lesson: null,
  positionSeconds: null,
  isAnswered: false,
  helpfulCount: 0,
  replyCount: 2,
  createdAt: written,
  lastActivityAt: written,
  isHidden: false,
  reportCount: 0,
  body: 'They are gone.\nSee https://example.org/join for the query.',
  editedAt: null,
  openingReportCount: 0,
  hasVoted: false,
  permissions: { reply: true, edit: false, report: true, moderate: false, vote: true },
  acceptedPost: null,
  posts: [],
  ...given,
})
export const aSummary = (given: Partial<DiscussionSummary> = {}): DiscussionSummary => {
  const { author, group, course, lesson, positionSeconds, isAnswered, helpfulCount } = aDiscussion()
  const { id, title, replyCount, createdAt, lastActivityAt, isHidden, reportCount, body } = aDiscussion()
  return {
    id,
    title,
    author,
    group,
    course,
    lesson,
    positionSeconds,
    isAnswered,
    helpfulCount,
    replyCount,
    createdAt,
    lastActivityAt,
    isHidden,
    reportCount,
    excerpt: body,
    ...given,
  }
}
export const aPost = (given: Partial<DiscussionPost> = {}): DiscussionPost => ({
  id: 31,
  author: { ...amirul, standing: 'teacher' },
  body: 'Move it into ON.',
  createdAt: written,
  editedAt: null,
  isHidden: false,
  reportCount: 0,
  isAccepted: false,
  helpfulCount: 0,
  hasVoted: false,
  permissions: { edit: false, report: true, moderate: false, vote: true, accept: false },
  ...given,
})
export const listed = <T>(...data: T[]) => ({
  success: true as const,
  data,
  meta: { total: data.length, nextCursor: null },
})
export const readAnswer = (discussion: Discussion) => ({
  success: true as const,
  data: discussion,
  meta: { total: discussion.posts.length, nextCursor: null },
})
export const typeInto = async (
  label: string,
  typed: string,
  press: { type: (element: Element, text: string) => Promise<void> },
) => press.type(await screen.findByLabelText(label), typed)
