import { runningSale, type TimedPrice } from '@apogee/domain/money/sale-price.ts'
import type { Course, CourseContent, CourseResource, CourseSale } from '@apogee/contracts/courses/courses.ts'
import type { StreamPreparation, VideoStream } from '@apogee/contracts/courses/streams.ts'
import type { MaybeCaller } from '#server/policy/caller.ts'
import type { ContentRow, ResourceRow, StreamRow } from './outline/contents.rows.ts'
import type { CourseRow } from './courses.store.ts'

export type UrlFor = (
  caller: MaybeCaller,
  file: { publicId: string; purpose: string; isHidden?: boolean },
) => string

export interface ContentsView {
  caller: MaybeCaller
  /**
   * Selects whose files and exercises are included, with addresses signed for the caller. true means all lessons, 'open' means
   * lessons that are open to the caller, 'previews' means free previews, and false means none.
   */
  includeFiles: boolean | 'open' | 'previews'
  /** True omits exercises even where files are included, for pages that run no exercises. */
  omitExercises?: boolean
  /** True means that this installation can prepare video qualities. */
  canPrepare?: boolean
}

export function presentCourse(row: CourseRow, caller: MaybeCaller, urlFor: UrlFor, now: Date): Course {
  const sale = runningSale(timedPriceOf(row), row.priceCents, now)
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    image:
      row.imagePublicId === null
        ? ''
        : urlFor(caller, { publicId: row.imagePublicId, purpose: 'cover', isHidden: !isListed(row) }),
    isPrivate: row.isPrivate,
    ...(row.state !== 'published' && { state: row.state }),
    price: row.priceCents,
    ...(sale && { sale: { price: sale.priceCents, endsAt: sale.endsAt?.toISOString() ?? null } }),
    category: row.category,
    ...(row.language && { language: row.language }),
    ...(row.level && { level: row.level }),
    createdBy: row.createdBy,
    businessId: row.businessId,
    instructorId: row.instructorId,
    instructorName: row.instructorName,
    createdAt: row.createdAt.toISOString(),
    ...(!row.hasScratchpad && { hasScratchpad: false }),
    ...(row.allowsOfflineVideo && { allowsOfflineVideo: true }),
    ...(row.access && { access: row.access }),
    version: row.version,
  }
}

/** Everybody may open the cover of a listed course, so its address needs no signature. */
const isListed = ({ isPrivate, state }: CourseRow): boolean => state === 'published' && !isPrivate

/** The sale begins at its start and ends just before its end, as in the prices of orders. */
const timedPriceOf = ({ salePriceCents, saleStartsAt, saleEndsAt }: CourseRow): TimedPrice | null =>
  salePriceCents === null ? null : { priceCents: salePriceCents, startsAt: saleStartsAt, endsAt: saleEndsAt }

export function presentSale(row: CourseRow): CourseSale | null {
  if (row.salePriceCents === null) return null
  return {
    price: row.salePriceCents,
    startsAt: row.saleStartsAt?.toISOString() ?? null,
    endsAt: row.saleEndsAt?.toISOString() ?? null,
  }
}

const dateOf = (given: string | null | undefined): Date | null => (given ? new Date(given) : null)

/** Converts a form to the sale that `presentSale` would return after the form was saved. */
export function saleAsRead(form: Parameters<typeof saleFrom>[0] | null): CourseSale | null {
  if (form === null) return null
  const { priceCents: price, startsAt, endsAt } = saleFrom(form)
  return { price, startsAt: startsAt?.toISOString() ?? null, endsAt: endsAt?.toISOString() ?? null }
}

export function saleFrom(form: {
  price: number
  startsAt?: string | null | undefined
  endsAt?: string | null | undefined
}) {
  return { priceCents: form.price, startsAt: dateOf(form.startsAt), endsAt: dateOf(form.endsAt) }
}

export function presentContents(
  rows: readonly ContentRow[],
  view: ContentsView,
  urlFor: UrlFor,
): CourseContent[] {
  return rows.map((content) => ({
    id: content.id,
    courseId: content.courseId,
    title: content.title,
    description: content.description,
    order: content.order,
    type: content.type,
    isPublished: content.isPublished,
    ...(content.opening && { opening: content.opening }),
    ...(view.includeFiles === 'open' && content.opensAt && { opensAt: content.opensAt.toISOString() }),
    ...(view.includeFiles === 'open' && content.opensAfter && { opensAfter: content.opensAfter }),
    version: content.version,
    resources: content.resources.map((resource) => presentResource(resource, view, urlFor)),
  }))
}

export const presentCaptions = (
  { captions }: Pick<ResourceRow, 'captions'>,
  caller: MaybeCaller,
  urlFor: UrlFor,
) =>
  captions.map(({ language, publicId }) => ({
    language,
    url: urlFor(caller, { publicId, purpose: 'captions' }),
  }))

/**
 * Tells whether a resource's file, text and exercise are included in this view. A quiz is never included, because learners get it
 * as an assessment.
 */
export function isHandedOut(row: ResourceRow, includeFiles: ContentsView['includeFiles']): boolean {
  // A quiz file contains the answers, so it is never served.
  if (row.fileType === 'quiz') return false
  return includeFiles === 'open' ? row.isOpen : includeFiles === 'previews' ? row.isPreview : includeFiles
}

export function presentResource(row: ResourceRow, view: ContentsView, urlFor: UrlFor): CourseResource {
  const { caller, includeFiles, omitExercises = false } = view
  const mayOpen = isHandedOut(row, includeFiles)
  return {
    id: row.id,
    courseId: row.courseId,
    courseContentId: row.contentId,
    title: row.title,
    // A package has no address here, because launching it creates the addresses of its files.
    ...(mayOpen &&
      row.media &&
      !row.media.isPackage && {
        filePath: urlFor(caller, { publicId: row.media.publicId, purpose: 'lesson' }),
        sizeBytes: row.media.sizeBytes,
        captions: presentCaptions(row, caller, urlFor),
        ...presentStream(row, caller, urlFor),
      }),
    ...(includeFiles === true && presentPreparation(row, view.canPrepare ?? false)),
    ...(mayOpen && !omitExercises && row.practice.kind !== 'default' && { practice: row.practice }),
    ...(mayOpen && includeFiles !== 'previews' && row.hasRecall && { hasRecall: true as const }),
    ...(mayOpen && row.chapters && { chapters: row.chapters }),
    fileType: row.fileType,
    seconds: row.media?.seconds ?? null,
    pages: row.media?.pages ?? null,
    ...(row.words !== null && { words: row.words }),
    ...(row.media?.isPackage && { isPackage: true as const }),
    ...(row.media?.isReported && { isReported: true as const }),
    order: row.order,
    isPublished: row.isPublished,
    version: row.version,
    isPreview: row.isPreview,
    ...(row.passPercentage !== null && { passPercentage: row.passPercentage }),
    ...(row.isAssignment && { isAssignment: true as const }),
  }
}

/** Each file of a quality is named by the shorter side of its picture in pixels. Other names are not numbers and are ignored. */
const qualitiesIn = (files: readonly string[]): number[] =>
  files
    .map(Number)
    .filter((size) => size > 0)
    .toSorted((a, b) => b - a)

function presentStream(
  { media, stream }: ResourceRow,
  caller: MaybeCaller,
  urlFor: UrlFor,
): { stream: VideoStream } | undefined {
  if (!media) return undefined
  return streamAt(urlFor(caller, { publicId: media.publicId, purpose: 'lesson' }), stream)
}

/** `base` is the address of the uploaded video. */
export function streamAt(
  base: string,
  stream: Pick<StreamRow, 'state' | 'files' | 'storyboard'> | null,
): { stream: VideoStream } | undefined {
  if (stream?.state !== 'ready' || !stream.files) return undefined
  const { files, storyboard } = stream
  const urlOf = (part: string) => base.replace(/(?=\?|$)/, `/stream/${part}`)
  return {
    stream: {
      url: urlOf('main.m3u8'),
      qualities: qualitiesIn(files).map((size) => ({ size, url: urlOf(`${size}.m3u8`) })),
      ...(files.includes('audio') && { audioUrl: urlOf('audio.m3u8') }),
      poster: urlOf('poster.jpg'),
      ...(storyboard && { storyboard: { url: urlOf('storyboard.jpg'), ...storyboard } }),
    },
  }
}

function presentPreparation(
  { fileType, media, stream }: ResourceRow,
  canPrepare: boolean,
): { preparation: StreamPreparation } | undefined {
  if (fileType !== 'video' || !media) return undefined
  if (!stream)
    return canPrepare
      ? { preparation: { state: 'none', percent: 0, problem: null, qualities: [] } }
      : undefined
  const { state, percent, problem, files } = stream
  return { preparation: { state, percent, problem, qualities: qualitiesIn(files ?? []) } }
}
