/** The scope of discussions is everywhere, one group, one course, or one lesson of a course. */
export interface Place {
  groupId?: number
  courseId?: number
  resourceId?: number
}

export const placeIds = ['groupId', 'courseId', 'resourceId'] as const

/** Returns the ids of a place that are set. */
export const idsOf = (place: Place): Place =>
  Object.fromEntries(placeIds.flatMap((name) => (place[name] === undefined ? [] : [[name, place[name]]])))

/** This query parameter of a lesson's address names the question whose answer is shown. */
export const questionField = 'question'

/** Returns the address of an answered question within its lesson, at the second that it is about. */
export const answerAddress = (
  lesson: { id: number; contentId: number },
  seconds: number | null,
  discussionId: number,
): string =>
  `${lessonAddress(lesson, seconds)}${seconds === null ? '?' : '&'}${questionField}=${discussionId}`

/** Returns the id of the question in a lesson's address, or null for anything but digits. */
export function questionIn(query: URLSearchParams): number | null {
  const given = query.get(questionField)
  return given !== null && /^\d{1,15}$/.test(given) ? Number(given) : null
}

/** Returns the address of a lesson, at a second of its video. */
export const lessonAddress = (
  { id, contentId }: { id: number; contentId: number },
  seconds: number | null,
): string => `/lesson/${contentId}/resources/${id}${seconds === null ? '' : `?t=${seconds}`}`
