/**
 * The rights of the role that runs the product when another role owns the tables (`DATABASE_OWNER_URL`):
 * docs/decisions/database-roles.md.
 */
import type pg from 'pg'

/** What may be changed of rows that are otherwise only added. Triggers refuse more than that to every role. */
interface AppendOnly {
  /** Columns that may be updated. */
  updates?: readonly string[]
  deletes?: true
}

/**
 * Tables whose triggers refuse changes of rows. A row lock needs the right to update one column: `id` is generated always, so the
 * right to update it changes nothing.
 */
export const appendOnlyTables: Readonly<Record<string, AppendOnly>> = {
  ledger_entries: {},
  /** Refunds of one sale take turns by a lock of its posting. */
  ledger_postings: { updates: ['id'] },
  posting_lines: {},
  /** The buyer is emptied by an erasure; the time of the mail is added. */
  receipts: { updates: ['buyer', 'mailed_at'] },
  /** Addresses are emptied after 90 days and by an erasure; `retention.sweep` deletes whole blocks after seven years. */
  security_log: { updates: ['address'], deletes: true },
  security_log_blocks: { updates: ['address_salt'], deletes: true },
  security_log_sweeps: {},
  seller_state_changes: {},
  seller_notes: {},
  /** Deleted by the erasure of the account. */
  consents: { deletes: true },
}

/** Triggers refuse deletions: orders and books name their rows. */
const neverDeleted: ReadonlySet<string> = new Set(['payment_accounts', 'sellers'])

/** What was migrated: only the owner writes it. */
const readOnlyTables: ReadonlySet<string> = new Set(['schema_migrations', 'migrations'])

/** Views whose rows other features lock. The lock needs the right to update a column, through the view as well. */
export const lockedViews: Readonly<Record<string, string>> = {
  active_enrolments: 'id',
  course_cards: 'id',
  course_cohorts: 'id',
  published_resources: 'id',
  user_cards: 'id',
}

/** The demo school starts their numbers at 1. */
const restartedSequences: ReadonlySet<string> = new Set(['assessments_id_seq', 'courses_id_seq'])

const schemas = ['public', 'graphile_worker']

interface Relation {
  /** Quoted, with its schema. */
  name: string
  /** Without schema. */
  plainName: string
  kind: 'r' | 'p' | 'v' | 'm' | 'S'
  /** Such as `SELECT` or `UPDATE (address)`. */
  held: string[]
  /** Those that exist: a later migration of this release may add others. */
  columns: string[]
  /** Rows are hidden from everybody but the owner. */
  hidesRows: boolean
}

const policyName = (role: string) => `runs_${role}`

/**
 * Gives the role the rights of the running product on everything the current role owns, and takes away what it has beyond. Sends
 * nothing but questions when that is so already. Inside the caller's transaction. Returns how many statements changed something.
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
    // Taking away a right of the table would take away that of its columns.
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
  // The seal of the security log reads which number was given last.
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

/** Without those of extensions, whose rights are their own. */
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

/** Everybody may execute a function unless an administrator took that away. */
async function functionsWithout(client: pg.ClientBase, role: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT p.oid::regprocedure::text AS name FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
     WHERE n.nspname = any($2) AND p.prokind = 'f' AND pg_has_role(current_user, p.proowner, 'USAGE')
       AND NOT has_function_privilege($1, p.oid, 'EXECUTE')`,
    [role, schemas],
  )
  return rows.map(({ name }) => name)
}

/** Whether `role` has the rights of the current role: because it is that role, a member of it, or a superuser. */
export async function mayActAsUs(pool: pg.Pool, role: string): Promise<boolean> {
  const { rows } = await pool.query<{ may: boolean }>(
    `SELECT pg_has_role($1, current_user, 'MEMBER') AS may`,
    [role],
  )
  return rows[0]?.may !== false
}

export interface RoleReport {
  role: string
  /** It owns tables or may act for their owner. */
  owns: boolean
  /** What it could do beyond running the product, each as the end of the sentence `the role x …`. */
  excess: string[]
}

/** Roles of PostgreSQL that reach the machine's files and programs, and so everything. */
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
 * What the role of this pool may do, whatever gave it the right. `judgesTables`: false when a newer release has migrated the database,
 * which decides what the role needs on each table.
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
  // Who is or owns everything has the other rights as well.
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

/** Names of tables on which the role of this pool may do what no list above gives it, by groups and by PUBLIC too. */
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
