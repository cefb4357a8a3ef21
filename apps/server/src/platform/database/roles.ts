/**
 * Grants the rights of the role that runs the product when another role owns the tables (`DATABASE_OWNER_URL`):
 * docs/decisions/database-engine.md.
 */
import type pg from 'pg'

/** Lists the permitted changes of an append-only table. Triggers refuse any other change for every role. */
interface AppendOnly {
  /** These columns may be updated. */
  updates?: readonly string[]
  deletes?: true
}

/**
 * Triggers of these tables refuse changes of rows. A row lock requires the right to update one column: `id` is generated always, so
 * the right to update it changes nothing.
 */
export const appendOnlyTables: Readonly<Record<string, AppendOnly>> = {
  ledger_entries: {},
  /** A lock on the posting of a sale serialises the sale's refunds. */
  ledger_postings: { updates: ['id'] },
  posting_lines: {},
  /** An erasure clears the buyer, and sending the mail sets `mailed_at`. */
  receipts: { updates: ['buyer', 'mailed_at'] },
  /** Addresses are cleared after 90 days and by an erasure. `retention.sweep` deletes whole blocks after seven years. */
  security_log: { updates: ['address'], deletes: true },
  security_log_blocks: { updates: ['address_salt'], deletes: true },
  security_log_sweeps: {},
  seller_state_changes: {},
  seller_notes: {},
  /** The erasure of the account deletes its consents. */
  consents: { deletes: true },
}

/** Triggers refuse deletions, because orders and books reference these rows. */
const neverDeleted: ReadonlySet<string> = new Set(['payment_accounts', 'sellers'])

/** The product only reads these tables. The owner alone writes the records of applied migrations. */
const readOnlyTables: ReadonlySet<string> = new Set(['schema_migrations', 'migrations'])

/** Other features lock rows of these views. A lock requires the right to update a column, even through a view. */
export const lockedViews: Readonly<Record<string, string>> = {
  active_enrolments: 'id',
  course_cards: 'id',
  course_cohorts: 'id',
  published_resources: 'id',
  user_cards: 'id',
}

/** The demo school restarts these sequences at 1. */
const restartedSequences: ReadonlySet<string> = new Set(['assessments_id_seq', 'courses_id_seq'])

const schemas = ['public', 'graphile_worker']

interface Relation {
  /** The name is quoted and includes the schema. */
  name: string
  /** This is the name without the schema. */
  plainName: string
  kind: 'r' | 'p' | 'v' | 'm' | 'S'
  /** The role has these rights, such as `SELECT` or `UPDATE (address)`. */
  held: string[]
  /** The table has these columns. A later migration of this release may add others. */
  columns: string[]
  /** This is true if row-level security hides rows from everyone except the owner. */
  hidesRows: boolean
}

const policyName = (role: string) => `runs_${role}`

/**
 * Grants the role the rights of the running product on everything that the current role owns, and revokes all others. If nothing
 * has to change, it only reads. It runs inside the caller's transaction. Returns the number of statements that changed something.
 */
export async function grantRights(client: pg.ClientBase, role: string): Promise<number> {
  const statements = [
    ...(await schemasWithout(client, role)).map((name) => `GRANT USAGE ON SCHEMA ${name} TO ${quoted(role)}`),
    ...(await relationsOf(client, role)).flatMap((relation) => statementsFor(relation, role)),
    ...(await functionsWithout(client, role)).map(
      (name) => `GRANT EXECUTE ON FUNCTION ${name} TO ${quoted(role)}`,
    ),
  ]
  for (const statement of statements) await client.query(statement)
  return statements.length
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

function statementsFor(relation: Relation, role: string): string[] {
  const { name, kind, held, hidesRows } = relation
  const object = kind === 'S' ? `SEQUENCE ${name}` : name
  const wanted = new Set(rightsOn(relation))
  const has = new Set(held)
  const tooMany = held.some((right) => !wanted.has(right))
  const missing = tooMany ? [...wanted] : [...wanted].filter((right) => !has.has(right))
  return [
    // Revoking a right on the table also revokes it on its columns.
    ...(tooMany ? [`REVOKE ALL ON ${object} FROM ${quoted(role)}`] : []),
    ...(missing.length > 0 ? [`GRANT ${missing.join(', ')} ON ${object} TO ${quoted(role)}`] : []),
    ...(hidesRows
      ? [
          `CREATE POLICY ${quoted(policyName(role))} ON ${name} TO ${quoted(role)} USING (true) WITH CHECK (true)`,
        ]
      : []),
  ]
}

function rightsOn({ plainName: name, kind, columns }: Relation): string[] {
  const updatesOf = (wanted: readonly string[]) =>
    wanted.filter((column) => columns.includes(column)).map((column) => `UPDATE (${column})`)
  // The seal of the security log reads the last number of the sequence.
  if (kind === 'S') return ['USAGE', 'SELECT', ...(restartedSequences.has(name) ? ['UPDATE'] : [])]
  if (kind === 'v' || kind === 'm') {
    const column = lockedViews[name]
    return ['SELECT', ...updatesOf(column ? [column] : [])]
  }
  if (readOnlyTables.has(name)) return ['SELECT']
  const limited = appendOnlyTables[name]
  if (!limited) return ['SELECT', 'INSERT', 'UPDATE', ...(neverDeleted.has(name) ? [] : ['DELETE'])]
  return ['SELECT', 'INSERT', ...updatesOf(limited.updates ?? []), ...(limited.deletes ? ['DELETE'] : [])]
}

/** Returns the relations. Those of extensions are left out, because extensions define the rights on them. */
async function relationsOf(client: pg.ClientBase, role: string): Promise<Relation[]> {
  const { rows } = await client.query<Relation>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name, c.relname AS "plainName", c.relkind AS kind,
       array(SELECT a.privilege_type FROM aclexplode(c.relacl) a WHERE a.grantee = r.oid
             UNION ALL
             SELECT format('%s (%I)', a.privilege_type, t.attname) FROM pg_attribute t, aclexplode(t.attacl) a
              WHERE t.attrelid = c.oid AND NOT t.attisdropped AND a.grantee = r.oid) AS held,
       array(SELECT t.attname::text FROM pg_attribute t
              WHERE t.attrelid = c.oid AND t.attnum > 0 AND NOT t.attisdropped) AS columns,
       c.relrowsecurity AND NOT EXISTS (
         SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = $2) AS "hidesRows"
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_roles r ON r.rolname = $1
     WHERE n.nspname = any($3) AND c.relkind IN ('r', 'p', 'v', 'm', 'S')
       AND pg_has_role(current_user, c.relowner, 'USAGE')
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
     ORDER BY 1`,
    [role, policyName(role), schemas],
  )
  return rows
}

async function schemasWithout(client: pg.ClientBase, role: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT quote_ident(nspname) AS name FROM pg_namespace
     WHERE nspname = any($2) AND NOT has_schema_privilege($1, oid, 'USAGE')`,
    [role, schemas],
  )
  return rows.map(({ name }) => name)
}

/**
 * Returns the functions that the role cannot execute. Every role may execute a function unless an administrator revoked that right.
 */
async function functionsWithout(client: pg.ClientBase, role: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT p.oid::regprocedure::text AS name FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
     WHERE n.nspname = any($2) AND p.prokind = 'f' AND pg_has_role(current_user, p.proowner, 'USAGE')
       AND NOT has_function_privilege($1, p.oid, 'EXECUTE')`,
    [role, schemas],
  )
  return rows.map(({ name }) => name)
}

/** Returns whether `role` has the rights of the current role: it is that role, a member of it, or a superuser. */
export async function mayActAsUs(pool: pg.Pool, role: string): Promise<boolean> {
  const { rows } = await pool.query<{ may: boolean }>(
    `SELECT pg_has_role($1, current_user, 'MEMBER') AS may`,
    [role],
  )
  return rows[0]?.may !== false
}

export interface RoleReport {
  role: string
  /** The role owns tables or may act for their owner. */
  owns: boolean
  /** Each text is a right that running the product does not need, phrased as the end of the sentence `the role x …`. */
  excess: string[]
}

/** Members of these PostgreSQL roles can reach the machine's files and programs, and so everything. */
const serverRoles = ['pg_execute_server_program', 'pg_read_server_files', 'pg_write_server_files']

interface FoundRole {
  role: string
  isSuperuser: boolean
  makesRoles: boolean
  ownsDatabase: boolean
  owned: number
  ownsFunctions: boolean
  serverRoles: string[]
  creates: string[]
}

/**
 * Reports the rights that this pool's role has from any source. `judgesTables` is false when a newer release has migrated the
 * database, because that release decides which rights the role needs on each table.
 */
export async function examineRole(pool: pg.Pool, { judgesTables = true } = {}): Promise<RoleReport> {
  const { rows } = await pool.query<FoundRole>(
    `SELECT current_user AS role, r.rolsuper AS "isSuperuser", r.rolcreaterole AS "makesRoles",
       pg_has_role(d.datdba, 'MEMBER') AS "ownsDatabase",
       (SELECT count(*)::int4 FROM pg_class c WHERE c.relnamespace = any(s.ids) AND c.relkind IN ('r', 'p', 'v', 'm')
          AND pg_has_role(c.relowner, 'MEMBER')) AS owned,
       EXISTS (SELECT FROM pg_proc p WHERE p.pronamespace = any(s.ids)
          AND pg_has_role(p.proowner, 'MEMBER')) AS "ownsFunctions",
       array(SELECT m.rolname::text FROM pg_roles m
              WHERE m.rolname = any($2) AND pg_has_role(m.oid, 'MEMBER') ORDER BY 1) AS "serverRoles",
       array(SELECT 'schema ' || quote_ident(n.nspname) FROM pg_namespace n
              WHERE n.oid = any(s.ids) AND has_schema_privilege(n.oid, 'CREATE')
             UNION ALL SELECT 'database' WHERE has_database_privilege(d.oid, 'CREATE')) AS creates
     FROM pg_roles r, pg_database d,
       (SELECT array(SELECT oid FROM pg_namespace WHERE nspname = any($1)) AS ids) s
     WHERE r.rolname = current_user AND d.datname = current_database()`,
    [schemas, serverRoles],
  )
  const [found] = rows
  if (!found) throw new Error('the role of this session is unknown')
  const { role, isSuperuser, makesRoles, ownsDatabase, owned, ownsFunctions, creates } = found
  const owns = owned > 0 || ownsDatabase
  // A superuser or owner has all other rights as well, so they are not listed.
  if (isSuperuser) return { role, owns, excess: ['is a superuser'] }
  const changes = owns || !judgesTables ? [] : await tablesWithExcess(pool)
  return {
    role,
    owns,
    excess: [
      ...(makesRoles ? ['may create roles'] : []),
      ...(found.serverRoles.length > 0 ? [`is a member of ${found.serverRoles.join(' and ')}`] : []),
      ...(ownsDatabase ? ['owns the database'] : []),
      ...(owned > 0 ? [`owns ${owned} tables and views`] : []),
      ...(ownsFunctions && owned === 0 ? ['owns functions'] : []),
      ...(creates.length > 0 ? [`may create objects in the ${creates.join(' and the ')}`] : []),
      ...(changes.length > 0 ? [`has more rights than it needs on ${changes.slice(0, 3).join(', ')}`] : []),
    ],
  }
}

/**
 * Returns the names of tables on which this pool's role has more rights than the lists above allow, including rights by groups and
 * PUBLIC.
 */
async function tablesWithExcess(pool: pg.Pool): Promise<string[]> {
  const limited = Object.entries(appendOnlyTables)
  const { rows } = await pool.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = any($1) AND c.relkind IN ('r', 'p')
        AND (has_table_privilege(c.oid, 'TRUNCATE') OR has_table_privilege(c.oid, 'TRIGGER')
             OR (c.relname = any($2) AND has_any_column_privilege(c.oid, 'INSERT'))
             OR (c.relname = any($3) AND has_table_privilege(c.oid, 'DELETE'))
             OR (c.relname = any($4) AND EXISTS (
                   SELECT FROM pg_attribute t
                    WHERE t.attrelid = c.oid AND t.attnum > 0 AND NOT t.attisdropped
                      AND has_column_privilege(c.oid, t.attnum, 'UPDATE')
                      AND c.relname || '.' || t.attname <> all($5))))
      ORDER BY 1`,
    [
      schemas,
      [...readOnlyTables],
      [
        ...limited.filter(([, { deletes }]) => !deletes).map(([name]) => name),
        ...readOnlyTables,
        ...neverDeleted,
      ],
      [...limited.map(([name]) => name), ...readOnlyTables],
      limited.flatMap(([name, { updates = [] }]) => updates.map((column) => `${name}.${column}`)),
    ],
  )
  return rows.map(({ name }) => name)
}
