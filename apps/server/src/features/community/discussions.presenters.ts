/** Presents discussions and replies as API responses. */
import type { DiscussionPost, DiscussionSummary, PostPicture } from '@apogee/contracts/community/community.ts'
import { plainSmallText } from '@apogee/domain/text/small-text.ts'
import type { Caller } from '#server/policy/caller.ts'
import { excerptOf } from './community.rules.ts'
import type * as store from './discussions.store.ts'
import type { PictureRow } from './posts/post-columns.ts'
import type { PictureFiles } from './posts/post-pictures.ts'

type Authored = Pick<store.DiscussionRow, 'authorId' | 'authorName' | 'authorAvatar' | 'authorStanding'>

const presentAuthor = ({ authorId, authorName, authorAvatar, authorStanding }: Authored) => ({
  id: authorId,
  name: authorName,
  avatar: authorAvatar,
  standing: authorStanding,
})

export function presentPlace(row: store.DiscussionRow) {
  return {
    id: row.id,
    title: row.title,
    author: presentAuthor(row),
    group: row.groupId === null ? null : { id: row.groupId, name: row.groupName ?? '' },
    course: row.courseId === null ? null : { id: row.courseId, title: row.courseTitle ?? '' },
    lesson:
      row.lessonId === null
        ? null
        : { id: row.lessonId, title: row.lessonTitle ?? '', contentId: row.lessonContentId ?? 0 },
    positionSeconds: row.lessonId === null ? null : row.positionSeconds,
    isAnswered: row.isAnswered,
    helpfulCount: row.helpfulCount,
    replyCount: row.replyCount,
    createdAt: row.createdAt.toISOString(),
    lastActivityAt: row.lastActivityAt.toISOString(),
    isHidden: row.isHidden,
    reportCount: row.moderates ? row.reportCount : 0,
  }
}

export const presentSummary = (row: store.DiscussionRow): DiscussionSummary => ({
  ...presentPlace(row),
  // A question without details repeats its title as its text. The title has no formatting to remove.
  excerpt: excerptOf(row.body === row.title ? row.body : plainSmallText(row.body, 'discussion')),
})

/** Tells whether the caller may accept a reply: the question's author may, and everyone who may hide its replies. */
export const mayAccept = (
  discussion: Pick<store.DiscussionRow, 'moderates' | 'authorId'>,
  { userId }: Caller,
) => discussion.moderates || discussion.authorId === userId

/** Presents pictures with addresses that this caller may open. */
export const presentPictures = (
  media: Pick<PictureFiles, 'urlFor'>,
  caller: Caller,
  pictures: readonly PictureRow[],
): PostPicture[] =>
  pictures.map(({ publicId, width, height, alt }) => ({
    url: media.urlFor(caller, { publicId, purpose: 'discussion' }),
    width,
    height,
    alt,
  }))

export function presentPost(
  media: Pick<PictureFiles, 'urlFor'>,
  post: store.PostRow,
  discussion: Pick<store.DiscussionRow, 'moderates' | 'authorId'>,
  caller: Caller,
): DiscussionPost {
  const { moderates } = discussion
  const { userId } = caller
  const isWithheld = post.isHidden && !moderates
  const isOwn = post.authorId === userId
  return {
    id: post.id,
    author: presentAuthor(post),
    body: isWithheld ? '' : post.body,
    pictures: isWithheld ? [] : presentPictures(media, caller, post.pictures),
    createdAt: post.createdAt.toISOString(),
    editedAt: post.editedAt?.toISOString() ?? null,
    isHidden: post.isHidden,
    reportCount: moderates ? post.reportCount : 0,
    isAccepted: post.isAccepted && !post.isHidden,
    helpfulCount: post.helpfulCount,
    hasVoted: post.hasVoted,
    mentionedNames: isWithheld ? [] : post.mentionedNames,
    permissions: {
      edit: isOwn && !isWithheld,
      report: !isOwn && !post.isHidden,
      moderate: moderates,
      vote: !isOwn && !post.isHidden,
      accept: !post.isHidden && mayAccept(discussion, caller),
    },
    version: post.version,
  }
}
