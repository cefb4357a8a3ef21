/**
 * The permission table: who may do what to a course, by standing, or by role.
 * Used by the server for each request, by the test that walks it over HTTP, and by the generated page in docs/.
 */
import type { CourseCapability, RoleCapability } from '@apogee/contracts/access.ts'

/**
 * AN nobody signed in · ST signed in, no relation · EN enrolled · ED enrolled, and the access has ended · WA enrolled, and
 * the contents wait for prerequisites · IO the course's instructor · IX another instructor · AO admin of the owning business · AX admin of
 * another · SA superadmin.
 */
export const standings = ['AN', 'ST', 'EN', 'ED', 'WA', 'IO', 'IX', 'AO', 'AX', 'SA'] as const
export type Standing = (typeof standings)[number]

/** allow · signIn 401 · refuse 403 · hide 404, identical to that of a missing object. */
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

/** Verdicts depend on whether the course is public, private, or off sale: a draft, or archived. */
export interface CoursePermission {
  public: Row
  private: Row
  /** Visible to learners and authors only; new enrolments are refused. */
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

/** Without an off-sale row of its own, a capability uses the private row. */
export const coursePermissions = Object.fromEntries(
  Object.entries(written).map(([name, rows]) => [name, { offSale: rows.private, ...rows }]),
) as Readonly<Record<CourseCapability, CoursePermission>>

/** Capabilities of a role without a course: an instructor counts as IO, an admin as AO. */
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

/** A person may have several standings (an instructor can be enrolled); the most permissive verdict applies. */
export function verdictFor(row: Row, held: readonly Standing[]): Verdict {
  const given = held.map((standing) => row[standing])
  return milder.find((verdict) => given.includes(verdict)) ?? 'refuse'
}
