/**
 * Defines the permissions on a course, by standing or by role. The server uses the table for each request, a test walks it over
 * HTTP, and a page in docs/ is generated from it.
 */
import type { CourseCapability, RoleCapability } from '@apogee/contracts/access.ts'

/**
 * AN is a visitor who is not signed in. ST is signed in without any relation to the course. EN is enrolled. ED is enrolled, and the
 * access has ended. WA is enrolled and has to complete prerequisites first. IO is the course's instructor, and IX another
 * instructor. AO is an admin of the business that owns the course, and AX an admin of another business. SA is a superadmin.
 */
export const standings = ['AN', 'ST', 'EN', 'ED', 'WA', 'IO', 'IX', 'AO', 'AX', 'SA'] as const
export type Standing = (typeof standings)[number]

/** The server answers 401 for `signIn` and 403 for `refuse`. It answers 404 for `hide`, as it does for a missing object. */
export type Verdict = 'allow' | 'signIn' | 'refuse' | 'hide'
export type Row = Readonly<Record<Standing, Verdict>>

const verdicts: Readonly<Record<string, Verdict>> = {
  A: 'allow',
  '401': 'signIn',
  '–': 'refuse',
  '404': 'hide',
}

function row(cells: string): Row {
  const given = cells.trim().split(/\s+/)
  if (given.length !== standings.length)
    throw new Error(`a permission row needs ${standings.length} cells: ${cells}`)
  const pairs = standings.map((standing, place) => {
    const verdict = verdicts[given[place] ?? '']
    if (!verdict) throw new Error(`unknown cell in permission row: ${cells}`)
    return [standing, verdict] as const
  })
  return Object.fromEntries(pairs) as Row
}

/** Verdicts differ between a public course, a private one, and one that is off sale because it is a draft or archived. */
export interface CoursePermission {
  public: Row
  private: Row
  /** A course that is off sale is visible only to its learners and authors, and takes no new enrolments. */
  offSale: Row
}

const written = {
  //                                    AN  ST  EN ED WA IO IX  AO AX  SA
  'course.see': {
    public: row('                       A   A   A  A  A  A  A   A  A   A'),
    private: row('                      404 404 A  A  A  A  404 A  404 A'),
  },
  'course.study': {
    public: row('                       401 –   A  –  –  A  –   A  –   A'),
    private: row('                      401 404 A  –  –  A  404 A  404 A'),
  },
  'course.seeDrafts': {
    public: row('                       401 –   –  –  –  A  –   A  –   A'),
    private: row('                      401 404 –  –  –  A  404 A  404 A'),
  },
  'course.edit': {
    public: row('                       401 –   –  –  –  A  404 A  404 A'),
    private: row('                      401 404 –  –  –  A  404 A  404 A'),
  },
  'course.enrol': {
    public: row('                       401 A   A  A  A  A  A   A  A   A'),
    private: row('                      401 404 A  –  A  –  404 –  404 –'),
  },
  'course.enrolByInvite': {
    public: row('                       401 A   A  A  A  A  A   A  A   A'),
    private: row('                      401 A   A  A  A  A  A   A  A   A'),
    offSale: row('                      401 404 A  –  A  –  404 –  404 –'),
  },
  'course.buy': {
    public: row('                       401 A   A  A  A  A  A   A  A   A'),
    private: row('                      401 404 A  A  A  –  404 –  404 –'),
    offSale: row('                      401 404 A  –  A  –  404 –  404 –'),
  },
  'course.saveProgress': {
    public: row('                       401 –   A  –  –  –  –   –  –   –'),
    private: row('                      401 404 A  –  –  –  404 –  404 –'),
  },
  'course.keepNotes': {
    public: row('                       401 –   A  A  A  –  –   –  –   –'),
    private: row('                      401 404 A  A  A  –  404 –  404 –'),
  },
  'course.review': {
    public: row('                       401 –   A  –  –  –  –   –  –   –'),
    private: row('                      401 404 A  –  –  –  404 –  404 –'),
  },
  'course.answerReviews': {
    public: row('                       401 –   –  –  –  A  –   A  –   A'),
    private: row('                      401 404 –  –  –  A  404 A  404 A'),
  },
  'course.seeLearnersProgress': {
    public: row('                       401 –   –  –  –  A  404 A  404 A'),
    private: row('                      401 404 –  –  –  A  404 A  404 A'),
  },
} as const satisfies Record<CourseCapability, Omit<CoursePermission, 'offSale'> & Partial<CoursePermission>>

/** A capability without a row for courses off sale uses its row for private courses. */
export const coursePermissions = Object.fromEntries(
  Object.entries(written).map(([name, rows]) => [name, { offSale: rows.private, ...rows }]),
) as Readonly<Record<CourseCapability, CoursePermission>>

/** These capabilities depend on the role alone, without a course. An instructor has the verdict of IO, an admin that of AO. */
export const rolePermissions = {
  //                             AN  ST EN ED WA IO IX AO AX SA
  'course.create': row('         401 –  –  –  –  A  A  A  A  A'),
  'file.uploadForCourse': row('  401 –  –  –  –  A  A  A  A  A'),
  'file.uploadAvatar': row('     401 A  A  A  A  A  A  A  A  A'),
  'chip.connect': row('          401 –  –  –  –  A  A  A  A  A'),
  'people.list': row('           401 –  –  –  –  A  A  A  A  A'),
  'people.listLearners': row('   401 –  –  –  –  A  A  A  A  A'),
  'people.listInstructors': row('401 –  –  –  –  A  A  A  A  A'),
  'people.invite': row('         401 –  –  –  –  –  –  A  A  A'),
  'person.update': row('         401 A  A  A  A  A  A  A  A  A'),
  'person.delete': row('         401 A  A  A  A  A  A  A  A  A'),
  'orders.read': row('           401 –  –  –  –  A  A  A  A  A'),
  'prices.set': row('            401 –  –  –  –  A  A  A  A  A'),
  'insights.read': row('         401 –  –  –  –  A  A  A  A  A'),
  'apiTokens.keep': row('        401 –  –  –  –  A  A  A  A  –'),
  'webhooks.manage': row('       401 –  –  –  –  –  –  A  A  –'),
  'securityLog.read': row('      401 –  –  –  –  –  –  A  A  A'),
  'self.anything': row('         401 A  A  A  A  A  A  A  A  A'),
  'platform.run': row('          401 –  –  –  –  –  –  –  –  A'),
} as const satisfies Record<RoleCapability, Row>

const milder: readonly Verdict[] = ['allow', 'refuse', 'hide', 'signIn']

/** Returns the most permissive verdict, because a person may have several standings (an instructor can be enrolled). */
export function verdictFor(row: Row, held: readonly Standing[]): Verdict {
  const given = held.map((standing) => row[standing])
  return milder.find((verdict) => given.includes(verdict)) ?? 'refuse'
}
