/** Selects the people of the demo school: those of the attacked business, and strangers. */
import type pg from 'pg'
import type { Actor, Client } from './client.ts'

export interface People {
  visitor: Actor
  /** These people belong to the attacked business. */
  victims: {
    admin: Actor
    instructor: Actor
    student: Actor
    business: number
    seller: number
    ids: number[]
  }
  /**
   * The strangers are the admin and an instructor of another business, a teacher without a business, and a student who is not
   * enrolled in a course of the attacked business.
   */
  strangers: { admin: Actor; instructor: Actor; lone: Actor; student: Actor; seller: number; ids: number[] }
  superadmin: Actor
  /** Holds tokens that a re-authentication has replaced. */
  formerTokens: string[]
}

/** Demo accounts and new accounts have this password, because the product refuses the published one through a proxy. */
export const demoPassword = 'Apogee-Attacked-1'
export const wrongPassword = 'Wrong-Guess-1'
export const visitor: Actor = { name: 'a visitor', id: 0, token: null, isStranger: true }

export async function signIn(client: Client, email: string, isStranger: boolean): Promise<Actor> {
  const { data } = await client.must<{ data: { token: string; user: { id: number } } }>(
    'POST',
    '/api/auth/login',
    undefined,
    { email, password: demoPassword },
  )
  return { name: email, id: data.user.id, token: data.token, isStranger }
}

const emailsOf = {
  victims: { admin: 'admin', instructor: 'instructor', student: 'student' },
  strangers: { admin: 'meiling', instructor: 'jiahui', lone: 'nurulhuda' },
} as const

export async function signInPeople(client: Client, pool: pg.Pool): Promise<People> {
  const of = (name: string, isStranger: boolean) => signIn(client, `${name}@apogee.test`, isStranger)
  const { victims, strangers } = emailsOf
  const [admin, instructor, student] = [
    await of(victims.admin, false),
    await of(victims.instructor, false),
    await of(victims.student, false),
  ]
  const others = {
    admin: await of(strangers.admin, true),
    instructor: await of(strangers.instructor, true),
    lone: await of(strangers.lone, true),
    student: await registerStudent(client, pool, 'stranger'),
  }
  const [attacked, other] = [await sellerOf(pool, admin.id), await sellerOf(pool, others.admin.id)]
  return {
    visitor,
    victims: { admin, instructor, student, ...attacked },
    strangers: { ...others, seller: other.seller, ids: [...other.ids, others.student.id, others.lone.id] },
    superadmin: await of('superadmin', false),
    formerTokens: [],
  }
}

export const signedIn = ({ victims, strangers, superadmin }: People): Actor[] => [
  victims.admin,
  victims.instructor,
  victims.student,
  strangers.admin,
  strangers.instructor,
  strangers.lone,
  strangers.student,
  superadmin,
]

/**
 * Re-authenticates everyone. A re-authentication is valid for ten minutes, and a call that requires one is refused before it reads
 * the object.
 */
export async function proveAgain(client: Client, people: People): Promise<void> {
  for (const as of signedIn(people)) {
    const { data } = await client.must<{ data: { token: string } }>('POST', '/api/auth/confirm', as, {
      password: demoPassword,
    })
    if (as.token !== null) people.formerTokens.push(as.token)
    // The former token stays valid for a minute, but it does not count as re-authenticated.
    as.token = data.token
  }
}

/** Registers a student without enrolments and with a verified address. */
export async function registerStudent(client: Client, pool: pg.Pool, name: string): Promise<Actor> {
  const email = `${name}@attack.test`
  const { data } = await client.must<{ data: { token: string; user: { id: number } } }>(
    'POST',
    '/api/auth/register',
    undefined,
    { name, email, password: demoPassword },
  )
  await pool.query('UPDATE users SET email_verified_at = now() WHERE id = $1', [data.user.id])
  return { name: email, id: data.user.id, token: data.token, isStranger: true }
}

/** Returns this person's business, its seller, and its people including the learners of its courses. */
async function sellerOf(pool: pg.Pool, userId: number) {
  const { rows } = await pool.query<{ business: number; seller: number; ids: number[] }>(
    `SELECT s.business_id::int AS business, s.id::int AS seller,
            ARRAY(SELECT p.id::int FROM users p WHERE p.business_id = s.business_id
                  UNION SELECT e.user_id::int FROM enrolments e JOIN courses c ON c.id = e.course_id
                         WHERE c.seller_id = s.id) AS ids
       FROM sellers s JOIN users u ON u.business_id = s.business_id WHERE u.id = $1`,
    [userId],
  )
  const [found] = rows
  if (!found) throw new Error(`person ${userId} has no business`)
  return found
}
