/** Reads the row changes that triggers in the attacked database record, which show the real effect of a request. */
import type pg from 'pg'

export interface Change {
  table: string
  /** Null means that the row is new. */
  before: Readonly<Record<string, unknown>> | null
  /** Null means that the row was deleted. */
  after: Readonly<Record<string, unknown>> | null
}

/** The server itself writes these tables for every caller, updates sums in them later, or records refused requests in them. */
const ownTables: ReadonlySet<string> = new Set([
  'failed_attempts',
  'server_facts',
  'security_log',
  'security_log_blocks',
  'security_log_counts',
  'security_log_checks',
  'domain_events',
  'event_deliveries',
  'sessions',
  'known_devices',
  'mail_outbox',
  'source_changes',
  'source_figures',
  'source_months',
  'day_changes',
  'day_figures',
  'figure_changes',
  'course_figures',
  'course_months',
  'ledger_months',
  'platform_figures',
])

export class ChangeLog {
  readonly #pool: pg.Pool

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  async install(): Promise<void> {
    await this.#pool.query(`
      CREATE SCHEMA attack;
      CREATE UNLOGGED TABLE attack.changes
        (id bigint GENERATED ALWAYS AS IDENTITY, name text, before jsonb, after jsonb);
      CREATE FUNCTION attack.note() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          INSERT INTO attack.changes (name, before, after) VALUES (TG_TABLE_NAME,
            CASE WHEN TG_OP = 'INSERT' THEN NULL ELSE to_jsonb(OLD) END,
            CASE WHEN TG_OP = 'DELETE' THEN NULL ELSE to_jsonb(NEW) END);
          RETURN NULL;
        END $$;
      DO $$
        DECLARE found record;
        BEGIN
          FOR found IN SELECT c.oid::regclass AS name FROM pg_class c
                        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
                          AND NOT c.relispartition LOOP
            EXECUTE format('CREATE TRIGGER attack_note AFTER INSERT OR UPDATE OR DELETE ON %s
                            FOR EACH ROW EXECUTE FUNCTION attack.note()', found.name);
          END LOOP;
        END $$`)
  }

  async remove(): Promise<void> {
    await this.#pool.query('DROP SCHEMA attack CASCADE')
  }

  /** Returns the changes since the last call of this method, without changes that the server makes by itself. */
  async take(): Promise<Change[]> {
    const { rows } = await this.#pool.query<Change & { id: string }>(
      `WITH taken AS (DELETE FROM attack.changes RETURNING id, name, before, after)
       SELECT name AS "table", before, after FROM taken ORDER BY id`,
    )
    return rows.filter(({ table }) => !ownTables.has(table) && !table.startsWith('job'))
  }
}
