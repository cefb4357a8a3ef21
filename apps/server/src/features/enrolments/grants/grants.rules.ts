/** A person's access to one course. */
export interface Place {
  userId: number
  courseId: number
}

/** The kinds of sources that a grant may have. */
export type GrantKind = 'order_line' | 'seat' | 'invitation' | 'link' | 'free' | 'granted'

/** Who gives access: a row with an id, the free enrolment of the learner, or the course's staff ('granted'). */
export type GrantSource = 'free' | 'granted' | { kind: Exclude<GrantKind, 'free' | 'granted'>; id: number }

export const partsOf = (source: GrantSource): { kind: GrantKind; sourceId: number | null } =>
  typeof source === 'string' ? { kind: source, sourceId: null } : { kind: source.kind, sourceId: source.id }

export interface AccessPeriod {
  from: Date
  /** Null means no end. */
  to: Date | null
}
