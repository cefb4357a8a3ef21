/**
 * Study groups and discussions require a signed-in caller, except the names of the largest groups. A course's discussions are only
 * for callers who may study the course.
 */
import * as z from 'zod/mini'
import { anyone, signedIn } from '../access.ts'
import { discussionForm, groupForm, postForm, reportForm } from './community.forms.ts'
import { versionRead, versionSent } from '../edits.ts'
import {
  answerOf,
  doneAnswer,
  endpoint,
  idInBody,
  idInUrl,
  instant,
  listAnswer,
  listMeta,
  pageQuery,
} from '../endpoint.ts'
import { courseCategories } from '../course-choices.ts'
import { postPictureLimits } from '../limits.ts'
import { limit, line, searchText, uuidText } from '../texts.ts'

/** Omits the e-mail address. `name` is null when the person has no name. */
const person = z.object({
  id: z.int(),
  name: z.nullable(z.string()),
  avatar: z.nullable(z.string()),
})

/** `standing` says whether the author is the course's teacher or the group's owner. Null means neither. */
const author = z.object({ ...person.shape, standing: z.nullable(z.enum(['teacher', 'owner'])) })
export type Author = z.infer<typeof author>

export const studyGroup = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  category: z.nullable(z.enum(courseCategories)),
  memberCount: z.int(),
  discussionCount: z.int(),
  createdAt: instant,
  /** Holds the time of the newest text. A group without texts has the time of its creation. */
  lastActivityAt: instant,
  /** Null means that the caller is not a member. */
  membership: z.nullable(z.enum(['owner', 'member'])),
  permissions: z.object({ edit: z.boolean() }),
  version: versionRead,
})
export type StudyGroup = z.infer<typeof studyGroup>

/** Visitors see a group without names and texts. */
export const featuredGroup = z.object({
  id: z.int(),
  name: z.string(),
  category: z.nullable(z.enum(courseCategories)),
  memberCount: z.int(),
  discussionCount: z.int(),
})
export type FeaturedGroup = z.infer<typeof featuredGroup>

export const groupMember = z.object({
  ...person.shape,
  role: z.enum(['owner', 'member']),
  joinedAt: instant,
})
export type GroupMember = z.infer<typeof groupMember>

const discussionFields = {
  id: z.int(),
  title: z.string(),
  author,
  group: z.nullable(z.object({ id: z.int(), name: z.string() })),
  course: z.nullable(z.object({ id: z.int(), title: z.string() })),
  /**
   * The question is about this lesson. Null means that it is about no lesson, or that learners do not see the lesson at present.
   */
  lesson: z.nullable(z.object({ id: z.int(), title: z.string(), contentId: z.int() })),
  /** The question is about this second of the lesson's video. Null means the whole lesson. */
  positionSeconds: z.nullable(z.int()),
  /** True means that a visible reply is accepted as the answer. */
  isAnswered: z.boolean(),
  /** Counts votes for the opening text. */
  helpfulCount: z.int(),
  replyCount: z.int(),
  createdAt: instant,
  lastActivityAt: instant,
  /** A hidden discussion is seen by callers who may hide it. */
  isHidden: z.boolean(),
  /** Counts open reports of the discussion and its replies. The value is 0 for callers who cannot handle reports. */
  reportCount: z.int(),
}

/** `url` opens for this caller for at most four hours. Sizes are in pixels. */
const postPicture = z.object({
  url: z.string(),
  width: z.int(),
  height: z.int(),
  /** The author describes the picture; the text may be empty. */
  alt: z.string(),
})
export type PostPicture = z.infer<typeof postPicture>

export const discussionSummary = z.object({
  ...discussionFields,
  /** Holds the beginning of the opening text on one line, without formatting. */
  excerpt: z.string(),
})
export type DiscussionSummary = z.infer<typeof discussionSummary>

export const discussionPost = z.object({
  id: z.int(),
  author,
  /** The body is a small text (docs/decisions/texts.md). It is empty when hidden from the caller. */
  body: z.string(),
  pictures: z.optional(z.array(postPicture)),
  createdAt: instant,
  editedAt: z.nullable(instant),
  isHidden: z.boolean(),
  reportCount: z.int(),
  /**
   * True means that the discussion's author or a moderator accepted this reply as the answer. A discussion has at most one accepted
   * reply.
   */
  isAccepted: z.boolean(),
  helpfulCount: z.int(),
  hasVoted: z.boolean(),
  /** The body mentions people by `@` and these names. */
  mentionedNames: z.optional(z.array(z.string())),
  permissions: z.object({
    edit: z.boolean(),
    report: z.boolean(),
    moderate: z.boolean(),
    vote: z.boolean(),
    /** Permits accepting the reply as the answer and withdrawing the acceptance. */
    accept: z.boolean(),
  }),
  version: versionRead,
})
export type DiscussionPost = z.infer<typeof discussionPost>

export const discussion = z.object({
  ...discussionFields,
  /** The body is a small text (docs/decisions/texts.md). */
  body: z.string(),
  /** Holds the pictures of the opening text. */
  pictures: z.optional(z.array(postPicture)),
  editedAt: z.nullable(instant),
  version: versionRead,
  /** Counts open reports of the opening text. */
  openingReportCount: z.int(),
  /** True means that the caller has voted for the opening text. */
  hasVoted: z.boolean(),
  permissions: z.object({
    reply: z.boolean(),
    edit: z.boolean(),
    report: z.boolean(),
    moderate: z.boolean(),
    vote: z.boolean(),
  }),
  /**
   * A reply may mention these people: the participants, and the course's instructor or the group's owner. The list is empty for
   * callers who cannot reply.
   */
  people: z.optional(z.array(z.object({ id: z.int(), name: z.string() }))),
  /** Holds the accepted reply, whichever page of replies contains it. */
  acceptedPost: z.nullable(discussionPost),
  /** Replies are sorted newest first. */
  posts: z.array(discussionPost),
})
export type Discussion = z.infer<typeof discussion>

/** The client creates this UUID. A text that the same author sends again with the same key is written only once. */
const clientKey = z.optional(uuidText)
/** The position is at most a day from the start of the video. */
const positionSeconds = z.int().check(z.minimum(0), z.maximum(86_400))
const pictureSent = z.object({
  /** Holds the URL that `POST /upload` with purpose `discussion` returned, or the URL of a picture that the text already shows. */
  url: z.string().check(limit(2000)),
  alt: z.optional(line(postPictureLimits.altLength)),
})
export type PictureSent = z.infer<typeof pictureSent>
/**
 * The pictures must be the author's own uploads, and no other text may show them. In an edit, the list replaces all pictures;
 * without a list, the pictures stay.
 */
const pictures = z.optional(z.array(pictureSent).check(limit(postPictureLimits.most)))
const search = z.optional(searchText)
const flag = z.optional(z.enum(['true', 'false']))
const hidden = z.object({ hidden: z.boolean() })

/** Each person has one vote for a text of another person. */
const votes = answerOf(z.object({ helpfulCount: z.int(), hasVoted: z.boolean() }))

/** Says who answers questions in a course, and how soon. */
export const answerer = z.object({
  /** Null means that the course has no instructor at present. */
  teacher: z.nullable(person),
  /** The team's median time to a first answer in the last 90 days. Null means that it has given fewer than five. */
  minutes: z.nullable(z.int()),
})
export type Answerer = z.infer<typeof answerer>

const voteEndpoints = {
  voteForDiscussion: endpoint({
    call: 'PUT /community/discussions/:id/helpful',
    lastWins: 'one person’s own vote; voting twice is voting once',
    bound: { perDay: 1_000, of: 'person' },
    access: signedIn,
    summary: 'Mark the opening text of a discussion as helpful; voting twice is voting once',
    params: z.object({ id: idInUrl }),
    answer: votes,
    refusals: ['DISCUSSION_NOT_FOUND'],
  }),
  withdrawDiscussionVote: endpoint({
    call: 'DELETE /community/discussions/:id/helpful',
    bound: 'ends',
    access: signedIn,
    summary: 'Withdraw one’s vote for the opening text of a discussion',
    params: z.object({ id: idInUrl }),
    answer: votes,
    refusals: ['DISCUSSION_NOT_FOUND'],
  }),
  voteForPost: endpoint({
    call: 'PUT /community/posts/:id/helpful',
    lastWins: 'one person’s own vote; voting twice is voting once',
    bound: { perDay: 1_000, of: 'person' },
    access: signedIn,
    summary: 'Mark a reply as helpful; voting twice is voting once',
    params: z.object({ id: idInUrl }),
    answer: votes,
    refusals: ['POST_NOT_FOUND'],
  }),
  withdrawPostVote: endpoint({
    call: 'DELETE /community/posts/:id/helpful',
    bound: 'ends',
    access: signedIn,
    summary: 'Withdraw one’s vote for a reply',
    params: z.object({ id: idInUrl }),
    answer: votes,
    refusals: ['POST_NOT_FOUND'],
  }),
} as const

export const communityEndpoints = {
  listGroups: endpoint({
    call: 'GET /community/groups',
    // Groups are open to all signed-in people.
    access: signedIn,
    summary: 'Study groups; `mine` for those the caller is in',
    query: z.object({ ...pageQuery, search, mine: flag, category: z.optional(z.enum(courseCategories)) }),
    answer: listAnswer(studyGroup),
  }),
  featuredGroups: endpoint({
    call: 'GET /community/groups/featured',
    access: anyone,
    summary: 'The study groups that most people are in, for visitors',
    answer: answerOf(z.array(featuredGroup)),
  }),
  createGroup: endpoint({
    call: 'POST /community/groups',
    bound: 'counted',
    access: signedIn,
    summary: 'Begin a study group; whoever does becomes its owner',
    body: groupForm,
    answer: answerOf(studyGroup),
    status: 201,
    refusals: ['TOO_MANY_ATTEMPTS'],
  }),
  readGroup: endpoint({
    call: 'GET /community/groups/:id',
    access: signedIn,
    summary: 'One study group',
    params: z.object({ id: idInUrl }),
    answer: answerOf(studyGroup),
    refusals: ['GROUP_NOT_FOUND'],
  }),
  updateGroup: endpoint({
    call: 'PUT /community/groups/:id',
    bound: 'changes',
    access: signedIn,
    summary: 'Change one’s own group; an absent field stays as it is',
    params: z.object({ id: idInUrl }),
    body: z.extend(z.partial(groupForm), { version: versionSent }),
    answer: answerOf(studyGroup),
    refusals: ['GROUP_NOT_FOUND', 'EDIT_CONFLICT'],
  }),
  deleteGroup: endpoint({
    call: 'DELETE /community/groups/:id',
    bound: 'ends',
    access: signedIn,
    summary: 'Delete one’s own group with its discussions',
    params: z.object({ id: idInUrl }),
    answer: doneAnswer,
    refusals: ['GROUP_NOT_FOUND'],
  }),
  joinGroup: endpoint({
    call: 'POST /community/groups/:id/join',
    bound: 'counted',
    access: signedIn,
    summary: 'Join a group; joining twice is joining once',
    params: z.object({ id: idInUrl }),
    answer: answerOf(studyGroup),
    refusals: ['GROUP_NOT_FOUND', 'TOO_MANY_ATTEMPTS'],
  }),
  leaveGroup: endpoint({
    call: 'POST /community/groups/:id/leave',
    bound: 'ends',
    access: signedIn,
    summary: 'Leave a group. An owner hands over to whoever has been a member longest',
    params: z.object({ id: idInUrl }),
    answer: answerOf(studyGroup),
    refusals: ['GROUP_NOT_FOUND', 'LAST_MEMBER'],
  }),
  listGroupMembers: endpoint({
    call: 'GET /community/groups/:id/members',
    access: signedIn,
    summary: 'The members of a group, newest first',
    params: z.object({ id: idInUrl }),
    query: z.object(pageQuery),
    answer: listAnswer(groupMember),
    refusals: ['GROUP_NOT_FOUND'],
  }),
  listDiscussions: endpoint({
    call: 'GET /community/discussions',
    // The service authorises on the course of a discussion, here and in the calls below.
    access: signedIn,
    summary:
      'Discussions the caller may read: of groups, of the caller’s courses, and those of neither. `reported`: those with reports the caller can act on. `resourceId`: questions about a lesson, `minute`: about that minute of its video. `unanswered`: in the caller’s own courses, those of learners without an accepted answer and without a reply by the course’s people',
    query: z.object({
      ...pageQuery,
      search,
      groupId: z.optional(idInUrl),
      courseId: z.optional(idInUrl),
      resourceId: z.optional(idInUrl),
      /** Selects questions about this minute of the video; the first one is 0. */
      minute: z.optional(idInUrl),
      reported: flag,
      unanswered: flag,
    }),
    answer: listAnswer(discussionSummary),
    refusals: ['GROUP_NOT_FOUND', 'COURSE_NOT_FOUND'],
  }),
  readAnswerer: endpoint({
    call: 'GET /courses/:id/answerer',
    access: {
      kind: 'course',
      capability: 'course.study',
      course: ({ params }: { params: { id: number } }) => ({ course: params.id }),
    },
    summary: 'The instructor who answers questions in a course, and how soon its team usually does',
    params: z.object({ id: idInUrl }),
    answer: answerOf(answerer),
    refusals: ['COURSE_NOT_FOUND'],
  }),
  startDiscussion: endpoint({
    call: 'POST /community/discussions',
    bound: 'counted',
    access: signedIn,
    summary:
      'Start a discussion: in a group one is in, in a course one studies, about one of its lessons, or for everybody',
    body: z
      .object({
        ...discussionForm.shape,
        groupId: z.optional(z.nullable(idInBody)),
        courseId: z.optional(z.nullable(idInBody)),
        resourceId: z.optional(z.nullable(idInBody)),
        positionSeconds: z.optional(z.nullable(positionSeconds)),
        pictures,
        clientKey,
      })
      .check(
        z.refine((given) => !given.groupId || !given.courseId, {
          error: 'must be empty when there is a groupId',
          path: ['courseId'],
        }),
        z.refine((given) => !given.resourceId || Boolean(given.courseId), {
          error: 'needs the courseId of the lesson',
          path: ['resourceId'],
        }),
        z.refine((given) => given.positionSeconds == null || Boolean(given.resourceId), {
          error: 'needs a resourceId',
          path: ['positionSeconds'],
        }),
      ),
    answer: answerOf(discussion),
    status: 201,
    refusals: [
      'GROUP_NOT_FOUND',
      'COURSE_NOT_FOUND',
      'RESOURCE_NOT_FOUND',
      'NOT_A_MEMBER',
      'FILE_NOT_AN_UPLOAD',
      'TOO_MANY_ATTEMPTS',
    ],
  }),
  readDiscussion: endpoint({
    call: 'GET /community/discussions/:id',
    access: signedIn,
    summary: 'A discussion with a page of its replies, newest first',
    params: z.object({ id: idInUrl }),
    query: z.object(pageQuery),
    answer: z.object({
      success: z.literal(true),
      data: discussion,
      meta: z.object(listMeta),
    }),
    refusals: ['DISCUSSION_NOT_FOUND'],
  }),
  updateDiscussion: endpoint({
    call: 'PUT /community/discussions/:id',
    bound: 'changes',
    access: signedIn,
    summary: 'Change one’s own discussion; an absent field stays as it is',
    params: z.object({ id: idInUrl }),
    body: z.extend(z.partial(discussionForm), { pictures, version: versionSent }),
    answer: answerOf(discussion),
    refusals: ['DISCUSSION_NOT_FOUND', 'NOT_YOURS', 'FILE_NOT_AN_UPLOAD', 'EDIT_CONFLICT'],
  }),
  deleteDiscussion: endpoint({
    call: 'DELETE /community/discussions/:id',
    bound: 'ends',
    access: signedIn,
    summary: 'Delete one’s own discussion with its replies',
    params: z.object({ id: idInUrl }),
    answer: doneAnswer,
    refusals: ['DISCUSSION_NOT_FOUND', 'NOT_YOURS'],
  }),
  hideDiscussion: endpoint({
    call: 'PUT /community/discussions/:id/hidden',
    lastWins: 'a switch: whoever presses it sees what it becomes',
    bound: 'changes',
    access: signedIn,
    summary: 'Hide a discussion or show it again; either way its reports are answered',
    params: z.object({ id: idInUrl }),
    body: hidden,
    answer: doneAnswer,
    refusals: ['DISCUSSION_NOT_FOUND'],
  }),
  answerDiscussion: endpoint({
    call: 'POST /community/discussions/:id/posts',
    bound: 'counted',
    access: signedIn,
    summary: 'Reply in a discussion',
    params: z.object({ id: idInUrl }),
    body: z.extend(postForm, { pictures, clientKey }),
    answer: answerOf(discussionPost),
    status: 201,
    refusals: ['DISCUSSION_NOT_FOUND', 'NOT_A_MEMBER', 'FILE_NOT_AN_UPLOAD', 'TOO_MANY_ATTEMPTS'],
  }),
  updatePost: endpoint({
    call: 'PUT /community/posts/:id',
    bound: { perDay: 1_000, of: 'person' },
    access: signedIn,
    summary: 'Change one’s own reply',
    params: z.object({ id: idInUrl }),
    body: z.extend(postForm, { pictures, version: versionSent }),
    answer: answerOf(discussionPost),
    refusals: ['POST_NOT_FOUND', 'NOT_YOURS', 'FILE_NOT_AN_UPLOAD', 'EDIT_CONFLICT'],
  }),
  deletePost: endpoint({
    call: 'DELETE /community/posts/:id',
    bound: 'ends',
    access: signedIn,
    summary: 'Delete one’s own reply',
    params: z.object({ id: idInUrl }),
    answer: doneAnswer,
    refusals: ['POST_NOT_FOUND', 'NOT_YOURS'],
  }),
  hidePost: endpoint({
    call: 'PUT /community/posts/:id/hidden',
    lastWins: 'a switch: whoever presses it sees what it becomes',
    bound: 'changes',
    access: signedIn,
    summary: 'Hide a reply or show it again; either way its reports are answered',
    params: z.object({ id: idInUrl }),
    body: hidden,
    answer: doneAnswer,
    refusals: ['POST_NOT_FOUND'],
  }),
  acceptPost: endpoint({
    call: 'PUT /community/posts/:id/accepted',
    lastWins: 'a switch: whoever presses it sees what it becomes',
    bound: { perDay: 1_000, of: 'person' },
    access: signedIn,
    summary: 'Accept a reply as the answer in place of any other, or withdraw that',
    params: z.object({ id: idInUrl }),
    body: z.object({ accepted: z.boolean() }),
    answer: doneAnswer,
    refusals: ['POST_NOT_FOUND'],
  }),
  ...voteEndpoints,
  reportPost: endpoint({
    call: 'POST /community/reports',
    bound: 'counted',
    access: signedIn,
    summary: 'Report a reply, or with `discussionId` a discussion’s opening text; once per person',
    body: z
      .object({
        ...reportForm.shape,
        discussionId: z.optional(idInBody),
        postId: z.optional(idInBody),
      })
      .check(
        z.refine((given) => (given.discussionId === undefined) !== (given.postId === undefined), {
          error: 'is required, or a discussionId',
          path: ['postId'],
        }),
      ),
    answer: doneAnswer,
    refusals: ['DISCUSSION_NOT_FOUND', 'POST_NOT_FOUND', 'TOO_MANY_ATTEMPTS'],
  }),
} as const
