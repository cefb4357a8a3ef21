import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { migrate, MigrationRefused, pendingMigrations } from './migrate.ts'
import { runChild } from '@apogee/local-postgres/testing-children.ts'
import { emptyDatabase, type TestDatabase } from '../testing.ts'

let db: TestDatabase
let directory: string
beforeEach(async () => {
  db = await emptyDatabase()
  directory = await mkdtemp(join(tmpdir(), 'apogee-migrations-'))
  await writeMigration('0001_shelves.sql', 'create table shelves (id integer primary key);')
  await writeMigration(
    '0002_books.sql',
    'create table books (id integer primary key);\ninsert into books values (1);',
  )
})
afterEach(async () => {
  await rm(directory, { recursive: true })
  await db.drop()
})

const writeMigration = (name: string, sql: string) => writeFile(join(directory, name), sql)
const migrateAll = () => migrate(db.database.pool, directory)
const pending = () => pendingMigrations(db.database.pool, directory)
const count = async (table: string) =>
  (await db.database.pool.query<{ count: number }>(`select count(*) from ${table}`)).rows[0]?.count

test('missing migrations are applied in order, and a second run applies none', async () => {
  expect(await pending()).toEqual(['0001_shelves.sql', '0002_books.sql'])
  expect(await migrateAll()).toEqual({ applied: ['0001_shelves.sql', '0002_books.sql'] })
  expect(await pending()).toEqual([])
  expect(await migrateAll()).toEqual({ applied: [] })
  expect(await count('books')).toBe(1)
})

test('a migration added later is the only one applied', async () => {
  await migrateAll()
  await writeMigration('0003_readers.sql', 'create table readers (id integer primary key);')
  expect(await pending()).toEqual(['0003_readers.sql'])
  expect(await migrateAll()).toEqual({ applied: ['0003_readers.sql'] })
})

test('a changed migration is refused by name, and nothing after it is applied', async () => {
  await migrateAll()
  await writeMigration('0001_shelves.sql', 'create table shelves (id bigint primary key);')
  await writeMigration('0003_readers.sql', 'create table readers (id integer primary key);')
  await expect(migrateAll()).rejects.toThrow(/0001_shelves\.sql differs from what was applied/)
  await expect(pending()).rejects.toThrow(MigrationRefused)
  await expect(count('readers')).rejects.toThrow('does not exist')
})

test('a database migrated by a newer release is refused', async () => {
  await migrateAll()
  await rm(join(directory, '0002_books.sql'))
  await expect(migrateAll()).rejects.toThrow(/newer Apogee \(it has 0002_books\.sql/)
})

describe('a database with newer migrations', () => {
  /** Migrates as the next release, which has one more migration. */
  const migratedBy = async (header: string) => {
    await migrateAll()
    await writeMigration('0003_readers.sql', `${header}\ncreate table readers (id integer primary key);`)
    expect(await migrateAll()).toEqual({ applied: ['0003_readers.sql'] })
    await rm(join(directory, '0003_readers.sql'))
  }

  test('a database with newer migrations is served by an older release that its migrations do not exclude', async () => {
    await migratedBy('-- oldest release that serves: 0002')
    expect(await pending()).toEqual([])
    expect(await migrateAll()).toEqual({ applied: [] })
  })

  test('a database with newer migrations is refused by a release that is too old for one of them', async () => {
    await migratedBy('-- oldest release that serves: 0003')
    await expect(pending()).rejects.toThrow(MigrationRefused)
    await expect(migrateAll()).rejects.toThrow(/newer Apogee \(it has 0003_readers\.sql/)
  })

  test('a database is refused by a release when an unknown migration is between its own migrations', async () => {
    await migratedBy('-- oldest release that serves: 0002')
    await writeMigration('0004_rooms.sql', 'select 1;')
    await expect(migrateAll()).rejects.toThrow(/newer Apogee \(it has 0003_readers\.sql/)
  })

  test('cannot be made by a migration that excludes its own release', async () => {
    await writeMigration('0003_readers.sql', '-- oldest release that sells: 0004\nselect 1;')
    await expect(migrateAll()).rejects.toThrow('0003_readers.sql excludes its own release')
  })
})

describe('a migration beside requests', () => {
  const waitingLocks = async () =>
    (
      await db.database.pool.query(
        `select from pg_locks where relation = 'books'::regclass and mode = 'AccessExclusiveLock' and not granted`,
      )
    ).rowCount
  const patient = { lockTimeoutMs: 100, tries: 20 }

  test('lets go of a lock that it does not get, and tries again', async () => {
    await migrateAll()
    await writeMigration('0003_titles.sql', 'alter table books add column title text;')
    const reader = await db.database.pool.connect()
    try {
      await reader.query('begin')
      await reader.query('select from books')
      const migrated = migrate(db.database.pool, directory, patient)
      await expect.poll(() => waitingLocks()).toBe(1)
      // A lock request that waited as long as the reader runs would block these queries, too.
      for (let times = 0; times < 5; times += 1) expect(await count('books')).toBe(1)
      await reader.query('commit')
      expect(await migrated).toEqual({ applied: ['0003_titles.sql'] })
    } finally {
      reader.release(true)
    }
  })

  test('gives up after its tries, names the file and leaves nothing', async () => {
    await migrateAll()
    await writeMigration('0003_titles.sql', 'alter table books add column title text;')
    const reader = await db.database.pool.connect()
    try {
      await reader.query('begin')
      await reader.query('select from books')
      const migrated = migrate(db.database.pool, directory, { lockTimeoutMs: 50, tries: 2 })
      await expect(migrated).rejects.toThrow(/0003_titles\.sql failed and was rolled back.*lock timeout/)
    } finally {
      reader.release(true)
    }
    expect(await pending()).toEqual(['0003_titles.sql'])
  })

  const uniqueIndex =
    '-- outside a transaction\n-- Readers are unique.\ncreate unique index concurrently if not exists books_shelf on books (shelf);\nanalyze books;'

  test('builds an index outside a transaction, also after it was interrupted', async () => {
    await writeMigration('0003_shelf.sql', 'alter table books add shelf integer; update books set shelf = 1;')
    await migrateAll()
    const { pool } = db.database
    await pool.query('insert into books values (2, 1)')
    await writeMigration('0004_books_by_shelf.sql', uniqueIndex)
    await expect(migrateAll()).rejects.toThrow(
      /0004_books_by_shelf\.sql failed in "create unique index .*": could not create unique/,
    )
    const isValid = `select indisvalid from pg_index where indexrelid = 'books_shelf'::regclass`
    expect((await pool.query(isValid)).rows).toEqual([{ indisvalid: false }])
    await pool.query('delete from books where id = 2')
    expect(await migrateAll()).toEqual({ applied: ['0004_books_by_shelf.sql'] })
    expect((await pool.query(isValid)).rows).toEqual([{ indisvalid: true }])
    expect(await pending()).toEqual([])
  })

  test('refuses statements outside a transaction that cannot be repeated', async () => {
    await writeMigration('0003_rows.sql', '-- outside a transaction\ninsert into books values (2);')
    await expect(migrateAll()).rejects.toThrow(/0003_rows\.sql runs outside a transaction.*repeated/)
    await expect(count('shelves')).rejects.toThrow('does not exist')
  })

  test('names the statement that failed outside a transaction', async () => {
    await writeMigration('0003_rows.sql', '-- outside a transaction\nanalyze books;\nanalyze\n  nothing;')
    await expect(migrateAll()).rejects.toThrow(/0003_rows\.sql failed in "analyze\s+nothing"/)
  })

  test('cannot exclude sellers outside a transaction', async () => {
    await writeMigration(
      '0003_rows.sql',
      '-- outside a transaction\n-- oldest release that sells: 0003\nanalyze books;',
    )
    await expect(migrateAll()).rejects.toThrow(/0003_rows\.sql runs outside.*cannot wait for the sales/)
    await expect(count('shelves')).rejects.toThrow('does not exist')
  })

  test('builds an index while another process waits for its turn', async () => {
    await migrateAll()
    await writeMigration(
      '0003_books_by_id.sql',
      '-- outside a transaction\ncreate index concurrently if not exists books_id on books (id);',
    )
    const applied = await Promise.all([migrateAll(), migrateAll()])
    expect(applied.flatMap((run) => run.applied)).toEqual(['0003_books_by_id.sql'])
  })
})

test('a failing migration is rolled back, names its line, and is applied once it is fixed', async () => {
  await writeMigration('0003_readers.sql', 'create table readers (id integer primary key);\nselect nonsense;')
  await expect(migrateAll()).rejects.toThrow(
    /0003_readers\.sql failed and was rolled back at line 2: .*nonsense/,
  )
  await expect(count('readers')).rejects.toThrow('does not exist')
  expect(await pending()).toEqual(['0003_readers.sql'])
  await writeMigration('0003_readers.sql', 'create table readers (id integer primary key);')
  expect(await migrateAll()).toEqual({ applied: ['0003_readers.sql'] })
})

test('a repeated or invalid number is refused before any migration runs', async () => {
  await writeMigration('0002_again.sql', 'select 1;')
  await expect(migrateAll()).rejects.toThrow('Two migrations have the number')
  await rm(join(directory, '0002_again.sql'))
  await writeMigration('3-Readers.sql', 'select 1;')
  await expect(migrateAll()).rejects.toThrow('not named like a migration')
  await expect(count('shelves')).rejects.toThrow('does not exist')
})

test('a migration numbered before an applied one is refused', async () => {
  await writeMigration('0009_later.sql', 'select 1;')
  await migrateAll()
  await writeMigration('0005_earlier.sql', 'select 1;')
  await expect(migrateAll()).rejects.toThrow('0005_earlier.sql comes before')
})

describe('a baseline in place of former migrations', () => {
  const former = '0002_books.sql'

  beforeEach(async () => {
    await migrateAll()
    const { rows } = await db.database.pool.query<{ checksum: string }>(
      'select checksum from schema_migrations where number = 2',
    )
    await rm(join(directory, '0001_shelves.sql'))
    await rm(join(directory, former))
    await writeMigration(
      '0002_baseline.sql',
      `-- replaces ${former} ${rows[0]?.checksum}\ncreate table shelves (id integer primary key);\ncreate table books (id integer primary key);`,
    )
    await writeMigration('0003_readers.sql', 'create table readers (id integer primary key);')
  })

  test('a database that has the last former migration continues after the baseline and keeps its rows', async () => {
    expect(await pending()).toEqual(['0003_readers.sql'])
    expect(await migrateAll()).toEqual({ applied: ['0003_readers.sql'] })
    expect(await pending()).toEqual([])
    expect(await migrateAll()).toEqual({ applied: [] })
    expect(await count('books')).toBe(1)
  })

  test('a database that lacks the last former migration is refused by name and stays as it is', async () => {
    await db.database.pool.query('delete from schema_migrations where number = 2; drop table books')
    await expect(migrateAll()).rejects.toThrow(
      /older than this release can read: its last migration is 0001_shelves\.sql\. Start the release that has 0002_books\.sql/,
    )
    await expect(count('readers')).rejects.toThrow('does not exist')
  })

  test('a database whose last former migration was a changed file is refused', async () => {
    await db.database.pool.query(`update schema_migrations set checksum = repeat('0', 64) where number = 2`)
    await expect(migrateAll()).rejects.toThrow(MigrationRefused)
  })

  test('a new database is made from the baseline', async () => {
    const empty = await emptyDatabase()
    try {
      expect(await migrate(empty.database.pool, directory)).toEqual({
        applied: ['0002_baseline.sql', '0003_readers.sql'],
      })
      expect(await pendingMigrations(empty.database.pool, directory)).toEqual([])
    } finally {
      await empty.drop()
    }
  })
})

test('two processes that start together migrate once', async () => {
  await writeMigration('0003_slow.sql', 'select pg_sleep(0.5); create table slow (id integer);')
  const answers = await Promise.all(
    [1, 2].map(() =>
      runChild(new URL('./migrate-child.ts', import.meta.url), [db.connectionString, directory]),
    ),
  )
  const applied = answers.map((answer) => JSON.parse(answer).applied.length)
  expect(new Set(applied)).toEqual(new Set([0, 3]))
  expect(await count('books')).toBe(1)
})

describe('the real migrations', () => {
  const real = join(import.meta.dirname, '../../../../migrations')
  const replaced = async () => {
    const baseline = await readFile(join(real, '0211_baseline.sql'), 'utf8')
    const [, name, checksum] = /^-- replaces (\S+) (\w+)$/m.exec(baseline) ?? []
    return { name, checksum }
  }
  /** Replaces the history by that of the files for which the baseline stands, the last of them with these facts. */
  const formerHistory = async (last: { number: number; name?: string; checksum?: string }) => {
    await migrate(db.database.pool, real)
    await db.database.pool.query('DELETE FROM schema_migrations WHERE number > 211')
    await db.database.pool.query(
      `INSERT INTO schema_migrations (number, name, checksum) VALUES (55, '0055_baseline.sql', repeat('0', 64))`,
    )
    await db.database.pool.query(
      'UPDATE schema_migrations SET number = $1, name = $2, checksum = $3 WHERE number = 211',
      [last.number, last.name, last.checksum],
    )
  }

  test('apply to an empty database and pass the readiness check', async () => {
    const { applied } = await migrate(db.database.pool, real)
    expect(applied[0]).toBe('0211_baseline.sql')
    expect(await pendingMigrations(db.database.pool, real)).toEqual([])
  })

  test('continue a database that stands at the last file that the baseline replaces', async () => {
    await formerHistory({ number: 211, ...(await replaced()) })
    const pendingFiles = await pendingMigrations(db.database.pool, real)
    expect(pendingFiles).not.toContain('0211_baseline.sql')
  })

  test('refuse an older database and name the file whose release has to start on it first', async () => {
    await formerHistory({ number: 210, name: '0210_reporting_packages.sql', checksum: '0'.repeat(64) })
    await expect(migrate(db.database.pool, real)).rejects.toThrow(
      /older than this release can read: its last migration is 0210_reporting_packages\.sql\. Start the release that has 0211_uploads_and_webhooks\.sql on it once/,
    )
  })
})
