export interface Attempt {
  params?: Record<string, number | string>
  query?: Record<string, unknown>
  body?: object
}

export interface Target {
  course: number
  content: number
  resource: number
  draftContent: number
  learner: number
  /** This is the id of the object below the course that the call names, such as a cohort. */
  child: number
}

export const missing: Target = {
  course: 999_999_999,
  content: 999_999_999,
  resource: 999_999_999,
  draftContent: 999_999_999,
  learner: 1,
  child: 999_999_999,
}

export const courseStates = {
  free: { priceCents: 0 },
  sold: { priceCents: 4900 },
  private: { priceCents: 0, isPrivate: true },
  'private-sold': { priceCents: 4900, isPrivate: true },
  draft: { priceCents: 0, isDraft: true },
  archived: { priceCents: 4900, isArchived: true },
} as const
export type CourseState = keyof typeof courseStates

export const noteId = '0b0e8c4e-6f5c-4d2f-9a57-0a4d3c2b1a00'
